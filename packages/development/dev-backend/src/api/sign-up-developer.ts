import { DeveloperResponseSchema, DeveloperRequestSchema } from '@portal/api/wire';
import { DEVELOPER_ROLE } from '@portal/contract/user';
import { eq, sql } from 'drizzle-orm';
import { hasNul } from '../database/nul.ts';
import { accounts } from '../database/schema.ts';
import type { Settings } from '../options.ts';
import { callerIn } from './caller.ts';
import { Refusal } from '../refusal.ts';
import type { ApiScope } from '@portal/node-kit/fastify-valibot';
import type { Services } from '../services.ts';

const schema = {
  summary: 'Accept the developer terms in the PDF at this address (only for users without the role developer)',
  body: DeveloperRequestSchema,
  response: { 200: DeveloperResponseSchema },
};

function isTermsAddress(address: string, { portalOrigins }: Settings): boolean {
  const url = URL.parse(address);
  return url !== null && !hasNul(address) && portalOrigins.includes(url.origin) && url.pathname.endsWith('.pdf');
}

/**
 * `POST account/developer`: stores the address of the accepted terms and grants the role. 400 for an address that is
 * not a PDF of the portal.
 */
export function signUpDeveloper(app: ApiScope, { db, settings, behaviours }: Services): void {
  app.post('/account/developer', { schema }, async (request) => {
    const { id, identityId, roles } = await callerIn(db, request);
    const { url } = request.body;
    if (roles.includes(DEVELOPER_ROLE)) throw new Refusal(403, 'ALREADY_A_DEVELOPER');
    if (!isTermsAddress(url, settings)) throw new Refusal(400, 'UNKNOWN_TERMS');
    behaviours.noteSignUp(identityId);
    // In the database, so that a role that staff give at the same moment is not lost.
    const added = sql`array_append(array_remove(${accounts.roles}, ${DEVELOPER_ROLE}), ${DEVELOPER_ROLE})`;
    const [changed] = await db
      .update(accounts)
      .set({ roles: added, developerTermsUrl: url, developerTermsAcceptedAt: new Date() })
      .where(eq(accounts.id, id))
      .returning({ roles: accounts.roles });
    return { data: { roles: changed?.roles ?? [] } };
  });
}
