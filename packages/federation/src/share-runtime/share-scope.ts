import { satisfiesCaret } from '@portal/contract/version';

/** Gives a module's factory: at once where the module is part of what has loaded already, else as a promise. */
export type GetFactory = () => Factory | Promise<Factory>;
export type Factory = () => unknown;

/** One offered version of a shared module. The names are those that containers of other builds read. */
export interface Offer {
  readonly get: GetFactory;
  readonly from: string;
  readonly eager: boolean;
  /** Set once the module has been taken: from then on a singleton is this one. */
  loaded?: boolean | number;
}

/** Shared modules by name and version; one such object goes through the whole page. */
export interface ShareScope {
  [module: string]: { [version: string]: Offer } | undefined;
}

/** What a build asks of a shared module. */
export interface SharedRequirement {
  readonly singleton?: boolean | undefined;
  readonly strictVersion?: boolean | undefined;
  /** Caret range such as "^19.0.0"; false accepts every version. */
  readonly requiredVersion?: string | false | undefined;
}

function byVersion(a: string, b: string): number {
  return a.localeCompare(b, 'en', { numeric: true });
}

function fits(version: string, { requiredVersion }: SharedRequirement): boolean {
  return typeof requiredVersion !== 'string' || satisfiesCaret(version, requiredVersion);
}

/** Offers `module` in `scope`; what is offered already in the same version stays. */
export function offer(scope: ShareScope, module: string, version: string, offered: Offer): void {
  const versions = (scope[module] ??= {});
  versions[version] ??= offered;
}

/**
 * The offer that answers `requirement`. A singleton is the one that is in use, else the newest; without `singleton` the newest that fits.
 * @throws when there is none, or when a strict requirement does not fit the singleton.
 */
export function choose(scope: ShareScope, module: string, requirement: SharedRequirement): Offer {
  const versions = scope[module] ?? {};
  const newestFirst = Object.keys(versions).toSorted(byVersion).toReversed();
  const version =
    requirement.singleton === true
      ? (newestFirst.find((each) => Boolean(versions[each]?.loaded)) ?? newestFirst[0])
      : newestFirst.find((each) => fits(each, requirement));
  const chosen = version === undefined ? undefined : versions[version];
  if (version === undefined || !chosen)
    throw new Error(`No part shares ${module} in a version of ${String(requirement.requiredVersion)}`);
  if (requirement.strictVersion === true && !fits(version, requirement)) {
    throw new Error(`${module} ${version} is in use, but ${String(requirement.requiredVersion)} is needed`);
  }
  chosen.loaded = true;
  return chosen;
}
