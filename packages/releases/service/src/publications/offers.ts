import type { ArtifactManifest } from '@portal/contract/artifact';
import { sourceMapsFile } from '@portal/release/operations/publish-offer';
import type { FileRecord } from '@portal/release/store';

/** For how long the files of an offer may be sent, in milliseconds. */
const LIFE_MS = 60 * 60_000;
/** Offers that are remembered, of one identity and in all; of more, the oldest are forgotten. */
const MOST_OF_ONE = 10;
const MOST = 200;

interface Remembered {
  /** Who offered it. */
  readonly who: string;
  readonly manifest: ArtifactManifest;
  readonly at: number;
}

/**
 * The builds that were offered a short time ago: only their files may be sent, by who offered them. After a restart
 * nothing is remembered; then a client offers its build again.
 */
export class Offers {
  readonly #now: () => number;
  #offers: readonly Remembered[] = [];

  constructor(now: () => number) {
    this.#now = now;
  }

  remember(who: string, manifest: ArtifactManifest): void {
    const isSame = (each: Remembered) =>
      each.who === who && each.manifest.name === manifest.name && each.manifest.version === manifest.version;
    const others = this.#current().filter((each) => !isSame(each));
    const own = others.filter((each) => each.who === who);
    const dropped = own.length < MOST_OF_ONE ? undefined : own[0];
    this.#offers = [...others.filter((each) => each !== dropped), { who, manifest, at: this.#now() }].slice(-MOST);
  }

  /**
   * What the files with this name are, by the offers of somebody; names have half of a hash only, so there may be
   * several.
   */
  files(who: string, part: string, file: string): readonly FileRecord[] {
    return this.#of(who, part)
      .flatMap(({ files }) => (Object.hasOwn(files, file) ? [files[file]] : []))
      .filter((record) => record !== undefined);
  }

  /** The same for the archives of source maps; with the version that each is of. */
  sourceMaps(who: string, part: string, name: string): readonly (FileRecord & { readonly version: string })[] {
    return this.#of(who, part).flatMap((manifest) => {
      const { sourceMaps, version } = manifest;
      return sourceMaps && sourceMapsFile(manifest) === name ? [{ ...sourceMaps, version }] : [];
    });
  }

  #of(who: string, part: string): readonly ArtifactManifest[] {
    return this.#current()
      .filter((each) => each.who === who && each.manifest.name === part)
      .map(({ manifest }) => manifest);
  }

  #current(): readonly Remembered[] {
    return this.#offers.filter(({ at }) => Math.abs(this.#now() - at) < LIFE_MS);
  }
}
