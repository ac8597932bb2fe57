import type { Release } from '@portal/release/format/release';
import type { ServerLog } from '@portal/node-kit/server-log';
import type { Assets } from '../files/assets.ts';
import type { Dictionaries } from './dictionaries.ts';
import { releasedManifests } from '@portal/release/format/release';

/** The problem in the log that files are not compressed before visits need them. */
const COMPRESSION = 'compression';

/**
 * Compresses the files of a release, and prepares its dictionaries, before the first visits need them. Ends when
 * another release follows.
 */
export class WarmUp {
  readonly #assets: Assets;
  readonly #dictionaries: Dictionaries;
  readonly #log: ServerLog;
  #newest: Release | undefined;
  #stopped = false;

  constructor(assets: Assets, dictionaries: Dictionaries, log: ServerLog) {
    this.#assets = assets;
    this.#dictionaries = dictionaries;
    this.#log = log;
  }

  begin(release: Release): void {
    this.#newest = release;
    this.#run(release).catch((error: unknown) => this.#log.problem(COMPRESSION, error));
  }

  stop(): void {
    this.#stopped = true;
  }

  async #run(release: Release): Promise<void> {
    const isOver = () => this.#stopped || this.#newest !== release;
    await Promise.all([this.#compress(release, isOver), this.#dictionaries.follow(release, isOver)]);
    await this.#dictionaries.prepare(release, isOver);
  }

  /** One file after the other. */
  async #compress(release: Release, isOver: () => boolean): Promise<void> {
    for (const manifest of releasedManifests(release)) {
      for (const file of Object.keys(manifest.files)) {
        if (isOver()) return;
        const { type, content } = await this.#assets.read(manifest, file);
        if (type.compressible) await content.encode('br');
      }
    }
    this.#log.solved(COMPRESSION, `The files of release ${String(release.number)} are compressed.`);
  }
}
