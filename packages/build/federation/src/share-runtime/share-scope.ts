import { satisfiesCaret } from '@portal/contract/version';

/** Returns a module's factory: directly if its code has loaded, else as a promise. */
export type GetFactory = () => Factory | Promise<Factory>;
type Factory = () => unknown;

/** One offered version of a shared module. Containers of other builds read these property names. */
export interface Offer {
  readonly get: GetFactory;
  readonly from: string;
  readonly eager: boolean;
  /** Set once the module is in use; a singleton then stays this one. */
  loaded?: boolean | number;
}

/** Shared modules by name and version; a page has one such object. */
export interface ShareScope {
  [module: string]: { [version: string]: Offer } | undefined;
}

/** A build's requirements for a shared module. */
export interface SharedRequirement {
  readonly singleton?: boolean | undefined;
  readonly strictVersion?: boolean | undefined;
  /** Caret range such as "^19.0.0"; false accepts every version. */
  readonly requiredVersion?: string | false | undefined;
}

function fits(version: string, { requiredVersion }: SharedRequirement): boolean {
  return typeof requiredVersion !== 'string' || satisfiesCaret(version, requiredVersion);
}

/**
 * The offer for `requirement`: for a singleton the one in use, else the newest one; without `singleton` the newest one
 * that fits.
 * @throws if there is none, or if the singleton does not fit a strict requirement.
 */
export function choose(scope: ShareScope, module: string, requirement: SharedRequirement): Offer {
  const { singleton, strictVersion, requiredVersion } = requirement;
  const newestFirst = Object.entries(scope[module] ?? {}).toSorted(([a], [b]) =>
    b.localeCompare(a, 'en', { numeric: true }),
  );
  const chosen =
    singleton === true
      ? (newestFirst.find(([, { loaded }]) => Boolean(loaded)) ?? newestFirst[0])
      : newestFirst.find(([version]) => fits(version, requirement));
  if (!chosen) throw new Error(`No part shares ${module} in a version of ${String(requiredVersion)}`);
  const [version, offer] = chosen;
  if (strictVersion === true && !fits(version, requirement))
    throw new Error(`${module} ${version} is in use, but ${String(requiredVersion)} is needed`);
  offer.loaded = true;
  return offer;
}
