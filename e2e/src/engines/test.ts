import { test as base } from '../support/portal.ts';
import type { Engine, EngineName } from './engine.ts';
import { startEngine } from './start-engine.ts';
import { Visitor } from './visitor.ts';

export { expect } from '../support/portal.ts';

/** If an engine is not installed, fails where it is required, and skips the test elsewhere. */
export function demand(
  name: EngineName,
  engine: Engine | undefined,
  skip: (condition: boolean, description: string) => void,
): void {
  const isRequired = process.env['CI'] || process.env['ENGINES'] === 'required';
  if (!engine && isRequired) throw new Error(`${name} is not installed.`);
  skip(!engine, `${name} is not installed`);
}

interface WorkerFixtures {
  engineName: EngineName;
  engine: Engine | undefined;
}

/** Playwright's `test`, in an engine that Playwright does not drive: each project has its own. */
export const test = base.extend<{ visitor: Visitor; clean: undefined }, WorkerFixtures>({
  // These tests open no browser of Playwright's; the servers watch what their engine sends.
  // oxlint-disable-next-line no-empty-pattern
  clean: async ({}, use) => await use(undefined),
  engineName: ['chromium', { option: true, scope: 'worker' }],
  engine: [
    async ({ engineName }, use) => {
      const engine = await startEngine(engineName);
      await use(engine);
      await engine?.stop();
    },
    { scope: 'worker', timeout: 60_000 },
  ],
  visitor: async ({ engine, engineName, portal }, use, testInfo) => {
    demand(engineName, engine, testInfo.skip);
    if (!engine) return;
    const visit = await engine.visit();
    const visitor = new Visitor(visit, portal.url);
    await use(visitor);
    if (testInfo.status !== testInfo.expectedStatus)
      for (const [place, body] of (await visitor.shows()).entries())
        await testInfo.attach(`tab ${String(place + 1)}`, { body, contentType: 'text/plain' });
    await visit.end();
  },
});
