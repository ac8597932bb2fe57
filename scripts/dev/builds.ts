import type { DevelopmentBuild } from '@portal/federation/development';
import type { LiveRelease } from '@portal/web-server/development';

type Frame = LiveRelease['frame'];
type Release = LiveRelease['release'];

/** Pages that are open may ask for files of this many builds back. */
const KEPT_BUILDS = 50;

interface KeptFile {
  readonly bytes: Uint8Array;
  /** Number of the last build that has it. */
  build: number;
}

/** The latest build of every part, as the release that the next page is made of, and the files of the builds before. */
export class Builds {
  readonly #latest = new Map<string, DevelopmentBuild>();
  readonly #files = new Map<string, Map<string, KeptFile>>();
  readonly #numbers = new Map<string, number>();
  #frame: Frame | undefined;
  #live: LiveRelease | undefined;

  take(build: DevelopmentBuild): void {
    const { name } = build.manifest;
    this.#latest.set(name, build);
    this.#keepFiles(name, build.files);
    this.#live = undefined;
  }

  takeFrame(frame: Frame): void {
    this.#frame = frame;
    this.#live = undefined;
  }

  get frame(): Frame | undefined {
    return this.#frame;
  }

  latest(part: string): DevelopmentBuild | undefined {
    return this.#latest.get(part);
  }

  /** The same object until something is built; undefined while there is no shell. */
  live(): LiveRelease | undefined {
    this.#live ??= this.#compose();
    return this.#live;
  }

  file(part: string, name: string): Uint8Array | undefined {
    return this.#files.get(part)?.get(name)?.bytes;
  }

  #keepFiles(part: string, built: DevelopmentBuild['files']): void {
    const build = (this.#numbers.get(part) ?? 0) + 1;
    const files = this.#files.get(part) ?? new Map<string, KeptFile>();
    this.#numbers.set(part, build);
    this.#files.set(part, files);
    for (const [name, bytes] of built) {
      const kept = files.get(name);
      if (kept && Buffer.compare(kept.bytes, bytes) === 0) kept.build = build;
      else files.set(name, { bytes, build });
    }
    for (const [name, kept] of files) if (kept.build <= build - KEPT_BUILDS) files.delete(name);
  }

  #compose(): LiveRelease | undefined {
    const frame = this.#frame;
    const [shell, ...remotes] = ['shell', ...[...this.#latest.keys()].filter((name) => name !== 'shell')].map((name) =>
      this.#latest.get(name),
    );
    if (!frame || !shell) return undefined;
    const part = ({ manifest }: DevelopmentBuild) => ({ version: manifest.version, manifest });
    const release: Release = {
      schema: 1,
      number: 1,
      previous: null,
      action: 'promote',
      urgent: false,
      canaries: {},
      createdAt: new Date().toISOString(),
      createdBy: 'npm run dev',
      reason: 'The sources as they are',
      shell: part(shell),
      remotes: Object.fromEntries(
        remotes.flatMap((remote) => (remote ? [[remote.manifest.name, { ...part(remote), fallback: null }]] : [])),
      ),
    };
    return { release, frame };
  }
}
