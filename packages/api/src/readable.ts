import * as v from 'valibot';

/** `schema`, but undefined for a value that does not fit: one odd field must not cost the whole answer. The log names it without its value. */
export function readable<const Schema extends v.GenericSchema>(operation: string, field: string, schema: Schema) {
  return v.fallback(v.undefinedable(schema), () => {
    console.warn(`${operation}: "${field}" cannot be read`);
    return undefined;
  });
}
