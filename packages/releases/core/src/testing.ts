import { createHash } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ArtifactManifest } from '@portal/contract/artifact';
import { parseArtifactManifest, SOURCE_MAPS_FILE } from '@portal/contract/artifact';
import type { Declaration } from '@portal/contract/declaration';
import { DeclarationSchema, parseDeclaration, SKELETONS } from '@portal/contract/declaration';
import { getFields } from '@portal/contract/fields';
import { LANGUAGES } from '@portal/contract/language';
import { textSlot } from '@portal/contract/markup';
import { parseInput } from '@portal/contract/parse';
import type { Provenance } from '@portal/contract/provenance';
import { PROVENANCE_FILE } from '@portal/contract/provenance';
import type { Release } from './format/release.ts';
import { zipSync } from 'fflate';
import type * as v from 'valibot';
import type { RequirementsSchema } from './policy/requirements.ts';
import { AccessSchema } from './access/access.ts';
import { configureAccess } from './access/configuration.ts';
import { createCheck } from './store/checks.ts';
import type { Evidence } from './store/evidence.ts';
import { createEvidence } from './store/evidence.ts';
import { computeIntegrity } from './format/integrity.ts';
import { applyRequest } from './operations/apply-request.ts';
import type { ChangeResult } from './operations/apply-request.ts';
import type { Build } from './operations/dist-folder.ts';
import type { ReleaseRequest } from './policy/release-request.ts';
import type { Publication } from './operations/publish-version.ts';
import { publishBuild, publishVersion } from './operations/publish-version.ts';
import type { Store } from './store/store.ts';

/** The options of a test request besides its change. */
interface RequestOptions extends Partial<Omit<ReleaseRequest, 'change'>> {
  readonly percent?: number | undefined;
}

async function apply(
  store: Store,
  change: ReleaseRequest['change'],
  { by = 'a test', reason = 'to try', expect, urgent, anyway }: RequestOptions,
): Promise<ChangeResult & { readonly release: Release }> {
  const { release, ...result } = await applyRequest(store, { by, reason, expect, urgent, anyway, change });
  if (!release) throw new Error('the store has no release');
  return { ...result, release };
}

/** For tests: makes versions live, all in one release; null takes a remote out. */
export async function promoteAll(
  store: Store,
  versions: Readonly<Record<string, string | null>>,
  { percent, ...options }: RequestOptions = {},
): ReturnType<typeof apply> {
  return apply(store, { action: 'promote', versions, percent }, options);
}

/** For tests: rolls a part back; `undefined` to the version before. */
export async function rollBack(
  store: Store,
  name: string,
  to?: string | null,
  options: RequestOptions = {},
): ReturnType<typeof apply> {
  return apply(store, { action: 'rollback', name, to }, options);
}

/** For tests: ends the canary of a part. */
export async function endCanary(store: Store, name: string, options: RequestOptions = {}): ReturnType<typeof apply> {
  return apply(store, { action: 'end-canary', names: [name] }, options);
}

/** For tests: yanks a version. */
export async function yank(
  store: Store,
  name: string,
  version: string,
  options: RequestOptions = {},
): ReturnType<typeof apply> {
  return apply(store, { action: 'yank', name, version }, options);
}

/** For tests: records that a version is good, since the last release. */
export async function recordSampleEvidence(
  store: Store,
  name: string,
  version: string,
  changes: Partial<Evidence> = {},
): Promise<void> {
  const release = (await store.releaseNumbers()).at(-1) ?? 1;
  const { createdAt: since } = await store.readOutline(release);
  await createEvidence(store, name, version, {
    schema: 1,
    at: '2026-11-01T03:12:00.000Z',
    by: 'the watcher',
    as: 'live',
    release,
    since,
    visits: 5120,
    failed: 10,
    baseline: null,
    verdict: 'good',
    ...changes,
  });
}

/** For tests: records a check that opened one page of a version in the live release, and what was wrong with it. */
export async function recordSampleCheck(
  store: Store,
  name: string,
  version: string,
  seen: readonly string[] = [],
): Promise<void> {
  const live = await store.latestRelease();
  const remotes = Object.entries(live?.remotes ?? {}).map(([other, remote]) => [other, remote.version] as const);
  const faults = seen.length > 0 ? [{ view: 0, person: 'owner', seen: [...seen] }] : [];
  await createCheck(store, name, version, {
    schema: 1,
    at: '2026-11-23T07:12:00.000Z',
    by: 'anna',
    versions: { [name]: version },
    release: live?.number ?? 0,
    views: [
      {
        shell: name === 'shell' ? version : (live?.shell.version ?? version),
        remotes: { ...Object.fromEntries(remotes), ...(name !== 'shell' && { [name]: version }) },
        canaries: [],
      },
    ],
    pages: [{ part: name, path: '/hubs', opened: 2, faults }],
    notOpened: [],
  });
}

/** For tests: configures what parts require before a promotion. */
export async function publishRequiring(
  store: Store,
  requires: Readonly<Record<string, v.InferInput<typeof RequirementsSchema>>>,
): Promise<void> {
  const access = parseInput('access.json', AccessSchema, {
    issuers: [],
    rules: [],
    requires,
  });
  await configureAccess(store, { access, by: 'a test', reason: 'to try' });
}

/** For tests: publishes the build in a folder, even if it does not fit the live release. */
export async function publishAhead(store: Store, folder: string): Promise<Publication> {
  return publishVersion(store, { folder, ahead: true });
}

/** A build by hand, for tests: contents by logical name ("entry.js"), which become files named by their content. */
export interface SampleBuild {
  readonly name: string;
  readonly version: string;
  readonly contents: Readonly<Record<string, string>>;
  readonly declaration?: Partial<Declaration> | undefined;
  readonly provenance?: Partial<Provenance> | undefined;
  readonly shared?: Partial<ArtifactManifest['shared']> | undefined;
  /** The reads that the build found marked as safe; those of the declaration by default. */
  readonly safeReads?: readonly string[] | undefined;
  /** Source maps by logical name of the script; none unless given. */
  readonly sourceMaps?: Readonly<Record<string, object>> | undefined;
  /** Scripts that every page needs besides the entry, by logical name. */
  readonly always?: readonly string[] | undefined;
}

/** The content name of a logical name: "entry.js" -> "entry.0123456789abcdef.js". */
export function contentName(logical: string, content: string): string {
  const hash = createHash('sha256').update(content).digest('hex').slice(0, 16);
  return logical.replace(/\.([a-z0-9]+)$/, `.${hash}.$1`);
}

function sampleText(text: string): Record<'en' | 'de' | 'fr' | 'nl', string> {
  return { en: text, de: `${text} (de)`, fr: `${text} (fr)`, nl: `${text} (nl)` };
}

/** A declaration with one open route, by default "/settings" for "mfe-settings". */
export function sampleDeclaration(name: string, changes: Partial<Declaration> = {}): Declaration {
  const path = name === 'shell' ? '/login' : `/${name.replace(/^mfe-/, '')}`;
  return parseDeclaration(name, {
    name,
    routes: [{ path, title: 'title', access: 'open', page: 'main', skeleton: 'table' }],
    header: [],
    texts: { title: sampleText(`Title of ${name}`) },
    ...changes,
  });
}

/** A frame like the one from the shell's build, with an inline script. A web server serves no shell without a frame. */
export const sampleFrame = (script: string, fill = 'fill()'): string => {
  const choose = (by: string, of: Readonly<Record<string, unknown>>) => ({
    by,
    of: Object.entries(of).map(([value, nodes]) => [[value], nodes]),
  });
  const link = (more: object) => [['li', {}, [['a', { ...more, href: textSlot('link.path') }, [textSlot('label')]]]]];
  const main = (kind: string, lang: string, content: readonly unknown[]) => [
    ['main', { class: kind, lang }, [{ slot: 'page' }, ...content]],
  ];
  const page = (lang: string) => [
    choose('signedIn', {
      true: [
        [
          'header',
          { lang },
          [
            ['ul', {}, [{ slot: 'items' }]],
            ['button', {}, ['Log out']],
          ],
        ],
      ],
      false: [['header', { lang }, []]],
    }),
    choose(
      'skeleton',
      Object.fromEntries<readonly unknown[]>([
        ...SKELETONS.map((kind) => [kind, main(kind, lang, [['h1', {}, [textSlot('title')]]])] as const),
        ['none', main('none', lang, [])] as const,
      ]),
    ),
  ];
  return JSON.stringify({
    styles: '.site-header{color:red}',
    script,
    fill,
    page: Object.fromEntries(LANGUAGES.map((language) => [language, page(language)])),
    item: [choose('current', { true: link({ 'aria-current': 'page' }), false: link({}) })],
  });
};

/** A provenance, by default of the sources of a commit. */
export function sampleProvenance(changes: Partial<Provenance> = {}): Provenance {
  return {
    schema: 1,
    builtAt: '2025-01-01T00:00:00.000Z',
    source: { repository: 'https://git.example.com/portal.git', commit: 'c'.repeat(40), clean: true },
    lockFile: computeIntegrity(Buffer.from('lock')),
    node: '24.0.0',
    tools: { '@rspack/core': '2.0.0', pnpm: '12.0.0' },
    runTime: 'own',
    ...changes,
  };
}

/** The archive of a build's source maps. */
function zipMaps({ contents, sourceMaps }: SampleBuild): Uint8Array | undefined {
  const maps = Object.entries(sourceMaps ?? {}).map(
    ([logical, map]) =>
      [`${contentName(logical, contents[logical] ?? '')}.map`, Buffer.from(JSON.stringify(map))] as const,
  );
  return sourceMaps && zipSync(Object.fromEntries(maps), { mtime: new Date(1980, 0, 1) });
}

/** Of a shell that knows every field of declarations, or of a remote that takes nothing. */
function sampleShared(name: string): ArtifactManifest['shared'] {
  const declaration = name === 'shell' ? getFields(DeclarationSchema) : { known: [], needed: [] };
  return { provides: {}, requires: {}, gives: {}, takes: {}, forms: {}, reads: { declaration, page: [] } };
}

/** Makes a build in memory. */
export function makeBuild(build: SampleBuild): Build {
  const { name, version, contents, always = [] } = build;
  const declaration = sampleDeclaration(name, build.declaration);
  const named = Object.entries(contents).map(
    ([logical, content]) => [logical, contentName(logical, content), content] as const,
  );
  const filesLike = (pattern: RegExp) => named.filter(([logical]) => pattern.test(logical)).map(([, file]) => file);
  const pageFiles = (page: string) => filesLike(new RegExp(`^(${[page, ...always].join('|')})\\.js$`));
  const sourceMaps = zipMaps(build);
  const manifest = parseArtifactManifest(`${name}'s manifest`, {
    schema: 1,
    name,
    version,
    files: Object.fromEntries(
      named.map(([, file, content]) => [
        file,
        { integrity: computeIntegrity(Buffer.from(content)), size: Buffer.byteLength(content) },
      ]),
    ),
    ...(sourceMaps && { sourceMaps: { integrity: computeIntegrity(sourceMaps), size: sourceMaps.length } }),
    entry: filesLike(/^entry\.js$/)[0],
    styles: filesLike(/\.css$/),
    pages: Object.fromEntries(declaration.routes.map(({ page }) => [page, pageFiles(page)])),
    locales: Object.fromEntries(
      ['en', 'de', 'fr', 'nl'].map((language) => [language, filesLike(new RegExp(`^locale-${language}\\.js$`))]),
    ),
    ...(contents['frame.json'] === undefined ? {} : { frame: filesLike(/^frame\.json$/)[0] }),
    shared: { ...sampleShared(name), ...build.shared },
    safeReads: build.safeReads ?? declaration.routes.flatMap(({ reads }) => reads),
    declaration,
  });
  return {
    manifest,
    provenance: sampleProvenance(build.provenance),
    files: new Map(named.map(([, file, content]) => [file, Buffer.from(content)])),
    sourceMaps,
  };
}

/** For tests: publishes a build, even if it does not fit the live release. */
export async function publishSample(store: Store, build: SampleBuild): Promise<Publication> {
  return publishBuild(store, makeBuild(build));
}

/** Writes a build into `folder`, as the bundler would. */
export async function writeBuild(folder: string, build: SampleBuild): Promise<ArtifactManifest> {
  const { manifest, provenance, files, sourceMaps } = makeBuild(build);
  await mkdir(folder, { recursive: true });
  for (const [file, bytes] of files) await writeFile(join(folder, file), bytes);
  await writeFile(join(folder, 'manifest.json'), JSON.stringify(manifest));
  if (sourceMaps) await writeFile(join(folder, SOURCE_MAPS_FILE), sourceMaps);
  await writeFile(join(folder, PROVENANCE_FILE), JSON.stringify(provenance));
  return manifest;
}
