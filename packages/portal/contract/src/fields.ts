import type { GenericSchema } from 'valibot';

/**
 * The fields of a document, as paths: "routes.index.path", "texts.*" for any key, "routes.skeleton=table" for one of a
 * few values.
 */
interface Fields {
  readonly known: string[];
  /** Those without which the document, or the object that they belong to, is refused. */
  readonly needed: string[];
}

/** What of valibot's schemas says which fields there are. */
interface Structure {
  readonly type: string;
  readonly entries?: Readonly<Record<string, Structure>>;
  readonly wrapped?: Structure;
  readonly item?: Structure;
  readonly value?: Structure;
  readonly options?: readonly unknown[];
}

function isStructure(value: unknown): value is Structure {
  return typeof value === 'object' && value !== null && 'type' in value;
}

function join(path: string, key: string): string {
  return path === '' ? key : `${path}.${key}`;
}

function collect(schema: Structure, path: string, known: Set<string>, needed: Set<string>): void {
  for (const [key, entry] of Object.entries(schema.entries ?? {})) {
    const field = join(path, key);
    known.add(field);
    if (entry.type !== 'optional') needed.add(field);
    collect(entry, field, known, needed);
  }
  if (schema.wrapped) collect(schema.wrapped, path, known, needed);
  if (schema.item) collect(schema.item, path, known, needed);
  if (schema.value) {
    known.add(join(path, '*'));
    collect(schema.value, join(path, '*'), known, needed);
  }
  for (const option of schema.options ?? []) {
    // Another form of the same field may do without what this one needs.
    if (isStructure(option)) collect(option, path, known, new Set());
    else known.add(`${path}=${String(option)}`);
  }
}

/** The fields that a schema knows and needs; sorted. */
export function getFields(schema: GenericSchema): Fields {
  const known = new Set<string>();
  const needed = new Set<string>();
  if (isStructure(schema)) collect(schema, '', known, needed);
  return { known: [...known].sort(), needed: [...needed].sort() };
}

/** The fields of a value that are not known, and those that it lacks. */
export function strangeFields(value: unknown, fields: Fields, path = ''): { unknown: string[]; lacking: string[] } {
  const { known, needed } = fields;
  if (Array.isArray(value)) return overlap(value.map((item) => strangeFields(item, fields, path)));
  if (typeof value === 'object' && value !== null) {
    const isOpen = known.includes(join(path, '*'));
    const own = needed.filter((field) => field.slice(0, Math.max(field.lastIndexOf('.'), 0)) === path);
    const below = Object.entries(value).map(([key, entry]) => {
      const field = join(path, isOpen ? '*' : key);
      return known.includes(field) ? strangeFields(entry, fields, field) : { unknown: [field], lacking: [] };
    });
    const lacking = own.filter((field) => !Object.hasOwn(value, field.slice(field.lastIndexOf('.') + 1)));
    return overlap([{ unknown: [], lacking: isOpen ? [] : lacking }, ...below]);
  }
  const isOneOf = known.some((field) => field.startsWith(`${path}=`));
  const isUnknown = typeof value === 'string' && isOneOf && !known.includes(`${path}=${value}`);
  return { unknown: isUnknown ? [`${path}=${value}`] : [], lacking: [] };
}

function overlap(parts: readonly { readonly unknown: string[]; readonly lacking: string[] }[]): {
  unknown: string[];
  lacking: string[];
} {
  const all = (side: 'unknown' | 'lacking') => [...new Set(parts.flatMap((part) => part[side]))];
  return { unknown: all('unknown'), lacking: all('lacking') };
}
