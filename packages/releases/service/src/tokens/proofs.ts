import { createHash } from 'node:crypto';
import { calculateJwkThumbprint, EmbeddedJWK, errors, jwtVerify } from 'jose';
import type { JWTVerifyResult } from 'jose';
import * as v from 'valibot';
import { AuthError } from './auth-error.ts';
import type { Nonces } from './nonces.ts';

/** The signatures that a proof may have. */
export const PROOF_ALGORITHMS = ['ES256', 'EdDSA', 'Ed25519'];

const ProofSchema = v.object({
  jti: v.pipe(v.string(), v.minLength(8), v.maxLength(200)),
  htm: v.string(),
  htu: v.pipe(v.string(), v.maxLength(4000)),
  iat: v.number(),
  ath: v.exactOptional(v.string()),
  nonce: v.exactOptional(v.pipe(v.string(), v.maxLength(200))),
});
type ProofClaims = v.InferOutput<typeof ProofSchema>;

/** What a proof has to prove: this method and address, and this access token if there is one. */
interface Proven {
  readonly method: string;
  /** Without query. */
  readonly address: string;
  readonly accessToken?: string | undefined;
}

const REMEDY = 'Make a new proof for each request, as RFC 9449 says.';

function invalid(problem: string, cause?: unknown): AuthError {
  return new AuthError('invalid_dpop_proof', problem, REMEDY, cause);
}

async function verify(proof: string): Promise<JWTVerifyResult> {
  try {
    return await jwtVerify(proof, EmbeddedJWK, { algorithms: PROOF_ALGORITHMS, typ: 'dpop+jwt' });
  } catch (error) {
    if (error instanceof errors.JOSEAlgNotAllowed)
      throw invalid(`The proof has another signature than ${PROOF_ALGORITHMS.join(', ')}.`, error);
    throw invalid('The proof is not a proof: its form, its key or its signature is wrong.', error);
  }
}

function findAddress(htu: string): string | undefined {
  const url = URL.parse(htu);
  if (!url) return undefined;
  url.search = '';
  url.hash = '';
  return url.href;
}

function checkClaims({ htm, htu, ath }: ProofClaims, { method, address, accessToken }: Proven): void {
  if (htm !== method) throw invalid('The proof is for another method than that of the request.');
  if (findAddress(htu) !== new URL(address).href)
    throw invalid('The proof is for another address than that of the request.');
  if (accessToken !== undefined && ath !== createHash('sha256').update(accessToken).digest('base64url'))
    throw invalid('The proof is for another access token than that of the request.');
}

/** Checks a DPoP proof, and accepts it once. Returns the thumbprint of its key. @throws {AuthError} */
export async function acceptProof(proof: string | undefined, proven: Proven, nonces: Nonces): Promise<string> {
  if (proof === undefined) throw invalid('The request has no DPoP proof.');
  const { payload, protectedHeader } = await verify(proof);
  const claims = v.safeParse(ProofSchema, payload);
  if (!claims.success) throw invalid('The proof lacks jti, htm, htu or iat.');
  checkClaims(claims.output, proven);
  const { nonce, jti } = claims.output;
  const again = 'Send the request again, with the nonce of the header DPoP-Nonce in a new proof.';
  if (nonce === undefined) throw new AuthError('use_dpop_nonce', 'The proof has no nonce.', again);
  const { jwk } = protectedHeader;
  if (!jwk) throw invalid('The proof has no key.');
  const thumbprint = await calculateJwkThumbprint(jwk);
  const answer = nonces.accept(nonce, `${thumbprint}.${jti}`);
  if (answer === 'old-nonce')
    throw new AuthError('use_dpop_nonce', 'The nonce of the proof is too old, or of another process.', again);
  if (answer === 'seen') throw invalid('The proof was used before.');
  return thumbprint;
}
