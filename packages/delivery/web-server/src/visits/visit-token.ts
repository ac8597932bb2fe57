import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { stringifySetCookie } from 'cookie';
import { cookieValues } from '@portal/contract/cookies';
import { REPORTS_PATH } from '@portal/contract/page-elements';
import type { Setting } from '@portal/node-kit/setting-table';
import { SettingError } from '@portal/node-kit/settings';
import type { StateFolder } from '../state-folder.ts';
import type { VisitorView } from '../releases/views.ts';

/** How long a page's reports count after it was given out, in seconds. */
export const VISIT_SECONDS = 60 * 60;
const LEAST_KEY_LENGTH = 32;
const KEY_FILE = 'visit-key';

/** What a page's answer says about its visit. Nothing of it is about the person. */
export interface VisitToken {
  /** Drawn for each answer. */
  readonly id: string;
  /** When the page was given out, in seconds since the epoch. */
  readonly at: number;
  readonly release: number;
  /** The digest of the visitor's view. */
  readonly view: string;
}

const ID_BYTES = 9;
const VIEW_BYTES = 9;
const SIGNED_BYTES = ID_BYTES + 4 + 4 + VIEW_BYTES;
const SIGNATURE_BYTES = 16;

/** VISIT_KEY of the web server: a key that several of them share. */
export const VISIT_KEY: Setting<string | undefined> = {
  description: `signs the tokens of [visits](web-server.md#visits): at least ${String(LEAST_KEY_LENGTH)} random characters, secret, the same for all web servers`,
  default: 'random, kept in `PORTAL_STATE`',
  read(text, name) {
    if (text === '' || text.length >= LEAST_KEY_LENGTH) return text || undefined;
    throw new SettingError(
      `${name} has fewer than ${String(LEAST_KEY_LENGTH)} characters: set it to a long random text, the same for all web servers of the portal, or leave it unset.`,
    );
  },
};

/**
 * The key of a folder, which is made with the first web server that has none: so reports count that come after a
 * restart, too.
 */
export async function loadVisitKey(state: StateFolder): Promise<string> {
  const fresh = randomBytes(32).toString('base64url');
  const kept = await state.readOrCreate(KEY_FILE, fresh);
  if (kept.length >= LEAST_KEY_LENGTH) return kept;
  state.report(KEY_FILE, 'it is too short');
  await state.write(KEY_FILE, fresh);
  return fresh;
}

/** Signs and reads the tokens of visits. Without a key of its own, every process has a random one. */
export class VisitTokens {
  readonly #key: string | Buffer;

  constructor(key: string | undefined) {
    this.#key = key ?? randomBytes(32);
  }

  /** The token of a new visit; `at` in seconds since the epoch. */
  issue({ release, digest }: Pick<VisitorView, 'release' | 'digest'>, at: number): string {
    const numbers = Buffer.alloc(8);
    numbers.writeUInt32BE(Math.floor(at), 0);
    numbers.writeUInt32BE(release.number, 4);
    const signed = Buffer.concat([randomBytes(ID_BYTES), numbers, Buffer.from(digest, 'base64url')]);
    return Buffer.concat([signed, this.#sign(signed)]).toString('base64url');
  }

  /** Undefined for a token that nobody with this key has signed. */
  read(text: string): VisitToken | undefined {
    const bytes = Buffer.from(text, 'base64url');
    if (bytes.length !== SIGNED_BYTES + SIGNATURE_BYTES) return undefined;
    const signed = bytes.subarray(0, SIGNED_BYTES);
    if (!timingSafeEqual(bytes.subarray(SIGNED_BYTES), this.#sign(signed))) return undefined;
    return {
      id: signed.toString('base64url', 0, ID_BYTES),
      at: signed.readUInt32BE(ID_BYTES),
      release: signed.readUInt32BE(ID_BYTES + 4),
      view: signed.toString('base64url', ID_BYTES + 8),
    };
  }

  #sign(signed: Buffer): Buffer {
    return createHmac('sha256', this.#key).update(signed).digest().subarray(0, SIGNATURE_BYTES);
  }
}

/**
 * "__Host-" needs the path "/", and so would send the token with every request; "__Secure-" keeps hosts without https
 * from planting one.
 */
function cookieName(isSecure: boolean): string {
  return `${isSecure ? '__Secure-' : ''}portal_visit`;
}

/** The attributes of the token's cookie: the browser sends it with the reports of the page, and with nothing else. */
function attributesFor(isSecure: boolean): string {
  const attributes = {
    maxAge: VISIT_SECONDS,
    path: REPORTS_PATH,
    httpOnly: true,
    sameSite: 'strict',
    secure: isSecure,
  } as const;
  return stringifySetCookie({ name: cookieName(isSecure), value: '', ...attributes }).slice(
    `${cookieName(isSecure)}=`.length,
  );
}

const ATTRIBUTES = { secure: attributesFor(true), other: attributesFor(false) };

/** The `Set-Cookie` header for a visit's token, which needs no escapes. */
export function visitCookie(token: string, isSecure: boolean): string {
  return `${cookieName(isSecure)}=${token}${isSecure ? ATTRIBUTES.secure : ATTRIBUTES.other}`;
}

/**
 * The values of the token's cookie in a request, whoever has set them: another host of the domain can plant some beside
 * the own one.
 */
export function readVisitTokens(cookies: string, isSecure: boolean): readonly string[] {
  return cookieValues(cookies, cookieName(isSecure)).filter(Boolean);
}
