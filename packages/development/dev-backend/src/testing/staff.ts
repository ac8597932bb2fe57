import { JournalResponseSchema, PersonResponseSchema } from '@portal/staff-api/wire';
import * as v from 'valibot';
import { getAccountId } from '../database/add-person.ts';
import type { BackendClient, Person, TestResponse } from './demo-backend.ts';

/** Why the tests do things. */
export const REASON = 'Asked for it by phone';

/** The id of the account of a person, without a look-up: those are limited. */
export function toId({ email }: Pick<Person, 'email'>): string {
  return getAccountId(email.replace(/@example\.com$/, ''));
}

/** Calls the staff API as demo people or people of a test. */
export function getStaff(client: () => BackendClient) {
  /** `who` is a demo person's name or an e-mail address. */
  const post = async (who: string, path: string, body: unknown): Promise<TestResponse> =>
    client().call(`staff/${path}`, await client().token(who), { method: 'POST', body });
  const get = async (who: string, path: string): Promise<TestResponse> =>
    client().call(`staff/${path}`, await client().token(who));

  return {
    get,
    post,
    /** The account of a person, as staff see it. */
    async view(who: string, person: Pick<Person, 'email'>) {
      return v.parse(PersonResponseSchema, (await get(who, `people/${toId(person)}`)).body).data;
    },
    /** A page of the journal, as the demo admin sees it. */
    async journal(query: Readonly<Record<string, string>>) {
      const { body } = await get('admin', `journal?${new URLSearchParams(query).toString()}`);
      return v.parse(JournalResponseSchema, body).data;
    },
    /** What was done to a person's account, the latest first. */
    async entriesOn(person: Pick<Person, 'email'>) {
      const { entries } = await this.journal({ on: toId(person) });
      return entries.map(({ action, by, what, reason }) => ({ action, by: by.email, what, reason }));
    },
    /** Somebody with these roles. */
    async newStaff(...roles: readonly string[]): Promise<Person> {
      return client().newPerson({ prefix: 'staff', account: { roles } });
    },
  };
}
