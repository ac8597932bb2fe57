import type { Refusal, Rule } from '@portal/release/refusal';
import type { ScreenViewer } from '@portal/release/screens/screen';
import {
  copyFiles,
  describeScreen,
  isAddress,
  listRoutes,
  peopleFor,
  releaseToOpen,
} from '@portal/release/screens/screen';
import type { Store } from '@portal/release/store';
import type { ReleasedPart } from '@portal/release/format/release';
import { checkRelease, checkVersion } from '@portal/release/policy';

/** A version of the shell and a version of a remote. */
interface Pair {
  readonly shell: ReleasedPart;
  readonly remote: ReleasedPart;
}

/** A version that no release can get: it is yanked, or incomplete. */
interface LeftOut {
  readonly name: string;
  readonly version: string;
  readonly refusals: readonly Refusal[];
}

interface Pairs {
  /** The pairs that the policy lets a release contain, oldest shell first. */
  readonly allowed: readonly Pair[];
  readonly refused: readonly (Pair & { readonly refusals: readonly Refusal[] })[];
  readonly leftOut: readonly LeftOut[];
}

/**
 * Every version of the shell with every version of every remote that the store has; writes nothing.
 * @throws {StoreError}
 */
async function listPairs(store: Store): Promise<Pairs> {
  const shells: ReleasedPart[] = [];
  const remotes: ReleasedPart[] = [];
  const leftOut: LeftOut[] = [];
  for (const name of await store.partNames()) {
    for (const version of await store.versions(name)) {
      const { part, refusals } = await checkVersion(store, name, version);
      if (!part || refusals.length > 0) leftOut.push({ name, version, refusals });
      else if (name === 'shell') shells.push(part);
      else remotes.push(part);
    }
  }
  const pairs = shells
    .flatMap((shell) => remotes.map((remote): Pair => ({ shell, remote })))
    .map((pair) => ({ ...pair, refusals: checkRelease(releaseToOpen(pair.shell, [pair.remote], 1)) }));
  return {
    allowed: pairs.filter(({ refusals }) => refusals.length === 0),
    refused: pairs.filter(({ refusals }) => refusals.length > 0),
    leftOut,
  };
}

/** How the first screen of a remote's version opened in a version of the shell. Plain data. */
export interface OpenedPair {
  readonly shell: string;
  readonly name: string;
  readonly version: string;
  /** Null if the remote has no address that can be opened as it is declared. */
  readonly path: string | null;
  /** Empty if the screen works. */
  readonly problems: readonly string[];
}

/** Plain data. */
interface PairsReport {
  readonly opened: readonly OpenedPair[];
  /** Pairs that the policy lets no release contain. */
  readonly refused: readonly (Omit<OpenedPair, 'path' | 'problems'> & { readonly rules: readonly Rule[] })[];
  /** Versions that no release can get. */
  readonly leftOut: readonly { readonly name: string; readonly version: string; readonly rules: readonly Rule[] }[];
}

const getRules = (refusals: readonly { readonly rule: Rule }[]): readonly Rule[] => [
  ...new Set(refusals.map(({ rule }) => rule)),
];

function getNames({ shell, remote: { manifest, version } }: Pair) {
  return { shell: shell.version, name: manifest.name, version };
}

/**
 * Opens the first screen of every remote's versions in every version of the shell that the policy allows. `scratch` is
 * an empty store, whose live release the viewer sees; the other one is only read. @throws {StoreError}
 */
export async function openPairs(
  store: Store,
  scratch: Store,
  viewer: ScreenViewer,
  onStep: (step: string) => void,
): Promise<PairsReport> {
  const { allowed, refused, leftOut } = await listPairs(store);
  for (const part of new Set(allowed.flatMap(({ shell, remote }) => [shell, remote])))
    await copyFiles(store, scratch, part);
  const opened: OpenedPair[] = [];
  let release = 0;
  for (const pair of allowed) {
    const names = getNames(pair);
    const route = listRoutes(pair.remote).find(isAddress);
    if (!route) {
      opened.push({ ...names, path: null, problems: ['It declares no address without a parameter.'] });
      continue;
    }
    const [person] = peopleFor(pair.remote, route);
    if (!person) {
      opened.push({ ...names, path: route.path, problems: [`No demo person may enter ${route.path}.`] });
      continue;
    }
    onStep(`${names.name}@${names.version} in shell@${names.shell}: ${route.path} …`);
    release += 1;
    await scratch.createRelease(releaseToOpen(pair.shell, [pair.remote], release));
    const problems = await viewer.open(describeScreen(pair.remote, route, person, release));
    opened.push({ ...names, path: route.path, problems });
  }
  return {
    opened,
    refused: refused.map((pair) => ({ ...getNames(pair), rules: getRules(pair.refusals) })),
    leftOut: leftOut.map(({ name, version, refusals }) => ({ name, version, rules: getRules(refusals) })),
  };
}
