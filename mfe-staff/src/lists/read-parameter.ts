import { onlyValue } from '@portal/contract/paths';
import * as v from 'valibot';

/** A parameter of the address; undefined if it is missing, given twice, or does not fit. */
export function readParameter<const Schema extends v.GenericSchema>(
  query: URLSearchParams,
  name: string,
  schema: Schema,
): v.InferOutput<Schema> | undefined {
  const read = v.safeParse(schema, onlyValue(query, name) ?? undefined);
  return read.success ? read.output : undefined;
}
