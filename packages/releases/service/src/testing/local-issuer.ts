import { createHash, randomBytes, randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { listen } from '@portal/node-kit/listen';
import type { Listening } from '@portal/node-kit/listen';
import { exportJWK, generateKeyPair, importJWK, SignJWT } from 'jose';
import type { JWK, JWTHeaderParameters, JWTPayload } from 'jose';

/** A person at the identity provider. */
export interface Person {
  /** The local part of the address by default. */
  readonly sub?: string;
  readonly email: string;
  readonly email_verified?: boolean | undefined;
  readonly roles?: readonly string[];
}

/** What a code was given for. */
interface Grant {
  readonly person: Person;
  readonly nonce: string;
  readonly challenge: string;
  readonly redirectUri: string;
}

const LIFETIME_SECONDS = 600;
const nowInSeconds = () => Math.floor(Date.now() / 1000);

async function makeKey(): Promise<JWK> {
  const { privateKey } = await generateKeyPair('ES256', { extractable: true });
  return { ...(await exportJWK(privateKey)), alg: 'ES256', use: 'sig', kid: randomBytes(8).toString('hex') };
}

function respond(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}

/**
 * For tests: an issuer on this machine, with discovery, keys, and a sign-in of people without a form (authorization
 * code with PKCE). As a CI does, it also signs workload tokens with its keys.
 */
export class LocalIssuer {
  readonly #grants = new Map<string, Grant>();
  #port = 0;
  #listening: Listening | undefined;
  #key: JWK = {};
  /** Whom the next browser signs in; without one, the sign-in is cancelled. */
  person: Person | undefined;
  /** Replaces the nonce of ID tokens, as in a replayed token. */
  nonce: string | undefined;
  /** Whether it signs in on any device (RFC 8628); it then asks for `person` when the client asks for the tokens. */
  device: 'none' | 'for all' | 'for other clients' | 'declined' = 'none';
  /** Refresh token -> whose it is; each is taken once. */
  readonly #sessions = new Map<string, Person>();
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

  /** Takes none of its refresh tokens any more. */
  endSessions(): void {
    this.#sessions.clear();
  }

  /** Listens again after `stop`, at the same address. */
  async listen(): Promise<void> {
    const handler = (request: IncomingMessage, response: ServerResponse) => {
      this.#answer(request, response).catch(() => response.destroy());
    };
    this.#listening = await listen(handler, { port: this.#port, host: 'localhost', variable: 'PORT', grace: 0 });
    this.#port = this.#listening.port;
  }

  async stop(): Promise<void> {
    await this.#listening?.close();
  }

  /** From now on it signs with a new key, and its old one is gone. */
  async rotateKeys(): Promise<void> {
    this.#key = await makeKey();
  }

  /** The public key that its tokens are signed with. */
  get publicKey(): JWK {
    const { d: _secret, ...key } = this.#key;
    return key;
  }

  /** Signs claims as they are. */
  async sign(claims: JWTPayload, header: Partial<JWTHeaderParameters> = {}): Promise<string> {
    const { alg = 'ES256', kid } = this.#key;
    return new SignJWT({ iss: this.url, iat: nowInSeconds(), jti: randomBytes(8).toString('hex'), ...claims })
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
      exp: nowInSeconds() + 300,
      sub: `project_path:${project}:ref_type:branch:ref:${branch}`,
      project_path: project,
      ref: branch,
      ref_type: 'branch',
      ref_protected: branch === 'main' ? 'true' : 'false',
      ...claims,
    });
  }

  /** The ID token of a person who has signed in to a client; `now`: seconds since the epoch. */
  personToken(person: Person, clientId = 'release-command', now = nowInSeconds(), nonce?: string): Promise<string> {
    const [sub = ''] = person.email.split('@');
    const claims = { sub, email_verified: true, roles: [], ...person, ...(nonce !== undefined && { nonce }) };
    return this.sign({ ...claims, aud: clientId, iat: now, exp: now + LIFETIME_SECONDS });
  }

  /** Follows the redirects of a sign-in up to that to the client, as a browser does. */
  async followSignIn(start: string): Promise<URL> {
    let next = new URL(start);
    while (next.origin === this.url) {
      const response = await fetch(next, { redirect: 'manual' });
      const location = response.headers.get('location');
      if (location === null) throw new Error(`the sign-in stops at ${next.pathname}: ${await response.text()}`);
      next = new URL(location, next);
    }
    return next;
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname, searchParams } = new URL(request.url ?? '', this.url);
    if (pathname === '/auth') this.#authorize(searchParams, response);
    else if (pathname === '/token') {
      const answer = await this.#grant(new URLSearchParams(await text(request)));
      respond(response, 'error' in answer ? 400 : 200, answer);
    } else if (pathname === '/device') this.#beginOnDevice(response);
    else if (pathname === '/jwks') {
      this.keyReads += 1;
      respond(response, 200, { keys: [this.publicKey] });
    } else respond(response, 200, this.#metadata());
  }

  #metadata(): unknown {
    return {
      issuer: this.url,
      authorization_endpoint: `${this.url}/auth`,
      token_endpoint: `${this.url}/token`,
      jwks_uri: `${this.url}/jwks`,
      end_session_endpoint: `${this.url}/end`,
      ...(this.device !== 'none' && { device_authorization_endpoint: `${this.url}/device` }),
      response_types_supported: ['code'],
      id_token_signing_alg_values_supported: ['ES256'],
      code_challenge_methods_supported: ['S256'],
      authorization_response_iss_parameter_supported: true,
    };
  }

  #authorize(query: URLSearchParams, response: ServerResponse): void {
    const [redirectUri = '', state = '', nonce = '', challenge = ''] = [
      'redirect_uri',
      'state',
      'nonce',
      'code_challenge',
    ].map((name) => query.get(name) ?? '');
    const back = new URL(redirectUri);
    back.searchParams.set('state', state);
    back.searchParams.set('iss', this.url);
    if (this.person) {
      const code = randomUUID();
      this.#grants.set(code, { person: this.person, nonce, challenge, redirectUri });
      back.searchParams.set('code', code);
    } else {
      back.searchParams.set('error', 'access_denied');
    }
    response.writeHead(303, { location: back.href }).end();
  }

  #beginOnDevice(response: ServerResponse): void {
    if (this.device === 'for other clients') {
      respond(response, 400, { error: 'unauthorized_client' });
      return;
    }
    const address = {
      verification_uri: `${this.url}/device`,
      verification_uri_complete: `${this.url}/device?user_code=ABCD`,
    };
    respond(response, 200, { device_code: 'd', user_code: 'ABCD', ...address, expires_in: 600, interval: 0.01 });
  }

  #grant(form: URLSearchParams): Promise<object> | object {
    const field = (name: string) => form.get(name) ?? '';
    const clientId = field('client_id');
    if (field('grant_type') === 'authorization_code') return this.#redeem(form, clientId);
    if (field('grant_type') === 'refresh_token') {
      const person = this.#sessions.get(field('refresh_token'));
      this.#sessions.delete(field('refresh_token'));
      return person ? this.#tokens(person, clientId) : { error: 'invalid_grant' };
    }
    if (this.device === 'declined') return { error: 'access_denied' };
    return this.person ? this.#tokens(this.person, clientId) : { error: 'authorization_pending' };
  }

  async #tokens(person: Person, clientId: string, nonce?: string): Promise<object> {
    const refreshToken = randomUUID();
    this.#sessions.set(refreshToken, person);
    const idToken = await this.personToken(person, clientId, undefined, nonce === '' ? undefined : nonce);
    return { token_type: 'Bearer', access_token: randomUUID(), id_token: idToken, refresh_token: refreshToken };
  }

  #redeem(form: URLSearchParams, clientId: string): Promise<object> | object {
    const [code = '', verifier = '', redirectUri] = ['code', 'code_verifier', 'redirect_uri'].map(
      (name) => form.get(name) ?? '',
    );
    const grant = this.#grants.get(code);
    this.#grants.delete(code);
    const challenge = createHash('sha256').update(verifier).digest('base64url');
    if (!grant || grant.challenge !== challenge || grant.redirectUri !== redirectUri) return { error: 'invalid_grant' };
    return this.#tokens(grant.person, clientId, this.nonce ?? grant.nonce);
  }
}
