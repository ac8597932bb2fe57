import { ENVELOPE_ENTRIES } from '@portal/contract/wire';
import * as v from 'valibot';

/** What the schemas of the staff's calls share. */
export const answer = <const Data extends v.GenericSchema>(data: Data) => v.object({ ...ENVELOPE_ENTRIES, data });
/** The id of an account or a record. */
export const id = v.pipe(v.string(), v.regex(/^[\w-]{1,64}$/, 'must be an id'));
export const count = v.pipe(v.number(), v.integer(), v.minValue(0));
