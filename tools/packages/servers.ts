/** What is packed to run outside a checkout: three servers, and the release command. */
export interface ServerPackage {
  /** Of the package, its folder and its command: "portal-web-server". */
  readonly name: string;
  /** What runs, in a sentence's words: "web server". */
  readonly what: 'web server' | 'release service' | 'release console' | 'release command';
  /** The source of the program, from the root of the repository. */
  readonly entry: string;
  /** Its units of systemd, and drop-ins for them. */
  readonly units: readonly string[];
  /** A file of settings to begin with. */
  readonly example?: string;
  /** Folders that the program reads beside its code, by their names in the package, from the root of the repository. */
  readonly folders?: Readonly<Record<string, string>>;
}

export const SERVERS = [
  {
    name: 'portal-web-server',
    what: 'web server',
    entry: 'packages/delivery/web-server/src/program.ts',
    units: ['portal-web-server.service'],
    example: 'config.example.json',
    folders: { site: 'packages/delivery/web-server/site' },
  },
  {
    name: 'portal-release-service',
    what: 'release service',
    entry: 'packages/releases/service/src/program.ts',
    units: ['portal-release-service.service', 'folder-store.conf'],
  },
  {
    name: 'portal-release-console',
    what: 'release console',
    entry: 'packages/releases/console/src/program.ts',
    units: ['portal-release-console.service'],
  },
  {
    name: 'portal-release',
    what: 'release command',
    entry: 'packages/releases/core/src/cli/packaged-program.ts',
    units: ['portal-release.service', 'portal-release.timer'],
  },
] as const satisfies readonly ServerPackage[];

export type ServerName = (typeof SERVERS)[number]['name'];
