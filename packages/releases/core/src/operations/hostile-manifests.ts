import type { ArtifactManifest } from '@portal/contract/artifact';

const NAMES = [
  '../outside.0123456789abcdef.js',
  '/etc/passwd',
  'folder/entry.0123456789abcdef.js',
  String.raw`..\outside.0123456789abcdef.js`,
  '.hidden.0123456789abcdef.js',
  '-rf.0123456789abcdef.js',
  'entry.0123456789abcdef.js\0.png',
  'entry.0123456789abcdef.js\n',
  'entry.0123456789ABCDEF.js',
  'entry.0123456789abcdef.exe',
  'entry.0123456789abcdef.html',
  'entry.js',
  'e\u0301.0123456789abcdef.js',
  '\u202egnp.0123456789abcdef.js',
  'manifest.json',
  'versions',
  'CON.0123456789abcdef.js',
  '%2e%2e.0123456789abcdef.js',
];
const RECORDS: readonly unknown[] = [
  null,
  {},
  { integrity: 'sha256-', size: 4 },
  { integrity: 'sha1-2jmj7l5rSw0yVb/vlWAYkK/YBwk=', size: 4 },
  { integrity: 'md5-1B2M2Y8AsgTpgAmY7PhCfg==', size: 4 },
  ...[-1, 0.5, 1e308, '4', null].map((size) => ({ integrity: `sha256-${'A'.repeat(43)}=`, size })),
];
const VERSIONS = [
  '',
  '1',
  '1.0',
  'v1.0.0',
  '01.0.0',
  '1.0.0+build',
  '../1.0.0',
  '1.0.0/..',
  '9999999999999999.0.0',
  '1.0.0-\u0661',
];

type Changes = (manifest: ArtifactManifest) => object;

/** For tests: what a hostile manifest has instead of what a build wrote; `texts` stand for names and versions. */
export const hostileManifests = (texts: readonly string[]): readonly (readonly [what: string, changes: Changes])[] => [
  ...[...NAMES, ...texts].flatMap((name): [string, Changes][] => [
    [
      `a file is called ${JSON.stringify(name.slice(0, 40))}`,
      ({ files }) => ({ files: { ...files, [name]: Object.values(files)[0] } }),
    ],
    [`the entry is called ${JSON.stringify(name.slice(0, 40))}`, () => ({ entry: name })],
  ]),
  ...RECORDS.map((record): [string, Changes] => [
    `a file is listed as ${JSON.stringify(record)}`,
    ({ files, entry }) => ({ files: { ...files, [entry]: record } }),
  ]),
  ...[...VERSIONS, ...texts].map((version): [string, Changes] => [
    `the version is ${JSON.stringify(version.slice(0, 40))}`,
    () => ({ version }),
  ]),
  ...texts.map((name): [string, Changes] => [
    `the part is called ${JSON.stringify(name.slice(0, 40))}`,
    () => ({ name }),
  ]),
];
