import { version as versionSchema } from '@portal/contract/artifact';
import { partName } from '@portal/contract/declaration';
import { secureOrigin } from '@portal/node-kit/setting-table';
import * as v from 'valibot';
import type { LogView } from './log-view.ts';
import { NoteError, openNote, readVerifier } from './signed-note.ts';

/** A remote whose code comes from an origin outside the store: that of a development server. */
export interface Override {
  readonly part: string;
  /** "http://localhost:4000" */
  readonly origin: string;
}

/** What the address of a preview says: who opens it gets these versions in the place of the live ones. */
export interface PreviewClaim {
  /** Part -> version. */
  readonly versions: Readonly<Record<string, string>>;
  /** Until when; ISO 8601, UTC. */
  readonly until: string;
  /** Only web servers that name its origin show it. */
  readonly override?: Override | undefined;
}

/**
 * The origin that a text is, if an override may name it: https, or http of this machine, exactly as browsers write it.
 * No policy of a page can name an IPv6 address.
 */
export const readOverrideOrigin = (text: string): string | undefined =>
  text.includes('[') ? undefined : secureOrigin(text);

/** For how long a preview is shown, in milliseconds: a day. */
export const PREVIEW_MS = 24 * 60 * 60 * 1000;
/** How far the clock of who signs may be ahead. */
const CLOCKS_DIFFER_MS = 5 * 60 * 1000;
/** Of a token: it is in an address and in a cookie. */
export const LONGEST_TOKEN = 2048;

/** What a preview shows, each in a few words: "mfe-hubs 1.1.0", "mfe-hubs from http://localhost:4000". */
export function describePreview({
  versions,
  override,
}: Pick<PreviewClaim, 'versions' | 'override'>): readonly string[] {
  const named = Object.entries(versions).map((each) => each.join(' '));
  return override ? [...named, `${override.part} from ${override.origin}`] : named;
}

/**
 * No checkpoint has it as its first line and a time as its third: neither can stand for the other, although the same
 * keys sign both.
 */
const KIND = 'ebike-portal preview';
const LineSchema = v.strictTuple([partName, versionSchema]);
const OverrideSchema = v.strictTuple([
  v.literal('override'),
  partName,
  v.pipe(
    v.string(),
    v.check((text) => readOverrideOrigin(text) === text),
  ),
]);

/** The text of a preview of a log, to be signed as a note. */
export function previewText(origin: string, { versions, until, override }: PreviewClaim): string {
  const each = Object.entries(versions).map(([name, version]) => `${name} ${version}\n`);
  const last = override ? `override ${override.part} ${override.origin}\n` : '';
  return `${KIND}\n${origin}\n${until}\n${each.sort().join('')}${last}`;
}

/** A signed note as a token: one that addresses and cookies take as it is. */
export const tokenOfNote = (note: string): string => Buffer.from(note).toString('base64url');

/** What a text says, if it is that of a preview of this log which is still shown. */
function readText(text: string, origin: string, now: number): PreviewClaim | undefined {
  const [kind, ofLog, until = '', ...lines] = text.slice(0, -1).split('\n');
  const words = lines.map((line) => line.split(' '));
  const versions = words.filter((line) => v.is(LineSchema, line));
  const [override] = words
    .filter((line) => v.is(OverrideSchema, line))
    .map(([, part, from]) => ({ part, origin: from }));
  const left = Date.parse(until) - now;
  const claim = { until, versions: Object.fromEntries(versions), ...(override && { override }) };
  const isShown = kind === KIND && ofLog === origin && left > 0 && left <= PREVIEW_MS + CLOCKS_DIFFER_MS;
  // Exactly the text that is signed for these versions, or it says more than what was read.
  return isShown && lines.length > 0 && previewText(origin, claim) === text ? claim : undefined;
}

/**
 * What a token shows at this time, in milliseconds since the epoch; undefined unless a key that may sign releases now
 * has signed it. Whoever may change what everybody gets may show it to somebody.
 */
export function readPreviewToken(
  token: string,
  { origin, keys }: Pick<LogView, 'origin' | 'keys'>,
  now: number,
): PreviewClaim | undefined {
  if (origin === null || token.length > LONGEST_TOKEN) return undefined;
  const note = Buffer.from(token, 'base64url').toString();
  if (tokenOfNote(note) !== token) return undefined;
  try {
    const { text, signers } = openNote(
      note,
      keys.map(({ key }) => readVerifier(key)),
    );
    return signers.length > 0 ? readText(text, origin, now) : undefined;
  } catch (error) {
    if (error instanceof NoteError) return undefined;
    throw error;
  }
}
