import { withoutStop } from '../format/format-values.ts';
import type { ArtifactManifest } from '@portal/contract/artifact';
import type { Release, ReleasedPart, ReleaseView } from '../format/release.ts';
import { getViews, liveParts } from '../format/release.ts';
import { claimedPaths } from '@portal/contract/declaration';
import { overlaps } from '@portal/contract/paths';
import type { Provenance } from '@portal/contract/provenance';
import { webServerPathIn } from '@portal/contract/web-server-paths';
import { suggestion } from '../format/suggestion.ts';
import { StoreError } from '../store/errors.ts';
import { checkFileNames } from './file-names.ts';
import { checkLimits, checkPageBudget } from './limits.ts';
import { redirectLoops } from './redirect-loops.ts';
import type { Refusal } from './refusal.ts';
import { named, refusal } from './refusal.ts';
import type { Pruned, PlannedRelease, Store } from '../store/store.ts';
import { getFields } from '@portal/contract/fields';
import type { Incompatibility } from '../format/compatibility.ts';
import { findIncompatibilities } from '../format/compatibility.ts';
import { PageDataSchema } from '@portal/contract/page';

/** Refuses two parts that claim the same path; names the first pair of patterns. */
function collision(a: ArtifactManifest, b: ArtifactManifest): readonly Refusal[] {
  for (const path of claimedPaths(a.declaration)) {
    const other = claimedPaths(b.declaration).find((claimed) => overlaps(path, claimed));
    if (other === undefined) continue;
    const problem = `${named(a)} claims "${path}" and ${named(b)} claims "${other}".`;
    return [refusal('path-taken', [named(a), named(b)], problem)];
  }
  return [];
}

/** Refuses a part that claims a path of the web server; names the first one. */
function reservedPath(manifest: ArtifactManifest): readonly Refusal[] {
  for (const path of claimedPaths(manifest.declaration)) {
    const kept = webServerPathIn(path);
    if (!kept) continue;
    const problem = `${named(manifest)} claims "${path}", and the web server keeps "${kept.pattern}" for ${kept.what}.`;
    return [refusal('path-taken', [named(manifest), 'the web server'], problem)];
  }
  return [];
}

/** Refuses a part that reads early what its build did not record as safe; names the first read. */
function unmarkedRead(manifest: ArtifactManifest): readonly Refusal[] {
  const { declaration, safeReads } = manifest;
  const read = declaration.routes.flatMap(({ reads }) => reads).find((path) => !safeReads.includes(path));
  if (read === undefined) return [];
  const problem = `${named(manifest)} declares the early read "${read}", which its build did not record as safe.`;
  return [refusal('unmarked-read', [named(manifest), read], problem)];
}

/** The rules about the declaration of one version. */
function checkDeclaration(manifest: ArtifactManifest): readonly Refusal[] {
  const excess = checkLimits(manifest);
  return excess.length > 0
    ? excess
    : [...reservedPath(manifest), ...unmarkedRead(manifest), ...redirectLoops([manifest])];
}

function checkView({ shell, remotes }: ReleaseView): readonly Refusal[] {
  const others = Object.values(remotes).map(({ manifest }) => manifest);
  const all = [shell.manifest, ...others];
  return [
    ...checkPageBudget(all),
    ...redirectLoops(all),
    ...checkPageFields(shell.manifest),
    ...others.flatMap((remote) => checkShellAndRemote(shell.manifest, remote)),
    ...all.flatMap((left, index) => all.slice(index + 1).flatMap((right) => collision(left, right))),
  ];
}

/** Checks the parts of a release against each other, in every view of it. */
export function checkRelease(planned: PlannedRelease): readonly Refusal[] {
  const refusals = getViews({ ...planned, previous: null }).flatMap((view) =>
    checkView(view).map((each) =>
      view.canaryParts.length === 0
        ? each
        : {
            ...each,
            remedy: `${each.remedy} (In the canary of ${view.canaryParts.join(', ')}.)`,
          },
    ),
  );
  const seen = new Set<string>();
  return refusals.filter(({ problem }) => !seen.has(problem) && seen.add(problem));
}

/**
 * Checks whether a version would fit the live release if it were promoted for everybody. The first version of all
 * always fits.
 */
export function checkAgainstLive(
  live: Release | undefined,
  manifest: ArtifactManifest,
  { builtAt }: Pick<Provenance, 'builtAt'>,
): readonly Refusal[] {
  if (!live) return [];
  const { name, version } = manifest;
  const { [name]: _ended, ...canaries } = live.canaries;
  const part = { version, builtAt, manifest };
  const planned =
    name === 'shell'
      ? { ...live, shell: part, canaries }
      : { ...live, remotes: { ...live.remotes, [name]: { ...part, fallback: null } }, canaries };
  return checkRelease(planned).map((each) => ({ ...each, remedy: `${each.remedy} To publish it first: --ahead.` }));
}

/** Refuses a version that was yanked. */
export async function checkYank(store: Store, name: string, version: string): Promise<readonly Refusal[]> {
  try {
    const yank = await store.readYank(name, version);
    if (!yank) return [];
    const problem = `${name} ${version} was yanked by ${yank.by} at ${yank.at}: ${withoutStop(yank.reason)}.`;
    return [refusal('version-yanked', [`${name} ${version}`, `yanked by ${yank.by}`], problem)];
  } catch (error) {
    if (!(error instanceof StoreError)) throw error;
    // A damaged record still counts, because somebody yanked this version.
    const problem = `${error.problem} Until it is restored, ${name} ${version} counts as yanked.`;
    const remedy = 'Restore it, or release another version.';
    return [refusal('version-yanked', [`${name} ${version}`, error.key], problem, remedy)];
  }
}

/** The refusal of a version with a missing or damaged object. */
function toRefusal({ key, problem, remedy }: StoreError, name: string, version: string): Refusal {
  return {
    rule: key.includes('/versions/') ? 'manifest' : 'files-differ',
    sides: [`${name} ${version}`, key],
    problem: `${name} ${version} is incomplete: ${problem}`,
    remedy: `${remedy} Every other file: npm run release -- store verify`,
  };
}

/**
 * Who pruned a version and when. Undefined when it was not pruned, or when the record cannot be read: the version is
 * missing either way.
 */
async function prunedBy(store: Store, name: string, version: string): Promise<Pruned | undefined> {
  try {
    return await store.readPruned(name, version);
  } catch (error) {
    if (error instanceof StoreError) return undefined;
    throw error;
  }
}

/** The refusal of a version that the store does not have. */
export async function notPublished(store: Store, name: string, version: string): Promise<Refusal> {
  const pruned = await prunedBy(store, name, version);
  const known = (await store.versions(name)).toReversed();
  return {
    rule: 'not-published',
    sides: [`${name} ${version}`, 'the store'],
    problem: pruned
      ? `${name} ${version} was pruned by ${pruned.by} at ${pruned.at}.`
      : `${name} ${version} is not published.`,
    remedy: `${pruned ? 'Publish it again from the same sources. ' : suggestion(version, known)}Its versions: npm run release -- status ${name}`,
  };
}

async function firstProblem(store: Store, { name, files }: ArtifactManifest): Promise<StoreError | undefined> {
  for (const [file, record] of Object.entries(files)) {
    try {
      await store.readFile(name, file, record);
    } catch (error) {
      if (error instanceof StoreError) return error;
      throw error;
    }
  }
  return undefined;
}

/** A version as it can be released, or why it cannot. */
type CheckedVersion =
  | { readonly part: ReleasedPart; readonly refusals: readonly [] }
  | { readonly part: ReleasedPart | undefined; readonly refusals: readonly [Refusal, ...Refusal[]] };

/**
 * Whether a version by itself can be released: published, not yanked, its declaration harmless, and every byte as its
 * manifest says.
 */
export async function checkVersion(store: Store, name: string, version: string): Promise<CheckedVersion> {
  let part: ReleasedPart | undefined;
  const found = [...(await checkYank(store, name, version))];
  try {
    const { manifest, builtAt } = await store.readVersion(name, version);
    part = { version, builtAt, manifest };
    found.push(...checkDeclaration(manifest));
    const damage = await firstProblem(store, manifest);
    if (damage) found.push(toRefusal(damage, name, version));
  } catch (error) {
    if (!(error instanceof StoreError)) throw error;
    found.push(error.kind === 'missing' ? await notPublished(store, name, version) : toRefusal(error, name, version));
  }
  const [first, ...others] = found;
  if (first) return { part, refusals: [first, ...others] };
  if (part) return { part, refusals: [] };
  throw new Error('a version without a refusal has been read');
}

/** Whether a version may be published: within the limits, its declaration harmless, and not yanked. */
export async function checkPublication(store: Store, manifest: ArtifactManifest): Promise<readonly Refusal[]> {
  const excess = checkLimits(manifest);
  // A file with an overlong name cannot be looked for.
  if (excess.length > 0) return excess;
  return [
    ...checkDeclaration(manifest),
    ...(await checkFileNames(store, manifest)),
    ...(await checkYank(store, manifest.name, manifest.version)),
  ];
}

/** A version that visitors get, with files that are missing or damaged in the store. Plain data. */
export interface IncompleteVersion {
  readonly name: string;
  readonly version: string;
  /** What is missing or damaged, and the remedy. */
  readonly problem: string;
}

/**
 * The live versions and canaries of a release with a missing or damaged file: web servers that have not read that file
 * before hold the release back. Fallbacks do not count, because the release is served without them.
 */
export async function incompleteVersions(
  store: Store,
  release: Pick<Release, 'shell' | 'remotes' | 'canaries'>,
): Promise<readonly IncompleteVersion[]> {
  const given = [
    ...liveParts(release).map(({ version, manifest }) => ({
      version,
      manifest,
      instead: `Or roll it back: npm run release -- rollback ${manifest.name} --reason "…"`,
    })),
    ...Object.values(release.canaries).map(({ version, manifest }) => ({
      version,
      manifest,
      instead: `Or end its canary: npm run release -- canary ${manifest.name} end --reason "…"`,
    })),
  ];
  const found: IncompleteVersion[] = [];
  for (const { version, manifest, instead } of given) {
    const error = await firstProblem(store, manifest);
    if (error) found.push({ name: manifest.name, version, problem: `${error.message} ${instead}` });
  }
  return found;
}

/** What is wrong between a shell and a remote. */
function toProblem(shell: string, remote: string, incompatibility: Incompatibility): string {
  switch (incompatibility.of) {
    case 'names':
      return `${remote} imports ${incompatibility.missing.join(', ')} from ${incompatibility.module}, and ${shell} does not export that.`;
    case 'signatures':
      return `${remote} was built with another signature of ${incompatibility.changed.join(', ')} from ${incompatibility.module} than ${shell} has.`;
    case 'declaration': {
      const { unknown, lacking } = incompatibility;
      const problems = [
        ...(unknown.length > 0 ? [`does not know ${unknown.join(', ')}`] : []),
        ...(lacking.length > 0 ? [`needs ${lacking.join(', ')}`] : []),
      ];
      return `The declaration of ${remote} does not fit: ${shell} ${problems.join(', and ')}.`;
    }
    case 'shared': {
      const { module, wanted, offered } = incompatibility;
      const offer = offered === undefined ? `does not provide ${module}` : `provides ${module} ${offered}`;
      return `${remote} requires ${module} ${wanted}, and ${shell} ${offer}.`;
    }
  }
}

/** Refuses a remote that cannot run in a shell. */
export function checkShellAndRemote(shell: ArtifactManifest, remote: ArtifactManifest): readonly Refusal[] {
  const [sideOfShell, sideOfRemote] = [named(shell), named(remote)];
  return findIncompatibilities(shell, remote).map((incompatibility) =>
    refusal('incompatible', [sideOfRemote, sideOfShell], toProblem(sideOfShell, sideOfRemote, incompatibility)),
  );
}

/** The fields that every page has; release command and web server are of one checkout. */
const PAGE_FIELDS = new Set(getFields(PageDataSchema).needed);

/** Refuses a shell that needs a field which the page does not have, or no longer. */
export function checkPageFields(shell: ArtifactManifest): readonly Refusal[] {
  const missing = shell.shared.reads.page.filter((field) => !PAGE_FIELDS.has(field));
  if (missing.length === 0) return [];
  return [
    refusal(
      'page-field',
      [named(shell), 'the page'],
      `${named(shell)} needs ${missing.join(', ')} in the page, which has no such field.`,
    ),
  ];
}
