import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AccountResponseSchema, HubsResponseSchema } from '@portal/api/wire';
import { EnvelopeSchema } from '@portal/contract/wire';
import type { JWTPayload } from 'jose';
import * as v from 'valibot';
import { DEMO_PASSWORD } from '../database/demo-data.ts';
import { loadKeys } from '../keys.ts';
import { startDevBackend } from '../index.ts';
import type { DevBackendOptions } from '../index.ts';
import { signAccessToken } from './sign-access-token.ts';
import { Visitor } from './visitor.ts';
import type { Visit } from './visitor.ts';

/** Origin of the portal in the tests; no server listens there. */
export const PORTAL = 'http://localhost:4999';
/** Origin of the release console in the tests; no server listens there. */
export const CONSOLE = 'http://localhost:4998';

/** A person who has signed in. */
interface SignedIn {
  readonly visitor: Visitor;
  readonly accessToken: string;
  readonly refreshToken: string;
}

/** A call's outcome. */
export interface TestResponse {
  readonly status: number;
  readonly headers: Headers;
  readonly body: unknown;
}

const PersonSchema = v.object({
  email: v.string(),
  password: v.string(),
  hubs: v.array(
    v.object({
      serial: v.string(),
      partNumber: v.string(),
      type: v.string(),
      sharingMode: v.string(),
      activatedAt: v.string(),
      role: v.string(),
    }),
  ),
  companions: v.record(v.string(), v.string()),
});
/** A person in an answer of the control endpoint. */
export type Person = v.InferOutput<typeof PersonSchema>;

const MailsSchema = v.object({
  mails: v.array(
    v.object({
      id: v.string(),
      from: v.string(),
      to: v.array(v.string()),
      subject: v.string(),
      language: v.string(),
      text: v.string(),
      html: v.string(),
      links: v.array(v.string()),
    }),
  ),
});

/** Status and first error of a refused call. */
export function refusalIn({ status, body }: TestResponse) {
  return { status, ...v.parse(EnvelopeSchema, body).errors?.[0] };
}

/** What a refused call answers. */
export const refusal = (status: number, error: string) => ({ status, body: { errors: [{ error }] } });

/** Calls a backend as the portal and its visitors do. */
export class BackendClient {
  readonly url: string;
  /** Where the backend keeps its keys, and looks for remotes. */
  readonly stateFolder: string;
  #keys: ReturnType<typeof loadKeys> | undefined;

  /** The lines of sign-ins, refusals and changes. */
  readonly records: string[];
  /** How far the backend's clock is ahead, in milliseconds. */
  readonly clock: { ahead: number };

  constructor(url: string, stateFolder: string, records: string[] = [], clock = { ahead: 0 }) {
    this.url = url;
    this.stateFolder = stateFolder;
    this.records = records;
    this.clock = clock;
  }

  /** Where the portal sends a visitor to sign in. */
  signInAddress(query: { returnTo?: string; redirectUri?: string } = {}): string {
    const { returnTo = `${PORTAL}/settings`, redirectUri = `${PORTAL}/login` } = query;
    return `${this.url}/api/user/weblogin/?${new URLSearchParams({ returnTo, redirectUri }).toString()}`;
  }

  /**
   * Opens the login form and fills it in. `who` is a demo person's name or an e-mail address. @returns the page that
   * follows.
   */
  async enter(who: string, visitor = new Visitor(), password = DEMO_PASSWORD): Promise<Visit> {
    const form = await visitor.goTo(this.signInAddress());
    return visitor.submit(form, { email: who.includes('@') ? who : `${who}@example.com`, password });
  }

  /** Signs in a demo person, or the person with this e-mail address. */
  async signIn(who: string, visitor = new Visitor()): Promise<SignedIn> {
    const { url } = await this.enter(who, visitor);
    const accessToken = visitor.cookie('access_token');
    const refreshToken = visitor.cookie('refresh_token');
    if (accessToken === undefined || refreshToken === undefined)
      throw new Error(`${who} was not let in, but sent to ${url.href}`);
    return { visitor, accessToken, refreshToken };
  }

  /**
   * An access token as from a sign-in of a demo person, or of the person with this address, which would take ten
   * requests.
   */
  async token(who: string, claims: JWTPayload = {}): Promise<string> {
    const sub = `identity-${who.replace(/@example\.com$/, '')}`;
    return signAccessToken(await (this.#keys ??= loadKeys(this.stateFolder)), this.url, { sub, ...claims });
  }

  /** Calls the API as `token`'s owner. */
  async call(
    path: string,
    token?: string,
    { method = 'GET', body }: { method?: string; body?: unknown } = {},
  ): Promise<TestResponse> {
    const response = await fetch(`${this.url}/api/${path}`, {
      method,
      headers: {
        accept: 'application/json',
        origin: PORTAL,
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    return { status: response.status, headers: response.headers, body: await response.json() };
  }

  /** Calls the control endpoint. */
  async control(
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<TestResponse> {
    const response = await fetch(`${this.url}/control/${path}`, {
      method,
      headers: { ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...headers },
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    return { status: response.status, headers: response.headers, body: await response.json() };
  }

  /** Creates a person for one test. */
  async newPerson(request: Readonly<Record<string, unknown>>): Promise<Person> {
    const { body } = await this.control('POST', 'people', { prefix: 'test', ...request });
    return v.parse(PersonSchema, body);
  }

  /** The mails to an address, the latest first. */
  async mailsTo(email: string) {
    const response = await fetch(`${this.url}/mailbox.json?${new URLSearchParams({ to: email }).toString()}`);
    return v.parse(MailsSchema, await response.json()).mails;
  }

  /** The link in the latest of `count` mails to an address. Some mails come after the answer. */
  async linkTo(email: string, count = 1): Promise<string> {
    for (;;) {
      const mails = await this.mailsTo(email);
      if (mails.length >= count) return mails[0]?.links[0] ?? '';
    }
  }

  /** The account of `token`'s owner. */
  async account(token: string | undefined) {
    return v.parse(AccountResponseSchema, (await this.call('account/', token)).body).data;
  }

  /** The hubs of `token`'s owner. */
  async hubs(token: string) {
    return v.parse(HubsResponseSchema, (await this.call('hubs', token)).body).data;
  }

  /** Exchanges a refresh token for new tokens. */
  refresh(refreshToken: string): Promise<TestResponse> {
    return this.call('user/getTokens', undefined, { method: 'POST', body: { refreshToken } });
  }
}

/** A running backend for the tests. */
interface DemoBackend {
  readonly client: BackendClient;
  /** The lines it logged. */
  readonly lines: readonly string[];
  close(): Promise<void>;
}

/** A backend on a free port with its own state folder. */
export async function startDemoBackend(
  options: Pick<DevBackendOptions, 'databaseUrl' | 'control'>,
): Promise<DemoBackend> {
  const stateFolder = await mkdtemp(join(tmpdir(), 'dev-backend-'));
  const lines: string[] = [];
  const records: string[] = [];
  const clock = { ahead: 0 };
  const backend = await startDevBackend({
    port: 0,
    stateFolder,
    partsFolder: stateFolder,
    portalOrigins: [PORTAL, 'http://127.0.0.1:4999'],
    consoleOrigins: [CONSOLE],
    log: (line) => lines.push(line),
    record: (line) => records.push(line),
    now: () => Date.now() + clock.ahead,
    ...options,
  });
  return {
    client: new BackendClient(backend.url, stateFolder, records, clock),
    lines,
    async close() {
      await backend.close();
      await rm(stateFolder, { recursive: true });
    },
  };
}
