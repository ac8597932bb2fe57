import { trimText } from '@portal/contract/trim-text';
import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto';
import type { ScryptOptions } from 'node:crypto';
import { promisify } from 'node:util';
import { PASSWORD_LENGTH } from '@portal/api/wire';
import { hasNul } from './nul.ts';

/** Names the password of an identity where wrong ones are counted; an address without an identity counts alike. */
export const attemptedAccount = (email: string): string => `identity ${trimText(email).toLowerCase()}`;

const derive = promisify<string, Buffer, number, ScryptOptions, Buffer>(scrypt);
const KEY_BYTES = 32;
const SALT_BYTES = 16;
/** Lower than for real people: those here are invented, and tests sign in hundreds of times. */
const COST = 2048;

/** Hashes a password with scrypt: "scrypt$<cost>$<salt>$<key>", the last two base64url. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(SALT_BYTES);
  const key = await derive(password, salt, KEY_BYTES, { cost: COST });
  return `scrypt$${COST}$${salt.toString('base64url')}$${key.toString('base64url')}`;
}

const HASH = /^scrypt\$(?<cost>\d+)\$(?<salt>[\w-]+)\$(?<key>[\w-]+)$/;

/** Whether `password` is the one that `hash` was made from; false for a hash that cannot be read. */
export async function verifyPassword(password: string, hash: string): Promise<boolean> {
  // For scrypt, a password with NULs at its end is the same as without: HMAC pads its keys with NULs.
  if (hasNul(password)) return false;
  const { cost, salt, key } = HASH.exec(hash)?.groups ?? {};
  if (salt === undefined || key === undefined) return false;
  const expected = Buffer.from(key, 'base64url');
  const derived = await derive(password, Buffer.from(salt, 'base64url'), KEY_BYTES, { cost: Number(cost) });
  return expected.length === derived.length && timingSafeEqual(expected, derived);
}

const FEWEST_CHARACTERS = 10;

/**
 * Whether a password satisfies the rules of the central identity (specification, section 5). Every sign that is no
 * letter or digit counts as special.
 */
export function isSecurePassword(password: string): boolean {
  const rules = [/\d/, /\p{Lu}/u, /[^\p{L}\p{N}\s]/u];
  return password.length >= FEWEST_CHARACTERS && !hasNul(password) && rules.every((rule) => rule.test(password));
}

/** Whether a password satisfies the rules of an account's own password (specification, section 5). */
export function isSecureAccountPassword(password: string): boolean {
  return password.length >= PASSWORD_LENGTH && /\d/.test(password) && !hasNul(password);
}
