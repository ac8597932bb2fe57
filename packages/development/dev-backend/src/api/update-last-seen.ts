import { DoneResponseSchema } from '@portal/api/wire';
import { eq } from 'drizzle-orm';
import { accounts } from '../database/schema.ts';
import { callerIn } from './caller.ts';
import { Refusal } from '../refusal.ts';
import type { ApiScope } from '@portal/node-kit/fastify-valibot';
import type { Services } from '../services.ts';

const schema = { summary: "Record the user's visit; the body is empty", response: { 200: DoneResponseSchema } };

/** `PUT account/lastseen`: stores the present time as the user's last visit (specification, sections 4 and 7). */
export function updateLastSeen(app: ApiScope, { db }: Services): void {
  app.put('/account/lastseen', { schema }, async (request) => {
    if (request.body !== undefined && request.body !== null) throw new Refusal(400, 'BODY_NOT_EMPTY');
    const { id } = await callerIn(db, request);
    const lastSeen = new Date();
    await db.update(accounts).set({ lastSeen }).where(eq(accounts.id, id));
    return { data: { lastSeen: lastSeen.toISOString() } };
  });
}
