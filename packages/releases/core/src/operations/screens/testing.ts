import type { Store } from '../../store/store.ts';
import type { Screen, ScreenViewer } from './screen.ts';

/** Sees what is live in a store; a page of a version has faults if the test says so. */
export class FakeViewer implements ScreenViewer {
  /** By remote, as "mfe-hubs@1.1.0", or by path and shell, as "/hubs in shell@2.0.0". */
  readonly faults = new Map<string, readonly string[]>();
  readonly opened: string[] = [];
  readonly screens: Screen[] = [];
  readonly #store: Store;

  constructor(store: Store) {
    this.#store = store;
  }

  async open(screen: Screen): Promise<readonly string[]> {
    const { shell, remotes } = await this.#store.readRelease(screen.release);
    for (const [name, { manifest }] of Object.entries({ shell, ...remotes }))
      for (const [file, record] of Object.entries(manifest.files)) await this.#store.readFile(name, file, record);
    const others = Object.entries(remotes).map(([name, { version }]) => `${name}@${version}`);
    this.screens.push(screen);
    this.opened.push(`${screen.path}, ${screen.person}: ${[`shell@${shell.version}`, ...others].join(' ')}`);
    const seen = this.faults.get(`${screen.path} in shell@${shell.version}`);
    return seen ?? others.flatMap((other) => this.faults.get(other) ?? []);
  }
}
