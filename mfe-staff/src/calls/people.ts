import { CallError, send } from '@portal/api';
import type { HubType } from '@portal/api';
import { tooOftenIn } from '@portal/remote-ui/too-often';
import type { TooOften } from '@portal/remote-ui/too-often';
import { DoneResponseSchema, ASSIGNABLE_ROLES, PersonResponseSchema } from '@portal/staff-api/wire';
import type { PersonSchema, StaffHubSchema } from '@portal/staff-api/wire';
import type * as v from 'valibot';
import { orRefusal, readRefusal } from './refusal.ts';

/** A role that staff may give and take. */
export type AssignableRole = (typeof ASSIGNABLE_ROLES)[number];

/** The role with this name; undefined if staff cannot give it. */
export function assignableRole(name: string): AssignableRole | undefined {
  return ASSIGNABLE_ROLES.find((role) => role === name);
}

/** A hub of an account, as staff see it (specification, section 3). */
export interface StaffHub {
  readonly serial: string;
  readonly partNumber: string;
  readonly addedOn: Date;
  readonly firmware: string | null;
  readonly sharing: 'public' | 'off';
  readonly type: HubType;
  readonly role: 'owner' | 'guest';
}

/** The account of a person, as staff see it (specification, section 3). */
export type Person = Omit<v.InferOutput<typeof PersonSchema>, 'hubs'> & { readonly hubs: readonly StaffHub[] };

const TYPES = new Map<string, HubType>([
  ['HUB', 'hub'],
  ['CUI100', 'smartphoneHub'],
  ['REARLIGHT', 'rearLight'],
]);

function toHub(hub: v.InferOutput<typeof StaffHubSchema>): StaffHub {
  const { serial, partNumber, activationTime, firmware, sharingMode, type, role } = hub;
  return {
    serial,
    partNumber,
    addedOn: activationTime,
    firmware,
    sharing: sharingMode,
    type: TYPES.get(type) ?? 'other',
    role,
  };
}

const toPath = (id: string) => `staff/people/${encodeURIComponent(id)}`;

const toPerson = ({ data }: v.InferOutput<typeof PersonResponseSchema>): Person => ({
  ...data,
  hubs: data.hubs.map(toHub),
});

/** The name of somebody in full. */
export const getFullName = ({ firstname, lastname }: Person): string => [firstname, lastname].filter(Boolean).join(' ');

/** The account with this id; undefined if there is none. @throws {CallError} */
export async function getPerson(id: string): Promise<Person | TooOften | undefined> {
  try {
    const call = { method: 'GET', path: toPath(id), operation: 'GET staff/people/{id}' } as const;
    return toPerson(await send(call, PersonResponseSchema));
  } catch (error) {
    if (!(error instanceof CallError)) throw error;
    const tooOften = tooOftenIn(error);
    // The id comes from the address, so it may be no id at all.
    if (!tooOften && error.kind !== 'refused') throw error;
    return tooOften;
  }
}

/** Why an action on an account is refused. */
const REFUSALS = [
  'ALREADY_CONFIRMED',
  'LAST_ADMIN',
  'MIGRATED',
  'NOT_MIGRATED',
  'OWN_ROLES',
  'STAFF_ACCOUNT',
  'TOO_MANY_MAILS',
  'USER_NOT_FOUND',
] as const;
export type PersonRefusal = (typeof REFUSALS)[number];

const toCall = (id: string, name: string, body: object) =>
  ({ method: 'POST', path: `${toPath(id)}/${name}`, operation: `POST staff/people/{id}/${name}`, body }) as const;

/** An action that leaves the account: resolves with the account as it is then. */
async function act(id: string, name: string, body: object): Promise<Person | PersonRefusal> {
  return await orRefusal(send(toCall(id, name, body), PersonResponseSchema).then(toPerson), REFUSALS);
}

/** The mails that staff send a person. */
export type PersonMail = 'deletion-mail' | 'confirmation-mail' | 'password-mail';

/** Sends the person an e-mail with a link. @throws {CallError} */
export async function sendMail(id: string, mail: PersonMail, reason: string): Promise<Person | PersonRefusal> {
  return await act(id, mail, { reason });
}

/** Writes a note, which the person reads in the own data, too. @throws {CallError} */
export async function writeNote(id: string, text: string): Promise<Person | PersonRefusal> {
  return await act(id, 'notes', { text });
}

/**
 * Deletes the account; it cannot be undone. The central identity account stays (specification, section 4).
 * @throws {CallError}
 */
export async function deletePerson(
  id: string,
  request: { readonly reason: string; readonly deleteObcAccount: boolean },
): Promise<PersonRefusal | undefined> {
  return await readRefusal(send(toCall(id, 'delete', request), DoneResponseSchema), REFUSALS);
}

/** Takes the account off the central identity: it has a password of its own again. @throws {CallError} */
export async function unmigratePerson(id: string, reason: string): Promise<Person | PersonRefusal> {
  return await act(id, 'unmigrate', { reason });
}

/** Gives or takes a role. @throws {CallError} */
export async function changeRole(
  id: string,
  request: { readonly reason: string; readonly role: AssignableRole; readonly change: 'add' | 'remove' },
): Promise<Person | PersonRefusal> {
  return await act(id, 'roles', request);
}
