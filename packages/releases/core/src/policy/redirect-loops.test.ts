import type { ArtifactManifest } from '@portal/contract/artifact';
import type { Access, Declaration } from '@portal/contract/declaration';
import { declarationFor } from '@portal/contract/declaration';
import { matchesPath } from '@portal/contract/paths';
import { describe, expect, test } from '@jest/globals';
import * as fc from 'fast-check';
import { makeBuild } from '../testing.ts';
import { redirectLoops } from './redirect-loops.ts';

type Paths = Readonly<Record<string, Access>>;
interface Declared {
  readonly routes: Paths;
  readonly redirects?: NonNullable<Declaration['redirects']>;
}

function createManifest(name: string, { routes, redirects = [] }: Declared): ArtifactManifest {
  const declared = Object.entries(routes).map(([path, access]) => ({ path, access }));
  const same = { title: 'title', page: 'main', skeleton: 'table' } as const;
  return makeBuild({
    name,
    version: '1.0.0',
    contents: { 'entry.js': name },
    declaration: { routes: declared.map((each) => ({ ...each, ...same, reads: [] })), redirects },
  }).manifest;
}

/** Where each loop leads from and to, step by step. */
const findPaths = (parts: Readonly<Record<string, Declared>>) =>
  redirectLoops(Object.entries(parts).map(([name, declared]) => createManifest(name, declared))).map(({ problem }) =>
    problem.match(/(?<=")\/[^"]*/g)?.join(' '),
  );
const needs = (role: string, otherwise: string): Access => ({ role, otherwise });
const isWithout = (role: string, otherwise: string): Access => ({ signedInWithout: role, otherwise });

describe('a redirect loop', () => {
  test.each<[string, Readonly<Record<string, Declared>>, string]>([
    [
      'of a pattern that matches its own target',
      { 'mfe-a': { routes: { '/a/b': 'open' }, redirects: [{ from: '/a/:any', to: '/a/b' }] } },
      '/a/:any /a/b',
    ],
    [
      'of two parts that send users without a role to each other',
      { 'mfe-a': { routes: { '/a': needs('x', '/b') } }, 'mfe-b': { routes: { '/b': needs('y', '/a') } } },
      '/b /a /a /b',
    ],
    [
      'by way of the redirect of another part',
      {
        'mfe-a': { routes: { '/a': needs('x', '/old') } },
        'mfe-b': { routes: { '/b': isWithout('y', '/a') }, redirects: [{ from: '/old', to: '/b' }] },
      },
      '/b /a /a /old /old /b',
    ],
    [
      'of a sign-in page that only signed-in users may enter',
      { shell: { routes: { '/login': 'signedIn' } } },
      '/login /login',
    ],
  ])('%s is found', (_, parts, paths) => {
    expect(findPaths(parts)).toContain(paths);
  });

  test.each<[string, Readonly<Record<string, Declared>>]>([
    [
      'two pages that send the users of one role to each other',
      { 'mfe-a': { routes: { '/a': needs('x', '/b'), '/b': isWithout('x', '/a') } } },
    ],
    ['a redirect to a page', { 'mfe-a': { routes: { '/a': 'open' }, redirects: [{ from: '/old', to: '/a' }] } }],
    [
      'a path whose page and redirect depend on single sign-on',
      {
        'mfe-a': {
          routes: { '/a': 'open', '/b': 'open' },
          redirects: [
            { from: '/a', to: '/b', when: { singleSignOn: true } },
            { from: '/b', to: '/a', when: { singleSignOn: false } },
          ],
        },
      },
    ],
  ])('is not %s', (_, parts) => {
    expect(findPaths(parts)).toEqual([]);
  });
});

const ROLES = ['x', 'y'] as const;
const FEATURES = ['singleSignOn', 'staff'] as const;
/** Every kind of visitor: undefined is not signed in. */
const VISITORS: readonly (readonly string[] | undefined)[] = [undefined, [], ['x'], ['y'], ['x', 'y']];
const PATHS = ['/a', '/b', '/login', '/a/a', '/a/b', '/b/a', '/:v', '/:v/a', '/a/:v', '/:v/:w'] as const;

const path = fc.constantFrom(...PATHS);
const access: fc.Arbitrary<Access> = fc.oneof(
  fc.constantFrom('open' as const, 'signedIn' as const),
  fc.record({ role: fc.constantFrom(...ROLES), otherwise: path }),
  fc.record({ anyRole: fc.uniqueArray(fc.constantFrom(...ROLES), { minLength: 1 }), otherwise: path }),
  fc.record({ signedInWithout: fc.constantFrom(...ROLES), otherwise: path }),
);
const part: fc.Arbitrary<Declared> = fc.dictionary(path, access, { minKeys: 1, maxKeys: 4 }).chain((routes) =>
  fc
    .array(
      fc.record({
        from: path,
        to: fc.constantFrom(...Object.keys(routes)),
        when: fc.option(fc.dictionary(fc.constantFrom(...FEATURES), fc.boolean(), { minKeys: 1 }), { nil: undefined }),
      }),
      { maxLength: 3 },
    )
    .map((redirects) => ({ routes, redirects })),
);

type Live = readonly Declaration[];

/** The web server's answer to a path, and a visitor's way inside the page: where each leads, or undefined. */
const serverStep = (live: Live, at: string) =>
  live.flatMap(({ redirects = [] }) => redirects).find(({ from }) => matchesPath(from, at))?.to;
function pageStep(live: Live, at: string, roles: readonly string[] | undefined): string | undefined {
  const all = [
    ...live.flatMap(({ routes }) => routes.map((route) => ({ pattern: route.path, route, to: undefined }))),
    ...live.flatMap(({ redirects = [] }) => redirects.map(({ from, to }) => ({ pattern: from, route: undefined, to }))),
  ].filter(({ pattern }) => matchesPath(pattern, at));
  const open = (pattern: string) => (pattern.match(/:/g) ?? []).length;
  const fewest = Math.min(...all.map(({ pattern }) => open(pattern)));
  const found = all.find(({ pattern }) => open(pattern) === fewest);
  if (!found?.route) return found?.to;
  const rule = found.route.access;
  if (rule === 'open') return undefined;
  if (!roles) return '/login';
  if (rule === 'signedIn') return undefined;
  return enters(rule, roles) ? undefined : rule.otherwise;
}

function enters(rule: Exclude<Access, string>, roles: readonly string[]): boolean {
  if ('role' in rule) return roles.includes(rule.role);
  if ('anyRole' in rule) return roles.some((role) => rule.anyRole.includes(role));
  return !roles.includes(rule.signedInWithout);
}

function arrives(step: (at: string) => string | undefined): boolean {
  return PATHS.every((start) => {
    let at: string | undefined = start;
    for (let count = 0; at !== undefined && count <= PATHS.length; count += 1) at = step(at);
    return at === undefined;
  });
}

test('releases that pass let every visitor arrive, and those that do not would send one in a circle', () => {
  fc.assert(
    fc.property(fc.array(part, { minLength: 1, maxLength: 3 }), (parts) => {
      const manifests = parts.map((declared, index) => createManifest(`mfe-${String(index)}`, declared));
      const settings = [true, false].flatMap((singleSignOn) => [true, false].map((staff) => ({ singleSignOn, staff })));
      const everybodyArrives = settings.every((features) => {
        const live = manifests.map(({ declaration }) => declarationFor(declaration, features));
        return (
          arrives((at) => serverStep(live, at)) && VISITORS.every((roles) => arrives((at) => pageStep(live, at, roles)))
        );
      });
      expect(redirectLoops(manifests).length === 0).toBe(everybodyArrives);
    }),
    { numRuns: process.env['TEST_FULL'] === '1' ? 20_000 : 100 },
  );
});
