import { NotificationsRequestSchema, NotificationsResponseSchema } from '@portal/api/wire';
import type { ApiScope } from '@portal/node-kit/fastify-valibot';
import { and, eq, isNull } from 'drizzle-orm';
import type { Account } from '../database/accounts.ts';
import { accounts } from '../database/schema.ts';
import { callerIn } from './caller.ts';
import { Refusal } from '../refusal.ts';
import type { Services } from '../services.ts';

/** Users on single sign-on agree to mails in their central identity. @throws {Refusal} 403 for them */
function refuseCentral({ usesSingleSignOn }: Account): void {
  if (usesSingleSignOn) throw new Refusal(403, 'NOTIFICATIONS_ARE_CENTRAL');
}

const answer = (consentAt: Date | null) => ({
  data: { consent: consentAt !== null, at: consentAt?.toISOString() ?? null },
});

/**
 * `GET account/notifications` and `PUT account/notifications`: the consent to news by e-mail. Giving it again keeps the
 * time when it was given.
 */
export function notifications(app: ApiScope, { db }: Services): void {
  const response = { 200: NotificationsResponseSchema };
  const reading = { summary: 'Whether the user agreed to news by e-mail, and when', response };
  app.get('/account/notifications', { schema: reading }, async (request) => {
    const caller = await callerIn(db, request);
    refuseCentral(caller);
    return answer(caller.newsConsentAt);
  });
  const changing = {
    summary: 'Agree to news by e-mail, or take that back',
    body: NotificationsRequestSchema,
    response,
  };
  app.put('/account/notifications', { schema: changing }, async (request) => {
    const caller = await callerIn(db, request);
    refuseCentral(caller);
    const own = eq(accounts.id, caller.id);
    if (!request.body.consent) {
      await db.update(accounts).set({ newsConsentAt: null }).where(own);
      return answer(null);
    }
    const given = new Date();
    const [changed] = await db
      .update(accounts)
      .set({ newsConsentAt: given })
      .where(and(own, isNull(accounts.newsConsentAt)))
      .returning({ at: accounts.newsConsentAt });
    return answer(changed?.at ?? caller.newsConsentAt ?? given);
  });
}
