import { ENGINES } from './engines/engine.ts';
import type { Engine, EngineName } from './engines/engine.ts';
import { readAppearance } from './engines/page-appearance.ts';
import type { PageAppearance } from './engines/page-appearance.ts';
import { startEngine } from './engines/start-engine.ts';
import { demand } from './engines/test.ts';
import { until } from './engines/user-tab.ts';
import { Visitor } from './engines/visitor.ts';
import { expect, test } from './support/portal.ts';
import { findOpener, toPathname, ROUTES } from './support/routes.ts';

interface Shown {
  readonly path: string;
  /** Who has signed in. */
  readonly as?: string;
}

const OWNER = 'owner@example.com';

/** One of a visitor and one of a user, at all widths. */
const MAIN: readonly Shown[] = [{ path: '/privacy-policy' }, { path: '/settings', as: OWNER }];
/** What they show changes while other tests run. */
const CHANGING = new Set(
  ['countries', 'firmware', 'journal', 'logs', 'oems', 'statistics'].map((name) => `/staff/${name}`),
);
const OPENING: readonly Shown[] = ROUTES.flatMap((row): readonly Shown[] => {
  const opener = findOpener(row);
  return opener === null || CHANGING.has(row.path)
    ? []
    : [{ path: row.path, ...(opener !== undefined && { as: opener }) }];
});
/** Of addresses that differ in their query, and so in their text alone, the first one that opens. */
const ALL = [...MAIN, ...OPENING].filter(
  (shown, index, all) => all.findIndex((other) => toPathname(other.path) === toPathname(shown.path)) === index,
);

const getWidths = (screen: Shown): readonly number[] => (MAIN.includes(screen) ? [320, 375, 1280, 1920] : [320, 1280]);

const engines = new Map<EngineName, Engine>();

test.beforeAll(async () => {
  for (const name of ENGINES) {
    const engine = await startEngine(name);
    demand(name, engine, test.skip);
    if (engine) engines.set(name, engine);
  }
});
test.afterAll(async () => {
  for (const engine of engines.values()) await engine.stop();
});

/**
 * Opens a screen in one engine. At each width, nothing may reach out of the page, and it has to look as `expected`.
 * @returns its looks.
 */
async function compareIn(
  engine: Engine,
  url: string,
  screen: Shown,
  expected: readonly PageAppearance[],
): Promise<readonly PageAppearance[]> {
  const { path, as } = screen;
  const visit = await engine.visit();
  const visitor = new Visitor(visit, url);
  const tab = as === undefined ? await visitor.opens(path) : await visitor.opensAs(as, path);
  await tab.hasLoaded();
  const looks: PageAppearance[] = [];
  for (const [index, width] of getWidths(screen).entries()) {
    await tab.tab.resize(width, 900);
    let before: PageAppearance | undefined;
    // The header folds its menu a moment after the page has its new width, so the page has to look the same twice.
    const found = await until(async () => {
      const last = before;
      const now = await tab.tab.evaluate(readAppearance);
      before = now;
      expect(now).toEqual(last);
      const where = `${path} in ${engine.name} at ${String(width)} px`;
      expect(now, where).toMatchObject({ outside: [], lostFonts: [] });
      if (expected[index]) expect(now, where).toEqual(expected[index]);
      return now;
    });
    looks.push(found);
  }
  await visit.end();
  return looks;
}

for (const screen of ALL)
  test(`${screen.path} looks alike in the three engines`, async ({ portal }) => {
    let expected: readonly PageAppearance[] = [];
    for (const engine of engines.values()) expected = await compareIn(engine, portal.url, screen, expected);
  });
