import { createHash, randomUUID } from 'node:crypto';
import type { CryptoKey } from 'jose';
import * as v from 'valibot';

// Loaded when a service is asked: a command on a store needs none of it.
const loadJose = () => import('jose');

const ALGORITHM = 'ES256';
const field = v.pipe(v.string(), v.regex(/^[\w-]{43}$/));

/** The private key of a session, which proves who sends a request (RFC 9449). */
export const ProofKeySchema = v.strictObject({
  kty: v.literal('EC'),
  crv: v.literal('P-256'),
  x: field,
  y: field,
  d: field,
});
export type ProofKey = v.InferOutput<typeof ProofKeySchema>;

export async function makeProofKey(): Promise<ProofKey> {
  const { exportJWK, generateKeyPair } = await loadJose();
  const { privateKey } = await generateKeyPair(ALGORITHM, { extractable: true });
  return v.parse(ProofKeySchema, await exportJWK(privateKey));
}

/** What a proof is for. */
interface Proven {
  readonly method: string;
  /** Without query and fragment. */
  readonly url: string;
  readonly nonce: string | undefined;
  /** Undefined where the request has none yet. */
  readonly accessToken: string | undefined;
}

/** Makes the proofs of a key, one for each request: nobody can use one again. */
export class Prover {
  readonly #key: ProofKey;
  #imported: Promise<CryptoKey | Uint8Array> | undefined;

  constructor(key: ProofKey) {
    this.#key = key;
  }

  async prove({ method, url, nonce, accessToken }: Proven): Promise<string> {
    const { importJWK, SignJWT } = await loadJose();
    const { d: _private, ...jwk } = this.#key;
    this.#imported ??= importJWK(this.#key, ALGORITHM);
    const ath = accessToken === undefined ? undefined : createHash('sha256').update(accessToken).digest('base64url');
    return new SignJWT({
      htm: method,
      htu: url,
      ...(nonce !== undefined && { nonce }),
      ...(ath !== undefined && { ath }),
    })
      .setProtectedHeader({ alg: ALGORITHM, typ: 'dpop+jwt', jwk })
      .setJti(randomUUID())
      .setIssuedAt()
      .sign(await this.#imported);
  }
}
