import { version as versionSchema } from '@portal/contract/artifact';
import { partName } from '@portal/contract/declaration';
import * as v from 'valibot';
import type { LogView } from './log-view.ts';
import { NoteError, openNote, readVerifier } from './signed-note.ts';

/** What the address of a preview says: who opens it gets these versions in the place of the live ones. */
export interface PreviewClaim {
  /** Part -> version. */
  readonly versions: Readonly<Record<string, string>>;
  /** Until when; ISO 8601, UTC. */
  readonly until: string;
}

/** For how long a preview is shown, in milliseconds: a day. */
export const PREVIEW_MS = 24 * 60 * 60 * 1000;
/** How far the clock of who signs may be ahead. */
const CLOCKS_DIFFER_MS = 5 * 60 * 1000;
/** Of a token: it is in an address and in a cookie. */
export const LONGEST_TOKEN = 2048;

/**
 * No checkpoint has it as its first line and a time as its third: neither can stand for the other, although the same
 * keys sign both.
 */
const KIND = 'ebike-portal preview';
const LineSchema = v.strictTuple([partName, versionSchema]);

/** The text of a preview of a log, to be signed as a note. */
export function previewText(origin: string, { versions, until }: PreviewClaim): string {
  const each = Object.entries(versions).map(([name, version]) => `${name} ${version}\n`);
  return `${KIND}\n${origin}\n${until}\n${each.sort().join('')}`;
}

/** A signed note as a token: one that addresses and cookies take as it is. */
export const tokenOfNote = (note: string): string => Buffer.from(note).toString('base64url');

/** What a text says, if it is that of a preview of this log which is still shown. */
function readText(text: string, origin: string, now: number): PreviewClaim | undefined {
  const [kind, ofLog, until = '', ...lines] = text.slice(0, -1).split('\n');
  const versions = lines.map((line) => line.split(' ')).filter((line) => v.is(LineSchema, line));
  const left = Date.parse(until) - now;
  const claim = { until, versions: Object.fromEntries(versions) };
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
