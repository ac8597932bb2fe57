import { stripMailTag } from '@portal/node-kit/strip-mail-tag';
import type { Refusal } from '../policy/refusal.ts';
import { refusal } from '../policy/refusal.ts';
import type { Access } from './access.ts';
import type { Identity } from './allows.ts';

/** A person at an issuer. Two are different people only if one issuer knows them by different subjects. */
type Person = Pick<Identity, 'issuer' | 'subject'>;

const ASK_YOURSELF = 'or ask for the change yourself.';

/** The person who asks, or who started the pipeline that asks; or why nobody can know. */
export function personBehind({ issuers }: Access, { kind, issuer, subject, name, claims }: Identity): Person | Refusal {
  if (kind === 'person') return { issuer, subject };
  const startedBy = issuers.find((each) => each.issuer === issuer)?.startedBy;
  const unknown = (what: string, remedy: string) =>
    refusal(
      'not-allowed',
      [name, 'the request'],
      `A second person is needed, and the first is unknown: ${what}.`,
      remedy,
    );
  if (!startedBy)
    return unknown(
      `the access rules have no "startedBy" for ${issuer}`,
      `Add it (docs/release-service.md), ${ASK_YOURSELF}`,
    );
  const value = claims[startedBy.claim];
  if (value === undefined)
    return unknown(
      `the token of ${name} lacks the claim "${startedBy.claim}"`,
      `Start the pipeline so that its CI knows who did, ${ASK_YOURSELF}`,
    );
  const person = new Map(Object.entries(startedBy.subjects)).get(value);
  if (person !== undefined) return { issuer: startedBy.issuer, subject: person };
  return unknown(
    `the access rules have no subject for "${value}", the "${startedBy.claim}" in the token of ${name}`,
    `Add one to "startedBy" of ${issuer}, ${ASK_YOURSELF}`,
  );
}

/** What nobody sees, quotation marks, and dots at the end: without them it is the same mailbox. */
const WITHOUT_MEANING = /[\p{C}\p{Default_Ignorable_Code_Point}"]|\.+$/gu;

/** A name or an address as it is compared: the same mailbox has many spellings ("Anna+2@example.com"). */
const comparable = (text: string): string =>
  stripMailTag(text.normalize('NFKC').trim().replaceAll(WITHOUT_MEANING, '').toLowerCase());

function haveSameName(a: Identity, b: Identity): boolean {
  const names = ({ name, email }: Identity) => [name, email].filter((each) => each !== undefined).map(comparable);
  return names(a).some((each) => names(b).includes(each));
}

/** Why somebody may not answer what `asker` asks for; undefined for a person who is surely another one. */
export function secondPersonRefusal(access: Access, asker: Identity, answerer: Identity): Refusal | undefined {
  const { kind, issuer, subject, name } = answerer;
  const refuse = (why: string, remedy = 'Ask somebody else who may approve.') =>
    refusal('not-allowed', [name, 'the request'], `${name} cannot be the second person: ${why}.`, remedy);
  if (kind !== 'person') return refuse('it is a pipeline');
  const first = personBehind(access, asker);
  if ('rule' in first) return first;
  if (first.issuer !== issuer)
    return refuse(
      `the first signs in at ${first.issuer}, not ${issuer}, so they could be one`,
      `Ask somebody who signs in at ${first.issuer}.`,
    );
  if (first.subject === subject) return refuse('it is who asked, or who started what asked');
  return haveSameName(asker, answerer) ? refuse('who asked has the same name or address') : undefined;
}
