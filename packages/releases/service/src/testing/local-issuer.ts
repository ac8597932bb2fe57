import { randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { listen } from '@portal/node-kit/listen';
import type { Listening } from '@portal/node-kit/listen';
import { exportJWK, generateKeyPair, importJWK, SignJWT } from 'jose';
import type { JWK, JWTHeaderParameters, JWTPayload } from 'jose';
import Provider from 'oidc-provider';
import type { Adapter, AdapterPayload, Configuration } from 'oidc-provider';

/** A person at the identity provider. */
export interface Person {
  readonly sub: string;
  readonly email: string;
  readonly email_verified?: boolean;
  readonly roles?: readonly string[];
}

/** Public clients of the identity provider, which return to any port of this machine. */
const CLIENTS = ['release-command', 'release-console'];
const CALLBACK = 'http://127.0.0.1/signed-in';

async function makeKey(): Promise<JWK> {
  const { privateKey } = await generateKeyPair('ES256', { extractable: true });
  return { ...(await exportJWK(privateKey)), alg: 'ES256', use: 'sig', kid: randomBytes(8).toString('hex') };
}

/** The provider's own adapter warns that it is not for production. */
class RecordsInMemory implements Adapter {
  static readonly #records = new Map<string, AdapterPayload>();
  readonly #model: string;

  constructor(model: string) {
    this.#model = model;
  }

  async upsert(id: string, payload: AdapterPayload): Promise<void> {
    RecordsInMemory.#records.set(`${this.#model} ${id}`, payload);
  }

  async find(id: string): Promise<AdapterPayload | undefined> {
    return RecordsInMemory.#records.get(`${this.#model} ${id}`);
  }

  async findByUserCode(): Promise<undefined> {}

  async findByUid(uid: string): Promise<AdapterPayload | undefined> {
    return [...RecordsInMemory.#records.values()].find((payload) => payload.uid === uid);
  }

  async destroy(id: string): Promise<void> {
    RecordsInMemory.#records.delete(`${this.#model} ${id}`);
  }

  async revokeByGrantId(): Promise<void> {}

  async consume(id: string): Promise<void> {
    const record = await this.find(id);
    if (record) record.consumed = Math.floor(Date.now() / 1000);
  }
}

/**
 * For tests: a real issuer (oidc-provider, on this machine), with discovery, keys, and a sign-in of people without a form. As a CI does, it
 * also signs workload tokens with its keys.
 */
export class LocalIssuer {
  readonly #people = new Map<string, Person>();
  #port = 0;
  #listening: Listening | undefined;
  #key: JWK = {};
  #provider: Provider | undefined;
  /** Whom the next browser signs in. */
  person: Person | undefined;
  /** How often its keys were read. */
  keyReads = 0;

  static async start(): Promise<LocalIssuer> {
    const issuer = new LocalIssuer();
    await issuer.listen();
    await issuer.rotateKeys();
    return issuer;
  }

  /** As `iss` claims have it: "http://localhost:4711". */
  get url(): string {
    return `http://localhost:${String(this.#port)}`;
  }

  /** Listens again after `stop`, at the same address. */
  async listen(): Promise<void> {
    const handler = (request: IncomingMessage, response: ServerResponse) => void this.#answer(request, response);
    this.#listening = await listen(handler, { port: this.#port, host: 'localhost', variable: 'PORT', grace: 0 });
    this.#port = this.#listening.port;
  }

  async stop(): Promise<void> {
    await this.#listening?.close();
  }

  /** From now on it signs with a new key, and its old one is gone. */
  async rotateKeys(): Promise<void> {
    this.#key = await makeKey();
    this.#provider = new Provider(this.url, this.#configuration());
  }

  /** The public key that its tokens are signed with. */
  get publicKey(): JWK {
    const { d: _secret, ...key } = this.#key;
    return key;
  }

  /** Signs claims as they are. */
  async sign(claims: JWTPayload, header: Partial<JWTHeaderParameters> = {}): Promise<string> {
    const now = Math.floor(Date.now() / 1000);
    const { alg = 'ES256', kid } = this.#key;
    return new SignJWT({ iss: this.url, iat: now, jti: randomBytes(8).toString('hex'), ...claims })
      .setProtectedHeader({ alg, ...(kid !== undefined && { kid }), ...header })
      .sign(await importJWK(this.#key, 'ES256'));
  }

  /** The workload token that a CI like GitLab gives to a job. */
  workloadToken(
    audience: string,
    { project = 'acme/mfe-hubs', branch = 'main', ...claims }: JWTPayload & { project?: string; branch?: string } = {},
  ): Promise<string> {
    return this.sign({
      aud: audience,
      exp: Math.floor(Date.now() / 1000) + 300,
      sub: `project_path:${project}:ref_type:branch:ref:${branch}`,
      project_path: project,
      ref: branch,
      ref_type: 'branch',
      ref_protected: branch === 'main' ? 'true' : 'false',
      ...claims,
    });
  }

  /** The ID token of a person who has signed in to a client; `now`: seconds since the epoch. */
  personToken(person: Person, clientId = 'release-command', now = Math.floor(Date.now() / 1000)): Promise<string> {
    return this.sign({ email_verified: true, roles: [], ...person, aud: clientId, iat: now, exp: now + 600 });
  }

  /** Follows the redirects of a sign-in with their cookies, as a browser does, up to that to the client. */
  async followSignIn(start: string): Promise<URL> {
    const cookies = new Map<string, string>();
    let next = new URL(start);
    while (next.origin === this.url) {
      const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
      const response = await fetch(next, { redirect: 'manual', headers: { cookie } });
      for (const line of response.headers.getSetCookie()) {
        const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
        cookies.set(name, value);
      }
      const location = response.headers.get('location');
      if (location === null) throw new Error(`the sign-in stops at ${next.pathname}: ${await response.text()}`);
      next = new URL(location, next);
    }
    return next;
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const provider = this.#provider;
    if (!provider) return;
    if (request.url?.startsWith('/jwks')) this.keyReads += 1;
    if (!request.url?.startsWith('/sign-in/')) return void provider.callback()(request, response);
    const { person } = this;
    if (!person) return provider.interactionFinished(request, response, { error: 'access_denied' });
    this.#people.set(person.sub, person);
    return provider.interactionFinished(request, response, { login: { accountId: person.sub }, consent: {} });
  }

  #configuration(): Configuration {
    return {
      adapter: RecordsInMemory,
      clients: CLIENTS.map((client_id) => ({
        client_id,
        application_type: 'native',
        token_endpoint_auth_method: 'none',
        grant_types: ['authorization_code'],
        response_types: ['code'],
        id_token_signed_response_alg: 'ES256',
        redirect_uris: [CALLBACK, 'http://127.0.0.1/callback', 'http://localhost/callback'],
      })),
      clientAuthMethods: ['none'],
      jwks: { keys: [this.#key] },
      cookies: { keys: [randomBytes(16).toString('hex')] },
      claims: { openid: ['sub', 'email', 'email_verified', 'roles'] },
      conformIdTokenClaims: false,
      pkce: { required: () => true },
      interactions: { url: (_ctx, { uid }) => `/sign-in/${uid}` },
      features: { devInteractions: { enabled: false }, userinfo: { enabled: false } },
      ttl: { AccessToken: 600, IdToken: 600, Interaction: 600, Grant: 600, Session: 600 },
      findAccount: (_ctx, sub) => {
        const person = this.#people.get(sub);
        if (!person) return undefined;
        return { accountId: sub, claims: async () => ({ email_verified: true, roles: [], ...person }) };
      },
      // The company's own clients: nobody is asked for consent.
      loadExistingGrant: async ({ oidc: { provider, client, session } }) => {
        if (!client || !session?.accountId) return undefined;
        const grant = new provider.Grant({ clientId: client.clientId, accountId: session.accountId });
        grant.addOIDCScope('openid');
        await grant.save();
        return grant;
      },
    };
  }
}
