import { importJWK, SignJWT } from 'jose';
import type { JWTPayload } from 'jose';
import type { Keys } from '../keys.ts';
import { API_SCOPE } from '../identity/provider.ts';

/** An access token as the provider of the backend at `url` signs it for the portal; `claims` replace its own. */
export async function signAccessToken({ signing }: Keys, url: string, claims: JWTPayload): Promise<string> {
  return new SignJWT({ iss: `${url}/identity`, aud: `${url}/api/`, scope: API_SCOPE, ...claims })
    .setProtectedHeader({ alg: 'ES256', typ: 'at+jwt', kid: signing.kid })
    .setIssuedAt()
    .setExpirationTime('10 minutes')
    .sign(await importJWK(signing, 'ES256'));
}
