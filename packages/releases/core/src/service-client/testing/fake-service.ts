import { createHash, randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import type { Listening } from '@portal/node-kit/listen';
import { listen } from '@portal/node-kit/listen';
import { calculateJwkThumbprint, EmbeddedJWK, jwtVerify } from 'jose';
import { ACCESS_TOKEN } from '../../service-api/token.ts';
import { PROBLEM_TYPE } from '../../service-api/problem.ts';
import type { Credentials } from '../credentials.ts';
import { makeProofKey } from '../proof-key.ts';

/** For tests: what a fake service answers. */
interface Reply {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: object | Uint8Array | string;
}

interface Seen {
  readonly method: string;
  readonly path: string;
  readonly body: Buffer;
}

/** For tests: a release service that checks tokens, proofs and nonces, and answers what a test says. */
export class FakeService {
  /** Answers a request of somebody who is signed in; undefined breaks the connection. */
  answer: (seen: Seen) => Reply | undefined = () => ({ body: {} });
  /** Requests with a valid proof and token, as "GET /objects". */
  readonly seen: Seen[] = [];
  /** The subject tokens that were exchanged. */
  readonly exchanged: string[] = [];
  /** Why the next exchanges are refused. */
  refuses: string | undefined;
  nonce: string = randomUUID();
  tokenSeconds = 600;
  #token = '';
  readonly #proofs = new Set<string>();
  #listening: Listening | undefined;
  #thumbprint = '';

  async start(): Promise<this> {
    this.#listening = await listen((request, response) => void this.#handle(request, response), {
      port: 0,
      host: '127.0.0.1',
      variable: 'RELEASE_PORT',
    });
    return this;
  }

  get url(): string {
    return `http://127.0.0.1:${String(this.#listening?.port)}`;
  }

  /** Forgets the tokens that it gave, like a service that was started anew. */
  forget(): void {
    this.#token = 'none';
  }

  async stop(): Promise<void> {
    await this.#listening?.close();
  }

  async #handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await buffer(request).catch(() => Buffer.alloc(0));
    const reply = await this.#reply(request, body);
    if (!reply) {
      request.socket.destroy();
      return;
    }
    const bytes =
      typeof reply.body === 'string' || reply.body instanceof Uint8Array
        ? reply.body
        : JSON.stringify(reply.body ?? {});
    response.writeHead(reply.status ?? 200, { 'dpop-nonce': this.nonce, ...reply.headers }).end(bytes);
  }

  async #reply(request: IncomingMessage, body: Buffer): Promise<Reply | undefined> {
    const { method = '', url = '' } = request;
    const path = url.replace(/\?.*/, '');
    const proof = await jwtVerify(String(request.headers['dpop']), EmbeddedJWK, { typ: 'dpop+jwt' });
    const { htm, htu, nonce, jti = '', ath } = proof.payload;
    if (htm !== method || htu !== `${this.url}${path}` || this.#proofs.has(jti))
      return { status: 400, body: { error: 'invalid_dpop_proof' } };
    this.#proofs.add(jti);
    const thumbprint = await calculateJwkThumbprint(proof.protectedHeader.jwk ?? {});
    if (nonce !== this.nonce)
      return { status: path === '/token' ? 400 : 401, headers: { 'www-authenticate': 'DPoP error="use_dpop_nonce"' } };
    if (path === '/token') return this.#exchange(body, thumbprint);
    const hash = createHash('sha256').update(this.#token).digest('base64url');
    if (request.headers.authorization !== `DPoP ${this.#token}` || ath !== hash || thumbprint !== this.#thumbprint)
      return refusal(401, 'not-signed-in', 'The access token is not valid.');
    const seen = { method, path: url, body };
    this.seen.push(seen);
    return this.answer(seen);
  }

  #exchange(body: Buffer, thumbprint: string): Reply {
    const form = new URLSearchParams(body.toString());
    if (this.refuses !== undefined)
      return { status: 400, body: { error: 'invalid_grant', error_description: this.refuses } };
    this.exchanged.push(form.get('subject_token') ?? '');
    [this.#token, this.#thumbprint] = [randomUUID(), thumbprint];
    const token = { access_token: this.#token, issued_token_type: ACCESS_TOKEN, token_type: 'DPoP' };
    return { body: { ...token, expires_in: this.tokenSeconds } };
  }
}

/** For tests: a refusal, as the service writes it. */
export function refusal(status: number, rule: string, problem: string): Reply {
  const refusals = [{ rule, sides: ['the request'], problem, remedy: 'Ask.' }];
  const body = { kind: 'refused', title: 'Refused', status, detail: problem, refusals };
  return { status, headers: { 'content-type': PROBLEM_TYPE }, body };
}

/** For tests: credentials that keep nothing on the disk. */
export function memoryCredentials(subjectToken: string): Credentials {
  const key = makeProofKey();
  return {
    remedy: 'Sign in again.',
    key: () => key,
    subjectToken: () => Promise.resolve(subjectToken),
    findAccess: () => Promise.resolve(undefined),
    keepAccess: () => Promise.resolve(),
  };
}
