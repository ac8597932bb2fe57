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

/** The coding to send, by the request's Accept-Encoding (RFC 9110, 12.5.3); undefined means no compression. */
export function chooseEncoding(header: string | undefined): Encoding | undefined {
  const preferences = parsePreferences(header ?? '');
  const weightOf = (coding: string) =>
    (preferences.find((entry) => entry.coding === coding) ?? preferences.find((entry) => entry.coding === '*'))
      ?.weight ?? 0;
  let best: Encoding | undefined;
  for (const encoding of ENCODINGS) {
    if (weightOf(encoding) > (best === undefined ? 0 : weightOf(best))) best = encoding;
  }
  return best;
}

/** Whether an If-None-Match header names the entity tag; weak comparison (RFC 9110, 13.1.2). */
export function matchesTag(header: string | undefined, tag: string): boolean {
  if (header === undefined) return false;
  const opaque = (value: string) => value.trim().replace(/^W\//, '');
  return header.trim() === '*' || header.split(',').some((entry) => opaque(entry) === opaque(tag));
}
