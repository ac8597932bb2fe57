import { createHash, generateKeyPairSync, randomUUID, sign } from 'node:crypto';
import { createServer } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

const KEY_ID = 'test';

interface Grant {
  readonly nonce: string;
  readonly challenge: string;
  readonly redirectUri: string;
}

const base64 = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');

function respond(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}

/** For tests: an identity provider that signs `person` in without a form. */
export class TestIdentityProvider {
  readonly #keys = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  readonly #grants = new Map<string, Grant>();
  readonly #server = createServer((request, response) => {
    this.#answer(request, response).catch(() => response.destroy());
  });
  /** Who signs in; null cancels every sign-in. */
  person: {
    readonly email: string;
    readonly email_verified?: boolean | undefined;
    readonly roles: readonly string[];
  } | null = null;
  /** Replaces the nonce of ID tokens, as in a replayed token. */
  nonce: string | undefined;

  get issuer(): string {
    return `http://localhost:${String((this.#server.address() as AddressInfo).port)}`;
  }

  async start(): Promise<this> {
    await new Promise<void>((listening) => {
      this.#server.listen(0, 'localhost', listening);
    });
    return this;
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((closed) => this.#server.close(closed));
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '', this.issuer);
    if (url.pathname === '/auth') this.#authorize(url.searchParams, response);
    else if (url.pathname === '/token') this.#issue(new URLSearchParams(await text(request)), response);
    else if (url.pathname === '/jwks') respond(response, 200, { keys: [this.#publicKey()] });
    else respond(response, 200, this.#metadata());
  }

  #metadata(): unknown {
    const at = (path: string) => `${this.issuer}/${path}`;
    return {
      issuer: this.issuer,
      authorization_endpoint: at('auth'),
      token_endpoint: at('token'),
      jwks_uri: at('jwks'),
      end_session_endpoint: at('end'),
      response_types_supported: ['code'],
      id_token_signing_alg_values_supported: ['ES256'],
      code_challenge_methods_supported: ['S256'],
      authorization_response_iss_parameter_supported: true,
    };
  }

  #publicKey(): unknown {
    return { ...this.#keys.publicKey.export({ format: 'jwk' }), kid: KEY_ID, alg: 'ES256', use: 'sig' };
  }

  #authorize(query: URLSearchParams, response: ServerResponse): void {
    const redirectUri = query.get('redirect_uri') ?? '';
    const back = new URL(redirectUri);
    back.searchParams.set('state', query.get('state') ?? '');
    back.searchParams.set('iss', this.issuer);
    if (this.person) {
      const code = randomUUID();
      const [nonce, challenge] = [query.get('nonce') ?? '', query.get('code_challenge') ?? ''];
      this.#grants.set(code, { nonce, challenge, redirectUri });
      back.searchParams.set('code', code);
    } else {
      back.searchParams.set('error', 'access_denied');
    }
    response.writeHead(303, { location: back.href }).end();
  }

  #issue(form: URLSearchParams, response: ServerResponse): void {
    const grant = this.#grants.get(form.get('code') ?? '');
    this.#grants.delete(form.get('code') ?? '');
    const verifier = createHash('sha256')
      .update(form.get('code_verifier') ?? '')
      .digest('base64url');
    if (!grant || grant.challenge !== verifier || grant.redirectUri !== form.get('redirect_uri'))
      respond(response, 400, { error: 'invalid_grant' });
    else this.#issueTo(grant, form, response);
  }

  #issueTo(grant: Grant, form: URLSearchParams, response: ServerResponse): void {
    const now = Math.floor(Date.now() / 1000);
    const claims = {
      iss: this.issuer,
      aud: form.get('client_id'),
      sub: this.person?.email.split('@')[0],
      iat: now,
      exp: now + 600,
    };
    const idToken = this.#signed({ ...claims, ...this.person, nonce: this.nonce ?? grant.nonce });
    respond(response, 200, { token_type: 'Bearer', access_token: randomUUID(), id_token: idToken });
  }

  #signed(claims: unknown): string {
    const unsigned = `${base64({ alg: 'ES256', kid: KEY_ID })}.${base64(claims)}`;
    const key = { key: this.#keys.privateKey, dsaEncoding: 'ieee-p1363' } as const;
    return `${unsigned}.${sign('sha256', Buffer.from(unsigned), key).toString('base64url')}`;
  }
}
