import { createHash } from 'node:crypto';
import type { RequestListener } from 'node:http';
import type { Frame } from '@portal/contract/frame';
import type { Provenance } from '@portal/contract/provenance';
import type { DevelopmentBuild, ReleasedPart } from '@portal/federation/development';
import { applyRequest } from '@portal/release/operations/apply-request';
import { publishBuild } from '@portal/release/operations/publish-version';
import type { Store } from '@portal/release/store';
import { openMemoryStore } from '@portal/release/memory-store';
import { fileType } from '@portal/web-server/development';

/** Open pages can load files of this many earlier builds. */
const KEPT_BUILDS = 50;

interface SavedFile {
  readonly bytes: Uint8Array;
  /** Number of the last build that contains the file. */
  build: number;
}

type Artifact = Parameters<typeof publishBuild>[1];

/** The store is in memory, so nobody asks where its builds come from; pages show when. */
function developmentProvenance(): Provenance {
  const builtAt = new Date().toISOString();
  return { schema: 1, builtAt, source: null, lockFile: null, node: process.versions.node, tools: {}, runTime: 'own' };
}

/** The artifact of a build, without updates and source maps. */
function getArtifact({ manifest, files }: DevelopmentBuild): Artifact {
  const provenance = developmentProvenance();
  return { manifest, provenance, files: new Map([...files].filter(([file]) => Object.hasOwn(manifest.files, file))) };
}

/** Adds the prerendered frame, which is built separately, to the shell. */
function withFrame({ manifest, files, ...others }: Artifact, frame: Frame): Artifact {
  const bytes = Buffer.from(JSON.stringify(frame));
  const hash = createHash('sha256').update(bytes).digest();
  const file = `frame.${hash.toString('hex').slice(0, 16)}.json`;
  const record = { integrity: `sha256-${hash.toString('base64')}`, size: bytes.length };
  return {
    ...others,
    manifest: { ...manifest, frame: file, files: { ...manifest.files, [file]: record } },
    files: new Map([...files, [file, bytes]]),
  };
}

/** The shell with its frame, which a released one has already; undefined while it has none. */
const complete = (shell: Artifact, frame: Frame | undefined): Artifact | undefined =>
  shell.manifest.frame === undefined ? frame && withFrame(shell, frame) : shell;

/** A store with one release of these builds. @throws {RefusedError} when they break the release policy. */
async function releaseAll(artifacts: readonly Artifact[]): Promise<Store> {
  const store = openMemoryStore();
  for (const artifact of artifacts) await publishBuild(store, artifact);
  const versions = Object.fromEntries(artifacts.map(({ manifest: { name, version } }) => [name, version]));
  const change = { action: 'promote', versions } as const;
  await applyRequest(store, { by: 'npm run dev', reason: 'The sources as they are', change });
  return store;
}

/** The latest build of every part, as the store for the next page, and the files of earlier builds. */
export class Builds {
  readonly #latest = new Map<string, DevelopmentBuild>();
  readonly #files = new Map<string, Map<string, SavedFile>>();
  readonly #numbers = new Map<string, number>();
  #frame: Frame | undefined;
  /** Of the last builds that could be released. */
  #store: Store = openMemoryStore();
  #hasRelease = false;
  #publication: Promise<unknown> = Promise.resolve(undefined);
  #isPublished = false;

  take(build: DevelopmentBuild): void {
    const { name } = build.manifest;
    this.#latest.set(name, build);
    this.#keepFiles(name, build.files);
    this.#isPublished = false;
  }

  /** Takes a version that is not built here. */
  takeReleased(part: ReleasedPart): void {
    this.take({ ...part, hash: '', changed: new Set(), warnings: [] });
  }

  takeFrame(frame: Frame): void {
    this.#frame = frame;
    this.#isPublished = false;
  }

  get frame(): Frame | undefined {
    return this.#frame;
  }

  latest(part: string): DevelopmentBuild | undefined {
    return this.#latest.get(part);
  }

  /**
   * Publishes the latest builds into a new store, because all builds of a part have the same version: the code contains
   * it, and another version would make open pages reload.
   * @returns why they cannot be released, such as a rule that they break: then the store stays as it was. undefined
   * once they are.
   */
  publish(): Promise<unknown> {
    if (!this.#isPublished) this.#publication = this.#publish(this.#publication);
    this.#isPublished = true;
    return this.#publication;
  }

  /** Whether there has been a shell that can be released. */
  get hasRelease(): boolean {
    return this.#hasRelease;
  }

  /** The store for the next page: without a release as long as there is no shell that can be released. */
  async store(): Promise<Store> {
    await this.publish();
    return this.#store;
  }

  /**
   * The listener for a path below "/assets/"; undefined for any other path. These files do not come from the store:
   * updates and source maps are not in a manifest, open pages need files of earlier builds, and to compress them like
   * the web server would take seconds.
   */
  listener(pathname: string): RequestListener | undefined {
    const [, assets, part = '', file = '', ...rest] = pathname.split('/');
    if (assets !== 'assets') return undefined;
    const bytes = rest.length === 0 ? this.file(part, file) : undefined;
    return (_request, response) => {
      if (!bytes) {
        response.writeHead(404, { 'content-type': 'text/plain', 'cache-control': 'no-store' }).end('Not found\n');
        return;
      }
      response
        .writeHead(200, {
          // Updates end in ".mjs", which no published file does.
          'content-type': fileType(pathname.replace(/\.mjs$/, '.js')).mime,
          'content-length': bytes.length,
          // An update is named after the build before it; after a restart, the same name may mean another update.
          'cache-control': 'no-store',
          'x-content-type-options': 'nosniff',
        })
        .end(bytes);
    };
  }

  file(part: string, name: string): Uint8Array | undefined {
    return this.#files.get(part)?.get(name)?.bytes;
  }

  #keepFiles(part: string, built: DevelopmentBuild['files']): void {
    const build = (this.#numbers.get(part) ?? 0) + 1;
    const files = this.#files.get(part) ?? new Map<string, SavedFile>();
    this.#numbers.set(part, build);
    this.#files.set(part, files);
    for (const [name, bytes] of built) {
      const kept = files.get(name);
      if (kept && Buffer.compare(kept.bytes, bytes) === 0) kept.build = build;
      else files.set(name, { bytes, build });
    }
    for (const [name, kept] of files) if (kept.build <= build - KEPT_BUILDS) files.delete(name);
  }

  /** Keeps the order of publications, so that the last one decides about the store. */
  async #publish(before: Promise<unknown>): Promise<unknown> {
    const { shell, ...remotes } = Object.fromEntries(
      [...this.#latest].map(([name, build]) => [name, getArtifact(build)]),
    );
    const whole = shell && complete(shell, this.#frame);
    if (!whole) return undefined;
    // Builds for development do not say what they share, so that no part is checked against one.
    const { shared } = whole.manifest;
    const artifacts = [whole, ...Object.values(remotes)].map((artifact) => ({
      ...artifact,
      manifest: { ...artifact.manifest, shared },
    }));
    await before;
    try {
      this.#store = await releaseAll(artifacts);
      this.#hasRelease = true;
      return undefined;
    } catch (error) {
      return error;
    }
  }
}
