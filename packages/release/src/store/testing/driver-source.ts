import { parseInput } from '@portal/contract/parse';
import * as v from 'valibot';
import type { StoreDriver } from '../driver.ts';

/** For tests: how a process opens a driver. Plain data, so that another process can do it too. */
const SourceSchema = v.strictObject({
  /** URL of the module that exports the driver. */
  module: v.string(),
  /** Name of the function that makes it, from a place and `{ onMoment }`. */
  create: v.string(),
  /** Where the objects lie: a folder, an address. */
  place: v.string(),
});
export type DriverSource = v.InferOutput<typeof SourceSchema>;

export interface DriverHooks {
  /** Told of every moment within a write. */
  readonly onMoment?: ((moment: string) => void) | undefined;
}

const MakeSchema = v.custom<(place: string, hooks: DriverHooks) => StoreDriver>((value) => typeof value === 'function');

/** Opens the driver that a source describes. */
export async function openDriver(source: DriverSource, hooks: DriverHooks = {}): Promise<StoreDriver> {
  const { module, create, place } = parseInput('a driver', SourceSchema, source);
  const loaded: unknown = await import(module);
  return parseInput(module, v.looseObject({ [create]: MakeSchema }), loaded)[create]?.(place, hooks) ?? fail(create);
}

function fail(create: string): never {
  throw new Error(`${create}() made no driver`);
}
