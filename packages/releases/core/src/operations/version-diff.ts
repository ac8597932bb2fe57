import type { ArtifactManifest } from '@portal/contract/artifact';
import type { Provenance } from '@portal/contract/provenance';

/** A version to compare. */
export interface ComparedVersion {
  readonly manifest: ArtifactManifest;
  /** Null for pruned versions. */
  readonly provenance: Provenance | null;
  /** What its files have; undefined where they are not there any more. */
  readonly contents?: VersionContents | undefined;
}

/** What only the files of a version tell. */
export interface VersionContents {
  /** The sizes of files as browsers get them, compressed. */
  readonly compressed: ReadonlyMap<string, number>;
  /** The texts of the catalogues by language and key. */
  readonly texts: ReadonlyMap<string, ReadonlyMap<string, string>>;
}

/** Something that two versions have differently; null where one of them does not have it. */
export interface Difference {
  readonly what: string;
  readonly before: string | null;
  readonly after: string | null;
}

/**
 * Bytes before and after, as they are and compressed; null where a version does not have them, or they are not known.
 */
interface Sizes {
  readonly before: number | null;
  readonly after: number | null;
  readonly compressedBefore: number | null;
  readonly compressedAfter: number | null;
}

/** A file that differs, by its name without the hash. */
export interface FileDifference extends Sizes {
  readonly file: string;
}

/** A text of a catalogue that differs. */
interface TextDifference extends Difference {
  readonly key: string;
  readonly language: string;
}

/** What changed between two versions of a part. Plain data. */
export interface VersionDiff {
  readonly name: string;
  readonly from: string;
  readonly to: string;
  /** Where the sources of both are; null where a provenance does not say. */
  readonly sources: {
    readonly repository: string | null;
    readonly from: string | null;
    readonly to: string | null;
    /** Whether both were built from exactly their commits. */
    readonly clean: boolean;
  };
  readonly files: readonly FileDifference[];
  readonly unchangedFiles: number;
  /** Of all files. */
  readonly bytes: Sizes;
  readonly routes: readonly Difference[];
  readonly redirects: readonly Difference[];
  readonly header: readonly Difference[];
  readonly footer: readonly Difference[];
  /** Of the declaration. */
  readonly texts: readonly Difference[];
  /** Of the catalogues; null where files of a version are gone. */
  readonly catalogues: readonly TextDifference[] | null;
  /** Shared modules: versions and ranges, and names that are given or taken. */
  readonly shared: readonly Difference[];
}

/** A value for people; null if there is none. */
function findText(value: unknown): string | null {
  if (value === undefined || value === null) return null;
  if (Array.isArray(value)) return value.length === 0 ? null : value.map((each) => findText(each)).join(', ');
  if (typeof value === 'object')
    return Object.entries(value)
      .map(([key, each]) => `${key} ${findText(each) ?? 'none'}`)
      .join(', ');
  return typeof value === 'string' ? value : JSON.stringify(value);
}

type Fields = Readonly<Record<string, unknown>>;

/** The differences of two records of plain values. */
function valueDifferences(before: Fields, after: Fields, prefix = ''): readonly Difference[] {
  return [...new Set([...Object.keys(before), ...Object.keys(after)])].sort().flatMap((what) => {
    const [one, other] = [findText(before[what]), findText(after[what])];
    return one === other ? [] : [{ what: `${prefix}${what}`, before: one, after: other }];
  });
}

/** The differences of two sets of things with fields, by their keys. `shown` tells what a new or a removed one is. */
function differences<Thing extends object>(
  before: ReadonlyMap<string, Thing>,
  after: ReadonlyMap<string, Thing>,
  shown: (thing: Thing) => unknown,
): readonly Difference[] {
  return [...new Set([...before.keys(), ...after.keys()])].sort().flatMap((key) => {
    const [old, now] = [before.get(key), after.get(key)];
    if (old && now)
      return valueDifferences(
        Object.fromEntries(Object.entries(old)),
        Object.fromEntries(Object.entries(now)),
        `${key}: `,
      );
    return [{ what: key, before: old ? findText(shown(old)) : null, after: now ? findText(shown(now)) : null }];
  });
}

const byPath = <Thing extends { readonly path: string }>(things: readonly Thing[]) =>
  new Map(things.map((thing) => [thing.path, thing] as const));

function declarationDifferences({ declaration: old }: ArtifactManifest, { declaration: now }: ArtifactManifest) {
  const redirects = (list: typeof old.redirects = []) => new Map(list.map((each) => [each.from, each] as const));
  return {
    routes: differences(byPath(old.routes), byPath(now.routes), ({ access }) => access),
    redirects: differences(redirects(old.redirects), redirects(now.redirects), ({ to }) => to),
    header: differences(byPath(old.header), byPath(now.header), ({ label }) => label),
    footer: differences(byPath(old.footer ?? []), byPath(now.footer ?? []), ({ label }) => label),
    texts: differences(
      new Map(Object.entries(old.texts)),
      new Map(Object.entries(now.texts)),
      ({ en }: { readonly en: string }) => en,
    ),
  };
}

/** Names that only one of two lists has, as one difference. */
function nameDifferences(what: string, before: readonly string[], after: readonly string[]): readonly Difference[] {
  const gone = before.filter((name) => !after.includes(name));
  const added = after.filter((name) => !before.includes(name));
  return gone.length + added.length === 0 ? [] : [{ what, before: findText(gone), after: findText(added) }];
}

function sharedDifferences(
  { shared: old }: ArtifactManifest,
  { shared: now }: ArtifactManifest,
): readonly Difference[] {
  const names = (['exports', 'imports'] as const).flatMap((list) => {
    const modules = [...new Set([...Object.keys(old[list]), ...Object.keys(now[list])])].sort();
    return modules.flatMap((module) =>
      nameDifferences(`names that it ${list}: ${module}`, old[list][module] ?? [], now[list][module] ?? []),
    );
  });
  return [...valueDifferences(old.provides, now.provides), ...valueDifferences(old.requires, now.requires), ...names];
}

/** "settings.js" for "settings.0123456789abcdef.js". */
const withoutHash = (file: string): string => file.replace(/\.[0-9a-f]{16}(?=\.\w+$)/, '');

function fileDifferences({ manifest: { files: old }, contents: was }: ComparedVersion, now: ComparedVersion) {
  const { files } = now.manifest;
  const changedIn = (these: typeof old, others: typeof old) => {
    const names = Object.keys(these).filter((file) => !Object.hasOwn(others, file));
    // Files of one name without its hash are one file in several pieces.
    return Map.groupBy(names, withoutHash);
  };
  const sum = (names: readonly string[] | undefined, findSize: (file: string) => number | undefined) => {
    const known = names?.map(findSize);
    return known?.every((size) => size !== undefined) ? known.reduce((all, size) => all + size, 0) : null;
  };
  const sizes = (before: readonly string[] | undefined, after: readonly string[] | undefined): Sizes => ({
    before: sum(before, (file) => old[file]?.size),
    after: sum(after, (file) => files[file]?.size),
    compressedBefore: sum(before, (file) => was?.compressed.get(file)),
    compressedAfter: sum(after, (file) => now.contents?.compressed.get(file)),
  });
  const [before, after] = [changedIn(old, files), changedIn(files, old)];
  return {
    files: [...new Set([...before.keys(), ...after.keys()])]
      .sort()
      .map((file) => ({ file, ...sizes(before.get(file), after.get(file)) })),
    unchangedFiles: Object.keys(files).filter((file) => Object.hasOwn(old, file)).length,
    bytes: sizes(Object.keys(old), Object.keys(files)),
  };
}

function catalogueDifferences(
  old: VersionContents | undefined,
  now: VersionContents | undefined,
): readonly TextDifference[] | null {
  if (!old || !now) return null;
  return [...new Set([...old.texts.keys(), ...now.texts.keys()])].flatMap((language) => {
    const getTexts = ({ texts }: VersionContents) => Object.fromEntries(texts.get(language) ?? []);
    return valueDifferences(getTexts(old), getTexts(now)).map(({ what: key, ...texts }) => ({
      what: `${key} (${language})`,
      key,
      language,
      ...texts,
    }));
  });
}

/** What changed from one version of a part to another, as far as their manifests and provenances tell. */
export function diffVersions(from: ComparedVersion, to: ComparedVersion): VersionDiff {
  const [old, now] = [from.provenance?.source, to.provenance?.source];
  return {
    name: to.manifest.name,
    from: from.manifest.version,
    to: to.manifest.version,
    sources: {
      repository: now?.repository ?? old?.repository ?? null,
      from: old?.commit ?? null,
      to: now?.commit ?? null,
      clean: old?.clean === true && now?.clean === true,
    },
    ...fileDifferences(from, to),
    ...declarationDifferences(from.manifest, to.manifest),
    catalogues: catalogueDifferences(from.contents, to.contents),
    shared: sharedDifferences(from.manifest, to.manifest),
  };
}
