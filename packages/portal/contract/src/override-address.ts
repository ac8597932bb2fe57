import * as v from 'valibot';
import { version } from './artifact.ts';
import { partName } from './declaration.ts';
import { onlyValue } from './paths.ts';

/** Where a development server has entries for pages of a released portal. */
const PATH = '/development-override/';

/** An entry that takes the place of a released one. */
const AddressSchema = v.object({
  part: partName,
  /** The version that the page expects there. */
  version,
});
type OverrideAddress = v.InferOutput<typeof AddressSchema>;

/** Where a page of a released portal takes the entry of a part from, in the place of this version's. */
export const overrideAddress = (origin: string, { part, version: expected }: OverrideAddress): string =>
  `${origin}${PATH}${part}.js?version=${encodeURIComponent(expected)}`;

/** Whose entry is asked for at an address; undefined for any other address. */
export function readOverrideAddress({ pathname, searchParams }: URL): OverrideAddress | undefined {
  const asked = { part: pathname.slice(PATH.length, -'.js'.length), version: onlyValue(searchParams, 'version') };
  return pathname.startsWith(PATH) && pathname.endsWith('.js') && v.is(AddressSchema, asked) ? asked : undefined;
}
