/** What is called a secret, as in a query or a cookie. A code may be that of an error, too. */
const NAMED: readonly RegExp[] = [
  /((?:token|secret|password)=)[^\s"'\\&;,]+/gi,
  /((?<![A-Za-z])code=)(?!(?:E[A-Z]+|\d{1,3})\b)[^\s"'\\&;,]+/g,
];

const maskNamed = (text: string): string =>
  NAMED.reduce((masked, pattern) => masked.replaceAll(pattern, '$1<token>'), text);

/**
 * A word without the query of the address that it may be; with the position in a file, which stacks have at its end.
 */
function maskQuery(word: string): string {
  const at = word.indexOf('?');
  if (at === -1 || at === word.length - 1 || !word.slice(0, at).includes('/')) return word;
  const [position = ''] = (/^\(?file:/.test(word) && /(?::\d+){1,2}$/.exec(word)) || [];
  return `${word.slice(0, at)}?<query>${position}`;
}

/**
 * In this order. Nothing of a pattern crosses a quotation mark or a backslash, so that masked JSON stays JSON; and none
 * begins to match at each character of a long text, which would take quadratic time: whoever sends a request writes
 * some of these texts.
 */
const MASKS: readonly (readonly [RegExp, string])[] = [
  [/[^\s@<>(),;:"'\\/?#&=]{1,64}(?:@|%(?:25){0,3}40)[^\s@<>(),;:"'\\/?#&=%]{1,255}\.[a-z]{2,}/gi, '<e-mail>'],
  [/(?<![\w-])eyJ[\w-]+(?:\.[\w-]+){1,4}/g, '<token>'],
  [/\b(Bearer|DPoP) [\w.~+/=-]{8,}/gi, '$1 <token>'],
  [/\b(Basic) (?![a-z]+\s)[\w.~+/=-]{8,}/g, '$1 <token>'],
  [/((?:token|secret|password)" ?: ?")[^"\\]+/gi, '$1<token>'],
];

/** The longest text in the log, in characters. */
const MOST_TEXT = 4000;

/**
 * The begin of a text that is too long for the log, without the word that the cut would halve: half a secret is not
 * masked.
 */
function cut(text: string): string {
  if (text.length <= MOST_TEXT) return text;
  const [whole = ''] = /^.*[\s"',;()<>]/s.exec(text.slice(0, MOST_TEXT)) ?? [];
  return `${whole}… (${String(text.length)} characters)`;
}

/**
 * A text for the log without addresses of mail, queries of addresses, and tokens, and not longer than lines of a log
 * should be.
 */
export function maskSecrets(text: string): string {
  let masked = cut(text).replaceAll(/[^\s"'\\)]+/g, maskQuery);
  for (const [pattern, mask] of MASKS) masked = masked.replaceAll(pattern, mask);
  return maskNamed(masked);
}

/** A value for the log, with each text in it masked. */
export function maskValue(value: unknown): unknown {
  if (typeof value === 'string') return maskSecrets(value);
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(maskValue);
  return maskFields(value);
}

/** The same for the fields of a line. */
export const maskFields = (fields: object): Record<string, unknown> =>
  Object.fromEntries(Object.entries(fields).map(([name, each]) => [name, maskValue(each)]));

const UUID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/i;
/** Longer than any word of a path that has a digit; the hash in the name of a built file has 16 characters. */
const MOST_WORD = 16;
/** The same for one without. */
const MOST_LETTERS = 20;

/** Whether a word of a path may be random, or a number that belongs to a person. */
function mayBeSecret(word: string): boolean {
  if (/^\d{5,}$/.test(word)) return true;
  const hasBothCases = /[a-z]/.test(word) && /[A-Z]/.test(word);
  if (!/\d/.test(word)) return word.length > MOST_LETTERS || (word.length >= MOST_WORD && hasBothCases);
  return word.length > MOST_WORD || (word.length >= 10 && hasBothCases);
}

/**
 * Whether words that hyphens join may be one random text: names have a digit or two ("data-act-information-v1-nl"), or
 * one case.
 */
function mayBeOneSecret(joined: string): boolean {
  const text = joined.replaceAll(/[-_]/g, '');
  const digits = text.replaceAll(/\D/g, '').length;
  if (digits >= 4 && text.length > MOST_WORD) return true;
  if (digits >= 4 && text.length >= 10 && joined.length - text.length >= text.length / 3) return true;
  return digits > 0 && mayBeSecret(text) && /[a-z]/.test(text) && /[A-Z]/.test(text);
}

/** The longest path in the log, in characters, and how much of a path is looked at. */
const MOST_PATH = 200;
const MOST_READ = 2000;

function maskSegment(segment: string): string {
  if (/@|%(?:25)*40/i.test(segment)) return '<e-mail>';
  const isSecret =
    UUID.test(segment) ||
    segment.split(/[^a-z0-9]/i).some(mayBeSecret) ||
    segment.split(/[^a-z0-9_-]/i).some(mayBeOneSecret);
  return isSecret ? '<token>' : maskNamed(segment);
}

/**
 * The path of a request's address for the log, without its query. Anybody can send any path, and a mistaken client may
 * put a token or an address of mail into it: what looks like one is masked.
 */
export function maskPath(url: string): string {
  const [path = ''] = url.slice(0, MOST_READ).split(/[?#;]/, 1);
  const segments = path.split('/');
  // Half a token is not masked.
  if (path.length === MOST_READ) segments.pop();
  const masked = segments.map(maskSegment).join('/');
  return masked.length > MOST_PATH || path.length === MOST_READ ? `${masked.slice(0, MOST_PATH)}…` : masked;
}
