/** @jest-environment jsdom */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, beforeEach, expect, jest, test } from '@jest/globals';
import { startTestApi } from '@portal/api/testing';
import type { Declaration } from '@portal/contract/declaration';
import { parseDeclaration } from '@portal/contract/declaration';
import { matchesPath } from '@portal/contract/paths';
import { hostileText, INPUTS_LIMIT_MS, tryInputs } from '@portal/node-kit/testing/inputs';
import { startTestSession } from '@portal/session/testing';
import * as fc from 'fast-check';
import type { RouteObject } from 'react-router-dom';
import { matchRoutes } from 'react-router-dom';
import type { TestRemote } from '../testing/open-portal.tsx';
import { startShellTexts, testPortal } from '../testing/open-portal.tsx';
import { portalRoutes } from './router.tsx';

const ROOT = join(import.meta.dirname, '../../..');
const REMOTES = globSync('mfe-*/remote.json', { cwd: ROOT }).map((file): TestRemote => {
  const declaration = parseDeclaration(file, JSON.parse(readFileSync(join(ROOT, file), 'utf8')));
  const pages = Object.fromEntries(declaration.routes.map(({ page }) => [page, async () => ({ Page: () => null })]));
  return { declaration, pages };
});

let declarations: readonly Declaration[] = [];
let routes: RouteObject[] = [];

beforeAll(async () => {
  await startTestSession();
  await startShellTexts('en');
  const portal = testPortal(REMOTES);
  declarations = portal.parts.declarations();
  routes = portalRoutes(portal);
});
beforeEach(async () => {
  startTestApi({});
  jest.spyOn(console, 'warn').mockReturnValue(); // the router names malformed escapes
});

const getPatterns = () =>
  declarations.flatMap((declaration) => [
    ...declaration.routes.map(({ path }) => path),
    ...(declaration.redirects ?? []).map(({ from }) => from),
  ]);
const withValues = (pattern: string) => pattern.replaceAll(/:\w+/g, 'v1');

/** Replaces some of a path's characters by their escapes. */
const escaped = (path: string, which: readonly boolean[]) =>
  path.replaceAll(/[^/]/g, (character, index: number) =>
    which[index % which.length] === true
      ? `%${(character.codePointAt(0) ?? 0).toString(16).padStart(2, '0')}`
      : character,
  );

test(
  'whatever the path is, the page shows what the web server chose for it',
  async () => {
    const known = fc.constantFrom(...getPatterns().map(withValues));
    const path = fc.oneof(
      fc
        .tuple(known, fc.array(fc.boolean(), { minLength: 1, maxLength: 20 }))
        .map(([text, which]) => escaped(text, which)),
      fc.tuple(known, hostileText).map(([start, text]) => `${start}${text}`),
      fc.tuple(hostileText, known).map(([text, end]) => `/${text}${end}`),
      known.map((text) => text.toUpperCase()),
      hostileText.map((text) => `/${text}`),
    );
    await tryInputs(
      'Paths, in the page',
      { all: 500 },
      path,
      (given) => {
        // As the browser has it in its address.
        const { pathname } = new URL(`https://portal.example.com${given.replaceAll(/[?#]/g, '')}`);
        const declared = getPatterns().some((pattern) => matchesPath(pattern, pathname));
        // "*" matches no line break; then the router shows the page for unknown addresses, too.
        const shown = matchRoutes(routes, { pathname })?.at(-1)?.route.path ?? '*';
        expect({ pathname, known: shown !== '*' }).toEqual({ pathname, known: declared });
      },
      getPatterns().flatMap((pattern) => [`${pattern}/`, `${pattern}//`, `/${pattern}`]),
    );
  },
  INPUTS_LIMIT_MS,
);
