import type { IncomingHttpHeaders } from 'node:http';

/** The supported content codings, best first. */
const ENCODINGS = ['br', 'gzip'] as const;
export type Encoding = (typeof ENCODINGS)[number];

interface Preference {
  readonly coding: string;
  readonly weight: number;
}

function parsePreferences(header: string): readonly Preference[] {
  return header.split(',').map((entry) => {
    const [coding = '', ...parameters] = entry.split(';').map((part) => part.trim().toLowerCase());
    const weight = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2);
    return { coding, weight: weight === undefined ? 1 : Number(weight) || 0 };
  });
}

function weightIn(preferences: readonly Preference[], coding: string): number {
  const named = preferences.find((entry) => entry.coding === coding);
  return (named ?? preferences.find((entry) => entry.coding === '*'))?.weight ?? 0;
}

/** The coding to send, by the request's Accept-Encoding (RFC 9110, 12.5.3); undefined means no compression. */
export function chooseEncoding(header = ''): Encoding | undefined {
  const preferences = parsePreferences(header);
  const parseWeight = (coding: Encoding) => weightIn(preferences, coding);
  let best: Encoding | undefined;
  for (const encoding of ENCODINGS) {
    if (parseWeight(encoding) > (best === undefined ? 0 : parseWeight(best))) best = encoding;
  }
  return best;
}

/** SHA-256 as a byte sequence (RFC 9651, 3.3.5): exactly as browsers write it, so that one hash has one text. */
const DICTIONARY = /^:(?<hash>[A-Za-z0-9+/]{42}[AEIMQUYcgkosw048]=):$/;

/**
 * The dictionary with which the browser takes an answer in the coding `dcb` (RFC 9842): its SHA-256 in base64. Undefined if it names none, or
 * likes another coding better.
 */
export function offeredDictionary(headers: IncomingHttpHeaders): string | undefined {
  const { 'accept-encoding': accepted = '', 'available-dictionary': available } = headers;
  const hash = typeof available === 'string' ? DICTIONARY.exec(available)?.groups?.['hash'] : undefined;
  if (hash === undefined) return undefined;
  const preferences = parsePreferences(accepted);
  // By its name alone: "*" is of browsers that do not know it.
  const weight = preferences.find(({ coding }) => coding === 'dcb')?.weight ?? 0;
  const isBest = weight > 0 && ENCODINGS.every((coding) => weightIn(preferences, coding) <= weight);
  return isBest ? hash : undefined;
}

/** Whether an If-None-Match header names the entity tag; weak comparison (RFC 9110, 13.1.2). */
export function matchesTag(header: string | undefined, tag: string): boolean {
  if (header === undefined) return false;
  const opaque = (value: string) => value.trim().replace(/^W\//, '');
  return header.trim() === '*' || header.split(',').some((entry) => opaque(entry) === opaque(tag));
}
