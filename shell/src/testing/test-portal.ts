import type { PortalConfig } from '@portal/contract/config';
import { claims, isFor, parseDeclaration, buildNavigation } from '@portal/contract/declaration';
import type { Declaration } from '@portal/contract/declaration';
import type { Language } from '@portal/contract/language';
import { rolesIn } from '@portal/contract/view-address';
import type { PageData } from '@portal/contract/page';
import { partText } from '@portal/contract/part-labels';
import type { PartAnswer, PartDescriptor, RoleParts } from '@portal/contract/part-descriptor';
import { RESTRICTED } from '@portal/contract/part-descriptor';
import type { RemoteLoader } from '@portal/federation/runtime';
import { createPartDirectory } from '@portal/federation/runtime';
import { startTestI18n } from '@portal/i18n/testing';
import { session } from '@portal/session';
import type { ComponentType } from 'react';
import shellJson from '../../shell.json' with { type: 'json' };
import de from '../locales/de.json' with { type: 'json' };
import en from '../locales/en.json' with { type: 'json' };
import fr from '../locales/fr.json' with { type: 'json' };
import nl from '../locales/nl.json' with { type: 'json' };
import type { Portal } from '../portal.ts';
import { createPortal } from '../portal.ts';
import type { ShellPages } from '../routing/page-store.ts';
import { SHELL_PAGES } from '../routing/shell-pages.ts';

export const SHELL_TEXTS = { en, de, fr, nl };
const BUILT_AT = '2026-11-01T10:00:00.000Z';
const SHELL = { version: '1.2.115-local.0a1b2c3', declaration: parseDeclaration('shell.json', shellJson) };

/** A remote for tests: its declaration and its pages. */
export interface TestRemote {
  readonly declaration: Declaration;
  readonly pages: Readonly<Record<string, () => Promise<{ readonly Page: ComponentType }>>>;
  /** The version that runs in place of 1.0.0. */
  readonly fallenBackTo?: string;
}

function text(words: string) {
  return { en: words, de: `${words} (de)`, fr: `${words} (fr)`, nl: `${words} (nl)` };
}

/**
 * A remote `name` with one page at each path; a path in `header` gets an item there, and `footer` is declared
 * unchanged. `onlyFor`: roles.
 */
export function testRemote(
  name: string,
  routes: readonly {
    readonly path: string;
    readonly Page: () => Promise<ComponentType> | ComponentType;
    readonly access?: unknown;
    readonly header?: true;
    readonly reads?: readonly string[];
    readonly footer?: readonly { readonly order: number; readonly locale?: string }[];
  }[],
  onlyFor?: Declaration['onlyFor'],
): TestRemote {
  const getPage = (path: string) => `page${path.replaceAll('/', '-')}`;
  const declaration = parseDeclaration(name, {
    name,
    ...(onlyFor && { onlyFor }),
    routes: routes.map(({ path, access = 'signedIn', reads = [] }) => ({
      path,
      reads,
      title: path,
      access,
      page: getPage(path),
      skeleton: 'form',
    })),
    header: routes.filter(({ header }) => header).map(({ path }, order) => ({ path, label: path, order })),
    footer: routes.flatMap(({ path, footer = [] }) => footer.map((link) => ({ ...link, path, label: path }))),
    texts: Object.fromEntries(routes.map(({ path }) => [path, text(`Title of ${path}`)])),
  });
  const pages = Object.fromEntries(
    routes.map(({ path, Page }) => [getPage(path), async () => ({ Page: await Page() })]),
  );
  return { declaration, pages };
}

function createLoader(remotes: readonly TestRemote[]): RemoteLoader {
  const loaded = remotes.map(({ declaration: { name }, pages, fallenBackTo = '1.0.0' }) => ({
    name,
    module: { name, version: fallenBackTo, pages, loadMessages: async () => ({}) },
  }));
  return {
    load: async (name) => {
      const remote = loaded.find((each) => each.name === name);
      if (!remote) throw new Error(`There is no remote "${name}" in this test`);
      return remote;
    },
    loaded: () => loaded,
    within: async (_remote, part) => part(),
    dismiss: () => false,
    reportCrash: (name) => loaded.some((each) => each.name === name),
  };
}

/** What the shell itself brings. */
export interface ShellParts extends Pick<Portal, 'reportCrash'> {
  readonly pages: ShellPages;
  /** Remotes that the page does not carry: it asks for them when it meets their paths. */
  readonly further: readonly TestRemote[];
  /** Answers in place of the web server; `answer` is its answer. */
  readonly descriptor: (answer: PartAnswer) => Promise<PartAnswer>;
  /** The same for what exists for some roles alone. */
  readonly roleParts: (answer: RoleParts) => Promise<RoleParts>;
  /** Whether the page was opened at a path for some roles. */
  readonly isRestricted: boolean;
}

function getDescriptor({ declaration }: TestRemote): PartDescriptor {
  const remote = { ...FILES, version: '1.0.0', builtAt: BUILT_AT, declaration, fallback: null };
  return {
    name: declaration.name,
    declaration,
    remote,
    scripts: {},
    pages: {},
    locales: { en: [], de: [], fr: [], nl: [] },
  };
}

const getQuery = (address: string) => new URL(address, window.location.href).searchParams;

/** What the web server answers about a remote that the page does not carry. */
function getAnswer(remotes: readonly TestRemote[], address: string): PartAnswer {
  const query = getQuery(address);
  const found = remotes.find(({ declaration }) => claims(declaration, query.get('path') ?? ''));
  if (!found) return null;
  return isFor(found.declaration, rolesIn(query)) ? getDescriptor(found) : RESTRICTED;
}

/** What it answers about those for some roles. */
function getRoleParts(remotes: readonly TestRemote[], address: string): RoleParts {
  const roles = rolesIn(getQuery(address));
  const own = remotes.filter(({ declaration }) => !isFor(declaration, []) && isFor(declaration, roles));
  return { parts: own.map(getDescriptor), header: buildNavigation(own.map(({ declaration }) => declaration)).header };
}

/**
 * Answers every `fetch` with the live versions of a portal with these remotes, as the web server does at `/parts.json`.
 */
export function answerLiveParts(remotes: readonly TestRemote[] = []): void {
  const parts = [SHELL, ...remotes].map(({ declaration }) => ({
    part: declaration.name,
    text: partText(declaration),
    version: declaration === SHELL.declaration ? SHELL.version : '1.0.0',
    builtAt: BUILT_AT,
  }));
  Object.assign(globalThis, { fetch: async () => ({ ok: true, json: async () => parts }) });
}

const FILES = { entry: 'entry.0123456789abcdef.js', styles: [] };

/** A portal of the shell and the given remotes. Start the session first. */
export function testPortal(
  remotes: readonly TestRemote[] = [],
  language: Language = 'en',
  links: PortalConfig['links'] = {},
  {
    pages = SHELL_PAGES,
    reportCrash = () => undefined,
    further,
    descriptor = async (answer) => answer,
    roleParts = async (answer) => answer,
    isRestricted = false,
  }: Partial<ShellParts> = {},
): Portal {
  const everybodys = [...remotes, ...(further ?? [])].filter(({ declaration }) => isFor(declaration, []));
  const declarations = everybodys.map(({ declaration }) => declaration);
  const page: PageData = {
    release: {
      number: 7,
      view: 'AbCdEfGhIjKl',
      shell: { ...SHELL, builtAt: BUILT_AT, styles: [] },
      remotes: Object.fromEntries(
        remotes.map(({ declaration, fallenBackTo }) => {
          const fallback =
            fallenBackTo === undefined
              ? null
              : { ...FILES, version: fallenBackTo, builtAt: '2026-10-31T10:00:00.000Z' };
          return [declaration.name, { ...FILES, version: '1.0.0', builtAt: BUILT_AT, declaration, fallback }];
        }),
      ),
      navigation: buildNavigation(declarations),
      ...(isRestricted && { isRestricted }),
    },
    config: {
      apiBaseUrl: 'https://api.example.com/v1/',
      identityLogoutUrl: 'https://id.example.com/end',
      cookieDomain: null,
      features: { singleSignOn: true },
      links,
    },
    language,
  };
  return createPortal({
    page,
    parts: createPartDirectory(page.release, isRestricted ? '/staff' : '/', {
      part: (address) => descriptor(getAnswer(further ?? [], address)),
      roleParts: (address) => roleParts(getRoleParts(further ?? [], address)),
    }),
    loader: createLoader([...remotes, ...(further ?? [])]),
    shellPages: pages,
    checked: Promise.resolve(session.getState()),
    preload: async () => false,
    reportCrash,
  });
}

/** Starts the portal's texts with the shell's own. */
export async function startShellTexts(language: Language): Promise<void> {
  await startTestI18n({ shell: SHELL_TEXTS[language] }, language);
}
