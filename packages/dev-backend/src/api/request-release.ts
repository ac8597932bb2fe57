import { DoneResponseSchema } from '@portal/api/wire';
import { FALLBACK_LANGUAGE, languageOf } from '@portal/contract/language';
import { and, eq } from 'drizzle-orm';
import type { MailLimit } from '../attempts/recent-limit.ts';
import { createReleaseLink, LINK_DAYS } from '../database/mail-links.ts';
import type { Database } from '../database/open-database.ts';
import { accounts, hubHolders } from '../database/schema.ts';
import { HUB_RELEASE_LETTER, letterMail, nameInMail } from '../mail/letters.ts';
import type { SendMail } from '../mail/mailer.ts';
import type { Settings } from '../options.ts';
import { portalOf } from '../request-origin.ts';
import { callerIn } from './caller.ts';
import type { Caller } from './caller.ts';
import { holdingOf, HUB_PATH, HubPathSchema } from './hub-holding.ts';
import type { HubPath } from './hub-holding.ts';
import { Refusal } from './refusal.ts';
import type { ApiScope } from '@portal/node-kit/api-scope';

const schema = {
  summary: "Ask a hub's owner by mail to release it (guests only)",
  params: HubPathSchema,
  response: { 200: DoneResponseSchema },
};

interface ReleaseRequestOptions {
  readonly db: Database;
  readonly settings: Settings;
  readonly sendMail: SendMail;
  readonly mailLimit: MailLimit;
}

async function ownerOf(db: Database, { serial, partNumber }: HubPath): Promise<Caller> {
  const isOwner = and(
    eq(hubHolders.serial, serial),
    eq(hubHolders.partNumber, partNumber),
    eq(hubHolders.role, 'owner'),
  );
  const [held] = await db
    .select({ account: accounts })
    .from(hubHolders)
    .innerJoin(accounts, eq(accounts.id, hubHolders.accountId))
    .where(isOwner);
  if (!held) throw new Refusal(404, 'HUB_NOT_FOUND');
  return held.account;
}

const nameOf = ({ firstName, lastName, email }: Caller) =>
  `${nameInMail([firstName, lastName].filter(Boolean).join(' '))} (${email})`;

/**
 * `GET hubs/{serial}+{partNumber}/release`: mails the owner, in the owner's language, a link that releases the hub. 404 for a hub that
 * does not exist, 403 for its owner and for strangers (section 6), 429 for too many.
 */
export function requestRelease(app: ApiScope, { db, settings, sendMail, mailLimit }: ReleaseRequestOptions): void {
  // A HEAD would send the mail, too.
  app.get(`${HUB_PATH}/release`, { schema, exposeHeadRoute: false }, async (request) => {
    const guest = await callerIn(db, request);
    const { serial, partNumber } = request.params;
    const { role } = await holdingOf(db, request.params, guest.id);
    if (role !== 'guest') throw new Refusal(403, 'NOT_A_GUEST');
    const owner = await ownerOf(db, request.params);
    mailLimit.count(guest.id, owner.email);
    const hub = { serial, partNumber, ownerId: owner.id };
    const token = await createReleaseLink(db, hub, portalOf(request, settings));
    const language = languageOf(owner.language) ?? FALLBACK_LANGUAGE;
    const words = { guest: nameOf(guest), serial, partNumber, days: LINK_DAYS };
    const to = { name: owner.firstName, address: owner.email };
    const link = `${settings.url}/api/hubs/release/${token}`;
    const letter = (ownerFirstName: string) => HUB_RELEASE_LETTER[language]({ ...words, ownerFirstName });
    await sendMail(letterMail(to, language, letter, link));
    return { data: {} };
  });
}
