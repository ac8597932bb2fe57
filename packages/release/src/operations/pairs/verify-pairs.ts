import type { Access, RouteDeclaration } from '@portal/contract/declaration';
import { declarationFor } from '@portal/contract/declaration';
import type { ReleasedPart } from '@portal/contract/release';
import type { Rule } from '../../policy/refusal.ts';
import type { Store } from '../../store/store.ts';
import type { Pair } from './list-pairs.ts';
import { listPairs, releaseOf } from './list-pairs.ts';

/** A screen to open, as the live release of a store has it. */
export interface FirstScreen {
  readonly release: number;
  readonly path: string;
  readonly access: Access;
  /** The title of its document, in each language, without the portal's name. */
  readonly titles: readonly string[];
  /** The path of the script that runs first: "mfe-hubs/entry.0123456789abcdef.js". */
  readonly entry: string;
}

/** Opens pages of a store in a browser. */
export interface PageViewer {
  /** @returns what is wrong with the screen, a sentence each; none if it works. */
  open(screen: FirstScreen): Promise<readonly string[]>;
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
export interface PairsReport {
  readonly opened: readonly OpenedPair[];
  /** Pairs that the policy lets no release contain. */
  readonly refused: readonly (Omit<OpenedPair, 'path' | 'problems'> & { readonly rules: readonly Rule[] })[];
  /** Versions that no release can get. */
  readonly leftOut: readonly { readonly name: string; readonly version: string; readonly rules: readonly Rule[] }[];
}

const rulesOf = (refusals: readonly { readonly rule: Rule }[]): readonly Rule[] => [
  ...new Set(refusals.map(({ rule }) => rule)),
];

function namesOf({ shell, remote: { manifest, version } }: Pair) {
  return { shell: shell.version, name: manifest.name, version };
}

/** The first route that a path without parameters leads to. */
function firstRoute({ manifest }: ReleasedPart): RouteDeclaration | undefined {
  return declarationFor(manifest.declaration, { singleSignOn: true }).routes.find(({ path }) => !path.includes(':'));
}

async function copyFiles(from: Store, to: Store, { manifest: { name, files } }: ReleasedPart): Promise<void> {
  for (const [file, record] of Object.entries(files))
    await to.createFile(name, file, await from.readFile(name, file, record));
}

/**
 * Opens the first screen of every remote's versions in every version of the shell that the policy allows. `scratch` is an empty store, whose
 * live release the viewer sees; the other one is only read. @throws {StoreError}
 */
export async function verifyPairs(
  store: Store,
  scratch: Store,
  viewer: PageViewer,
  onStep: (step: string) => void,
): Promise<PairsReport> {
  const { allowed, refused, leftOut } = await listPairs(store);
  for (const part of new Set(allowed.flatMap(({ shell, remote }) => [shell, remote])))
    await copyFiles(store, scratch, part);
  const opened: OpenedPair[] = [];
  let release = 0;
  for (const pair of allowed) {
    const { manifest } = pair.remote;
    const names = namesOf(pair);
    const route = firstRoute(pair.remote);
    if (!route) {
      opened.push({ ...names, path: null, problems: ['It declares no address without a parameter.'] });
      continue;
    }
    onStep(`${names.name}@${names.version} in shell@${names.shell}: ${route.path} …`);
    release += 1;
    await scratch.createRelease(releaseOf(pair, release));
    const problems = await viewer.open({
      release,
      path: route.path,
      access: route.access,
      titles: Object.values(manifest.declaration.texts[route.title] ?? {}),
      entry: `${names.name}/${manifest.entry}`,
    });
    opened.push({ ...names, path: route.path, problems });
  }
  return {
    opened,
    refused: refused.map((pair) => ({ ...namesOf(pair), rules: rulesOf(pair.refusals) })),
    leftOut: leftOut.map(({ name, version, refusals }) => ({ name, version, rules: rulesOf(refusals) })),
  };
}
