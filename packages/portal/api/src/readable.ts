import * as v from 'valibot';

/** A text. A non-negative safe integer is read as its digits, as APIs give serials; any other number cannot be read. */
export const TextSchema = v.union([
  v.string(),
  v.pipe(
    v.number(),
    v.check((number: number) => Number.isSafeInteger(number)),
    v.minValue(0),
    v.transform(String),
  ),
]);

/**
 * `schema`, but undefined for a value that does not fit: one odd field must not cost the whole answer. The log names it
 * without its value.
 */
export function readable<const Schema extends v.GenericSchema>(operation: string, field: string, schema: Schema) {
  return v.fallback(v.undefinedable(schema), () => {
    console.warn(`${operation}: "${field}" cannot be read`);
    return undefined;
  });
}
