import type { ApiScope } from '@portal/node-kit/fastify-valibot';
import { PersonPathSchema, PersonResponseSchema, ReasonRequestSchema } from '@portal/staff-api/wire';
import type { Account } from '../../database/accounts.ts';
import { mailTo } from '../../database/mail-facts.ts';
import type { MailFacts } from '../../database/mail-facts.ts';
import { Refusal } from '../../refusal.ts';
import { getPortal } from '../../request-origin.ts';
import { requires } from '../requires.ts';
import { writeEntries } from '../journal/write-entries.ts';
import { changePerson } from './person.ts';
import type { Services } from '../../services.ts';

/** The mails that staff send a person. Only the person, who alone gets the link, does anything with it. */
const MAILS = [
  {
    call: 'deletion-mail',
    summary: 'Mail a person the way to delete the account, to the page that every customer has',
    action: 'deletion-mail-sent',
    facts: (_account: Account, portalOrigin: string): MailFacts => ({ kind: 'deletion-mail', portalOrigin }),
    refusal: () => undefined,
  },
  {
    call: 'confirmation-mail',
    summary: 'Mail a person again the link that confirms the address of the account',
    action: 'confirmation-sent',
    facts: ({ id, email }: Account, portalOrigin: string): MailFacts => {
      return { kind: 'account-confirmation', accountId: id, newEmail: email, portalOrigin };
    },
    refusal: ({ confirmedAt }: Account) => (confirmedAt === null ? undefined : 'ALREADY_CONFIRMED'),
  },
  {
    call: 'password-mail',
    summary: 'Mail a person again the link that sets the password of an account that is not on single sign-on',
    action: 'password-link-sent',
    facts: ({ id }: Account, portalOrigin: string): MailFacts => {
      return { kind: 'account-password', accountId: id, portalOrigin };
    },
    refusal: ({ usesSingleSignOn }: Account) => (usesSingleSignOn ? 'MIGRATED' : undefined),
  },
] as const;

/** `POST staff/people/{id}/deletion-mail`, `confirmation-mail` and `password-mail`. */
export function sendMails(staff: ApiScope, work: Services): void {
  const { settings, outbox, mailLimit } = work;
  for (const { call, summary, action, facts, refusal } of MAILS) {
    const route = requires('send a person e-mails', {
      summary,
      params: PersonPathSchema,
      body: ReasonRequestSchema,
      response: { 200: PersonResponseSchema },
    });
    staff.post(`/staff/people/:id/${call}`, route, async (request) => {
      const { id } = request.params;
      const { reason } = request.body;
      return changePerson(work, { request, id }, async (transaction, account, caller) => {
        const refused = refusal(account);
        if (refused !== undefined) return new Refusal(400, refused);
        const mail = facts(account, getPortal(request, settings));
        mailLimit.countReceiver(mail.kind, account.email);
        await writeEntries(transaction, caller, [{ action, on: id, reason }]);
        await outbox.add(transaction, mailTo(account, mail));
        return undefined;
      });
    });
  }
}
