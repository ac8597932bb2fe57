import { createHash } from 'node:crypto';
import { expect } from '@playwright/test';

/** A person made for one test. */
export interface Person {
  readonly email: string;
  readonly hubs: readonly { readonly serial: string; readonly partNumber: string }[];
  /** People who hold the same hubs, by the name of the demo person they are a copy of. */
  readonly companions: Readonly<Record<string, string>>;
}

interface Mail {
  readonly subject: string;
  readonly text: string;
  readonly links: readonly string[];
}

async function ask(url: string, body?: unknown): Promise<unknown> {
  const answer = await fetch(
    url,
    body === undefined
      ? {}
      : { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) },
  );
  if (!answer.ok) throw new Error(`${url} answered ${answer.status}: ${await answer.text()}`);
  return await answer.json();
}

/** Makes a person for one test: a copy of the demo person `copyOf`, except for `account` and, where given, `hubs` or their number. */
export async function createPerson(
  backendUrl: string,
  prefix: string,
  copyOf: string,
  account: {
    readonly language?: string | null;
    readonly country?: string | null;
    readonly roles?: readonly string[];
    readonly password?: string;
  } = {},
  hubs?: number | readonly { readonly serial: string; readonly sharingMode: 'public' | 'off' }[],
): Promise<Person> {
  const person = await ask(`${backendUrl}/control/people`, { prefix, copyOf, account, hubs });
  // The development backend is the tests' own; its answers are trusted here.
  return person as Person;
}

/** The id of a person's account, as the development backend makes it. */
export function getAccountId(email: string): string {
  const [name = ''] = email.split('@');
  return createHash('sha256').update(name).digest('hex').slice(0, 24);
}

/** Waits for the first mail to somebody. */
export async function firstMail(backendUrl: string, to: string): Promise<Mail> {
  let mails: readonly Mail[] = [];
  await expect(async () => {
    const answer = await ask(`${backendUrl}/mailbox.json?to=${encodeURIComponent(to)}`);
    mails = (answer as { readonly mails: readonly Mail[] }).mails;
    expect(mails.length).toBeGreaterThan(0);
  }).toPass();
  const [mail] = mails;
  if (!mail) throw new Error(`There is no mail to ${to}`);
  return mail;
}
