/** A place in the repository, and what it may import. */
export interface ImportSite {
  /** Name in the documentation and the linter's messages. */
  readonly name: string;
  /** Paths from the root of the repository; globs. */
  readonly files: readonly string[];
  /** Browser code cannot import Node's modules. */
  readonly runsIn: 'browser' | 'node';
  /** Workspace entry points that it may import, as globs. */
  readonly imports: readonly string[];
  /** Entry points that only its tests may import, besides the `/testing` entries of the packages in `imports`. */
  readonly testsImport?: readonly string[];
  /** Other sites of the same package that it may import. */
  readonly inside?: readonly string[];
  /** Files of other packages that it may import by a relative path. */
  readonly outside?: readonly string[];
  /** Folders of its `src`, the lowest first: none imports one above it. */
  readonly layers?: readonly string[];
  /** Libraries that it must not import. */
  readonly without?: readonly Withheld[];
}

interface Withheld {
  readonly packages: readonly string[];
  readonly because: string;
}

/** What shell and remotes share by way of a package of the portal. */
export const THROUGH_FACADES: readonly Withheld[] = [
  {
    packages: ['react-router', 'react-router-dom'],
    because: 'shell and remotes share one router: take it from @portal/ui',
  },
  {
    packages: ['i18next', 'react-i18next'],
    because: 'shell and remotes share one set of texts: take it from @portal/i18n',
  },
  { packages: ['zustand'], because: 'shell and remotes share one session: take it from @portal/session' },
  { packages: ['react-dom'], because: 'the shell alone renders into the page' },
];
