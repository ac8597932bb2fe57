/** An answer on the wire. */
export interface WireResponse {
  readonly payload: string | Buffer;
  readonly contentType: string;
  /** Set if the status changes, too. */
  readonly status?: number;
}

const JSON_TYPE = 'application/json; charset=utf-8';
/** Length of the huge answer, in characters. */
const HUGE = 8_000_000;

const json = (payload: string | Buffer, contentType = JSON_TYPE): WireResponse => ({ payload, contentType });

/** Applies `change` to every value in a document, the innermost first. */
function deep(value: unknown, change: (value: unknown) => unknown): unknown {
  if (Array.isArray(value)) return change(value.map((entry) => deep(entry, change)));
  if (typeof value !== 'object' || value === null) return change(value);
  return change(Object.fromEntries(Object.entries(value).map(([key, entry]) => [key, deep(entry, change)])));
}

function ofAnotherType(value: unknown): unknown {
  if (typeof value === 'string') return value.length;
  if (typeof value === 'number') return String(value);
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  return value;
}

/** Adds fields to every object. A field may be called `__proto__`, as in JSON. */
function withFields(value: unknown, fields: readonly (readonly [string, unknown])[]): unknown {
  return deep(value, (part) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries([...Object.entries(part), ...fields])
      : part,
  );
}

const POISON = { isAdmin: true, data: { roles: ['developer'] }, toString: 'poisoned' };
const HTML = '<!doctype html><html lang="en"><title>502 Bad Gateway</title><h1>502 Bad Gateway</h1></html>';

/** The ways in which an answer can be malformed. */
export const MALFORMED = [
  'empty',
  'cut',
  'not-json',
  'null',
  'array',
  'wrong-types',
  'extra-fields',
  'proto',
  'huge',
  'wrong-charset',
  'html',
  'no-content',
] as const;
type Malformed = (typeof MALFORMED)[number];

/** Makes each malformed answer from the correct one, `text`. */
const MALFORM: Readonly<Record<Malformed, (text: string) => WireResponse>> = {
  empty: () => json(''),
  cut: (text) => json(text.slice(0, Math.ceil(text.length / 2))),
  'not-json': () => json('This is no JSON.'),
  null: () => json('null'),
  array: (text) => json(`[${text}]`),
  'wrong-types': (text) => json(JSON.stringify(deep(JSON.parse(text), ofAnotherType))),
  'extra-fields': (text: string) =>
    json(JSON.stringify(withFields(JSON.parse(text), [['unexpected', { nested: ['<b>field</b>', null, 1e308] }]]))),
  proto: (text) => json(JSON.stringify(withFields(JSON.parse(text), [['__proto__', POISON]]))),
  huge: () => json(`"${'x'.repeat(HUGE)}"`),
  'wrong-charset': (text) => json(Buffer.from(text, 'utf16le'), 'application/json; charset=utf-16'),
  html: () => json(HTML, 'text/html; charset=utf-8'),
  'no-content': () => ({ payload: '', contentType: JSON_TYPE, status: 204 }),
};

/** Malforms the answer `text` (a JSON document) in one way. */
export function malform(kind: Malformed, text: string): WireResponse {
  return MALFORM[kind](text);
}
