import { parseInput } from '@portal/contract/parse';
import { EncryptJWT, errors, jwtDecrypt } from 'jose';
import * as v from 'valibot';
import type { Keys } from '../identity/keys.ts';

/** Seconds that a visitor may take to sign in. */
export const SIGN_IN_SECONDS = 3600;

const SignInSchema = v.object({
  state: v.string(),
  nonce: v.string(),
  codeVerifier: v.string(),
  returnTo: v.string(),
  redirectUri: v.string(),
});
/** A sign-in under way. */
export type SignIn = v.InferOutput<typeof SignInSchema>;

/** Name of the cookie that remembers a sign-in; each has its own, so that two tabs do not disturb each other. */
export function signInCookie(state: string): string {
  return `sign_in_${state.slice(0, 12).replace(/[^\w-]/g, '')}`;
}

/** Turns a sign-in into the text of its cookie, unreadable for anybody else. */
export async function sealSignIn(signIn: SignIn, keys: Keys): Promise<string> {
  return new EncryptJWT({ ...signIn })
    .setProtectedHeader({ alg: 'dir', enc: 'A256GCM' })
    .setExpirationTime(`${SIGN_IN_SECONDS}s`)
    .encrypt(Buffer.from(keys.signIn, 'base64url'));
}

/** The sign-in in a cookie, if it is one of ours and still good. */
export async function openSignIn(text: string | undefined, keys: Keys): Promise<SignIn | undefined> {
  if (text === undefined) return undefined;
  try {
    const { payload } = await jwtDecrypt(text, Buffer.from(keys.signIn, 'base64url'));
    return parseInput('sign-in cookie', SignInSchema, payload);
  } catch (error) {
    if (error instanceof errors.JOSEError) return undefined;
    throw error;
  }
}
