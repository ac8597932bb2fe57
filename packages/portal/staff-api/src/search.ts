import { trimText } from '@portal/contract/trim-text';
import * as v from 'valibot';
import { answer, count, id } from './parts.ts';

/** What staff search for, recognised by its form; an id that is digits alone is tried before a serial. */
export type Search =
  | { readonly by: 'email' | 'idOrName'; readonly text: string }
  | { readonly by: 'hub'; readonly text: string; readonly serial: string; readonly partNumber: string | undefined };

/** Why a text cannot be searched for. */
export interface SearchProblem {
  readonly problem: 'missing' | 'short' | 'long' | 'invalid' | 'longNumber';
}

/** The longest address that a mail can reach, in characters. */
const MOST_CHARACTERS = 254;
/** How many digits the serial or the part number of a hub has at most. */
export const MOST_DIGITS = 20;
const FEWEST_LETTERS = 3;
/** Serial and part number, as "0093817252+4021000342". */
const NUMBERS = /^(?<serial>[\d\s\p{Pd}]+)(?:[+/](?<partNumber>[\d\s\p{Pd}]+))?$/u;

/** People write numbers in groups, and copy them with characters that nobody sees. */
export const withoutGroups = (text: string): string => text.replaceAll(/[\s\p{C}\p{Pd}]/gu, '');

function readNumbers(text: string): Search | SearchProblem | undefined {
  const { serial, partNumber } = NUMBERS.exec(text)?.groups ?? {};
  if (serial === undefined) return undefined;
  const numbers = [withoutGroups(serial), ...(partNumber === undefined ? [] : [withoutGroups(partNumber)])];
  if (numbers.includes('')) return { problem: 'short' };
  if (numbers.some(({ length }) => length > MOST_DIGITS)) return { problem: 'longNumber' };
  return { by: 'hub', text, serial: numbers[0] ?? '', partNumber: numbers[1] };
}

/** Recognises what somebody has typed or pasted into the search. */
export function readSearch(typed: string): Search | SearchProblem {
  const text = trimText(typed.replaceAll(/[\s,]+/gu, ' ').replaceAll(/\p{C}/gu, ''));
  if (text === '') return { problem: 'missing' };
  if (text.length > MOST_CHARACTERS) return { problem: 'long' };
  if (text.includes('@')) return /^\S+@\S+\.\S+$/.test(text) ? { by: 'email', text } : { problem: 'invalid' };
  const numbers = readNumbers(text);
  if (numbers) return numbers;
  const letters = text.match(/[\p{L}\p{N}]/gu) ?? [];
  return letters.length < FEWEST_LETTERS ? { problem: 'short' } : { by: 'idOrName', text };
}

/**
 * Body of `POST staff/people/search`: an e-mail address, an account's id, single sign-on id or OBC id, the serial of a
 * hub ("0012604417", or "0093817252+4021000342" with its part number), or how a name begins. In a body, because
 * addresses are logged.
 */
export const SearchRequestSchema = v.object({
  text: v.pipe(
    v.string(),
    v.maxLength(1000),
    v.rawTransform<string, Search>(({ dataset: { value }, addIssue, NEVER }) => {
      const search = readSearch(value);
      if (!('problem' in search)) return search;
      addIssue({ message: `cannot be searched for: ${search.problem}` });
      return NEVER;
    }),
  ),
});
/** How many people a search shows at most. */
export const MOST_FOUND = 10;
/** Somebody whom a search has found, among others. */
export const FoundPersonSchema = v.object({
  id,
  name: v.string(),
  /** Not in full. */
  email: v.string(),
  /** What was searched for and the role in it; null if it was no hub. */
  hub: v.nullable(v.object({ serial: v.string(), partNumber: v.string(), role: v.picklist(['owner', 'guest']) })),
});
/** Answer of `POST staff/people/search`. Refused with `TOO_MANY_LOOKUPS` (429, with `Retry-After`). */
export const SearchResponseSchema = answer(
  v.object({
    /** The account, if only one was found. */
    id: v.nullable(id),
    /** The people, if several were found. */
    people: v.array(FoundPersonSchema),
    /** Whether there are more. */
    more: v.boolean(),
    /** How many look-ups the sender has left, and in how many seconds one more. */
    left: v.object({ count, seconds: count }),
  }),
);
