import { existsSync } from 'node:fs';
import { rename } from 'node:fs/promises';
import { join } from 'node:path';
import { lockWhenFree } from '@portal/node-kit/process-lock';
import { listParts } from '../../../scripts/start/parts.ts';
import { copySources } from '../../../scripts/testing/source-copy.ts';
import type { SourceCopy } from '../../../scripts/testing/source-copy.ts';
import { releaseCommand } from './releases.ts';

const ROOT = join(import.meta.dirname, '../../..');

/** A file of a part, a text in it, and the text that replaces it. */
type Edit = readonly [file: string, from: string | RegExp, to: string];

/** Greetings of the versions of mfe-hubs that run without a failure. */
export const GREETINGS = { '1.1.0': 'Good to see you', '1.2.0': 'Welcome home' } as const;

/** A version of mfe-hubs with a greeting, a page and a style sheet of its own. */
const hubs = (version: string, greeting: string): readonly Edit[] => [
  ['src/locales/en.json', 'Hello, {{firstName}}', `${greeting}, {{firstName}}`],
  ['src/pages/settings-page.tsx', '<PageBody stacked>', `<PageBody stacked data-version="${version}">`],
  ['src/pages/hub-release-page.tsx', 'drawing="arrived"', 'drawing="unfinished"'],
  ['src/features/hubs/hubs-head.css', 'inline-size: 20rem', `inline-size: ${version.split('.')[1] ?? '1'}9rem`],
];

/** Versions of parts that tests release, with the edits that they make to the repository's sources. */
const VERSIONS = {
  'mfe-hubs@1.1.0': hubs('1.1.0', GREETINGS['1.1.0']),
  'mfe-hubs@1.2.0': hubs('1.2.0', GREETINGS['1.2.0']),
  /** Differs in one attribute from the repository's sources. */
  'mfe-hubs@1.3.0': [
    [
      'src/features/hubs/hubs-section.tsx',
      '<section className="hubs">',
      '<section className="hubs" data-version="1.3.0">',
    ],
  ],
  /** Throws at its start, in a browser: its build starts it, too, to paint its pages. */
  'mfe-hubs@1.4.0': [
    [
      'src/remote.ts',
      'export const name',
      "if (typeof window === 'object') throw new Error('mfe-hubs 1.4.0');\nexport const name",
    ],
  ],
  /** Crashes while it is shown in a browser. */
  'mfe-hubs@1.5.0': [
    [
      'src/pages/settings-page.tsx',
      'const user = useUser();',
      "const user = useUser();\n  if (typeof window === 'object') throw new Error('mfe-hubs 1.5.0');",
    ],
  ],
  /** Throws when the details of a hub are opened. */
  'mfe-hubs@1.6.0': [
    [
      'src/features/hubs/action-cell.tsx',
      'onClick={onSummary}',
      "onClick={() => { if (typeof window === 'object') throw new Error('mfe-hubs 1.6.0'); onSummary(); }}",
    ],
  ],
  /** Throws in a timer on every visit; nothing catches it. */
  'mfe-hubs@1.7.0': [
    [
      'src/pages/settings-page.tsx',
      'const user = useUser();',
      'const user = useUser();\n  if (typeof window === "object") setTimeout(() => { throw new Error(`No "${user.email}"`); });',
    ],
  ],
  /** Its first page is never idle, its second one crashes while it is shown, its third one has no heading. */
  'mfe-hubs@1.9.0': [
    [
      'src/pages/settings-page.tsx',
      'const user = useUser();',
      "const user = useUser();\n  if (typeof window === 'object') window.requestIdleCallback = () => 0;",
    ],
    [
      'src/pages/hub-release-page.tsx',
      "const { t } = useTranslation('mfe-hubs');",
      "const { t } = useTranslation('mfe-hubs');\n  if (typeof window === 'object') throw new Error('mfe-hubs 1.9.0');",
    ],
    ['src/pages/check-device-page.tsx', '<MessagePage', '<section'],
    ['src/pages/check-device-page.tsx', /title=\{t[^]*<\/>\s*\}\s*>/, '>'],
    ['src/pages/check-device-page.tsx', '</MessagePage>', '</section>'],
    ['src/pages/check-device-page.tsx', 'ButtonLink, MessagePage, useOutwardLinks', 'useOutwardLinks'],
  ],
  'mfe-account@1.1.0': [['src/locales/en.json', '"title": "Your account"', '"title": "All about you"']],
  'mfe-developer@1.1.0': [],
  /**
   * Takes a name that the session package gives only in a newer checkout than the live shell's, and one that has
   * another argument there.
   */
  'mfe-developer@1.2.0': [
    ['../packages/portal/session/src/index.ts', /$/, 'export const isFresh = () => true;\n'],
    ['../packages/portal/ui/src/page.tsx', 'interface PageBodyProps {', '$&\n  readonly fresh?: boolean;'],
    ['src/pages/developer-page.tsx', /^/, "import { isFresh } from '@portal/session';\n"],
    ['src/pages/developer-page.tsx', '<PageBody stacked>', '<PageBody stacked fresh={isFresh()}>'],
  ],
  /** Gives a name more than the live shell. */
  'shell@9.0.0': [['../packages/portal/session/src/index.ts', /$/, 'export const isFresh = () => true;\n']],
  'mfe-legal@1.1.0': [['documents/terms/v2/en.md', 'They are written to be read', 'A lawyer has edited this sentence']],
} satisfies Readonly<Record<string, readonly Edit[]>>;
export type Version = keyof typeof VERSIONS;

async function editSources(sources: SourceCopy, name: Version): Promise<void> {
  const [part, version] = name.split('@');
  const edits: readonly Edit[] = VERSIONS[name];
  for (const [file, from, to] of [
    ['package.json', /"version": "[^"]+"/, `"version": "${version ?? ''}"`],
    ...edits,
  ] as const) {
    await sources.edit(`${part ?? ''}/${file}`, (text) => {
      const changed = text.replace(from, to);
      if (changed === text) throw new Error(`${part ?? ''}/${file} has no ${String(from)}`);
      return changed;
    });
  }
}

/** Folder of this run's builds, which `global-setup.ts` makes and removes. */
function buildsFolder(): string {
  const folder = process.env['TEST_BUILDS'];
  if (!folder) throw new Error('TEST_BUILDS is not set; run the tests with e2e/playwright.config.ts.');
  return folder;
}

const BUILD_LIMIT_MS = 180_000;

/** The build of a version from its part's sources alone. The first test that needs it builds it; other workers wait. */
export async function builtVersion(name: Version): Promise<string> {
  const build = join(buildsFolder(), name);
  const unlock = await lockWhenFree(build, AbortSignal.timeout(BUILD_LIMIT_MS), () => {});
  try {
    if (existsSync(build)) return build;
    const [part = ''] = name.split('@');
    // A part builds without the others.
    const sources = await copySources(['e2e', 'docs', ...listParts(ROOT).filter((other) => other !== part)]);
    await editSources(sources, name);
    // In one step, so that a build that exists is complete.
    await rename(await sources.build(part), build);
    await sources.remove();
    return build;
  } finally {
    unlock();
  }
}

const ORIGINAL_RUN_TIME = { FEDERATION_RUNTIME: 'enhanced', PORTAL_VERSION_SUFFIX: 'enhanced' };

/**
 * Builds parts with the original run time of the federation plugin, and puts them into a store.
 * @returns "mfe-hubs@1.0.0-enhanced" and so on.
 */
export async function publishWithOriginalRunTime(stateFolder: string, parts: readonly string[]): Promise<string[]> {
  const sources = await copySources(['e2e', 'docs']);
  const published: string[] = [];
  for (const part of parts) {
    const build = await sources.build(part, ORIGINAL_RUN_TIME);
    const output = await releaseCommand(stateFolder, 'publish', build, '--ahead', '--json');
    const { name, version } = JSON.parse(output) as { readonly name: string; readonly version: string };
    published.push(`${name}@${version}`);
  }
  await sources.remove();
  return published;
}

/** Puts versions into the store of a portal. */
export async function publish(stateFolder: string, ...names: readonly Version[]): Promise<void> {
  for (const name of names) await releaseCommand(stateFolder, 'publish', await builtVersion(name));
}
