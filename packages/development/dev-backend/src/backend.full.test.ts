import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { HOSTILE_TEXTS, hostileText, INPUTS_LIMIT_MS, tryInputs } from '@portal/node-kit/testing/inputs';
import * as fc from 'fast-check';
import { testSuites } from './all.suite.ts';
import { testAtOnce } from './staff/at-once.suite.ts';
import { testCounts } from './staff/counts.suite.ts';
import { testWrittenDown } from './staff/written-down.suite.ts';
import { startApiOn } from './testing/api-on-database.ts';
import type { ApiOnDatabase } from './testing/api-on-database.ts';
import { DATABASES } from './testing/databases.ts';
import type { DatabaseKind } from './testing/databases.ts';
import { PORTAL } from './testing/demo-backend.ts';
import { describeBackend } from './testing/describe-backend.ts';
import { Visitor } from './testing/visitor.ts';
import type { Visit } from './testing/visitor.ts';

/** Addresses: mostly almost one of the portal, as those have to be that lead out of it. */
const STARTS = [
  'http://evil.example@localhost:4999/',
  '',
  PORTAL,
  `${PORTAL}/`,
  `${PORTAL}/settings`,
  'http://127.0.0.1:4999/',
  'http://',
  '//',
];
const target = fc.tuple(fc.constantFrom(...STARTS), hostileText).map(([start, text]) => start + text);
const LIST = ['http://evil.example@localhost:4999/', ...HOSTILE_TEXTS.map((text) => PORTAL + text)];

/** Follows the redirects inside the backend. @returns the last answer, and where it leads. */
async function follow(visitor: Visitor, address: string): Promise<{ readonly visit: Visit; readonly leadsTo?: URL }> {
  let next = new URL(address);
  const { port } = next;
  for (let steps = 0; steps < 12; steps += 1) {
    const visit = await visitor.request(next);
    const location = visit.headers.get('location');
    if (location === null) return { visit };
    next = new URL(location, visit.url);
    const isOwn = next.protocol === 'http:' && next.port === port && ['localhost', '127.0.0.1'].includes(next.hostname);
    if (!isOwn) return { visit, leadsTo: next };
  }
  throw new Error(`The redirects of ${address} do not end.`);
}

/** Expects that redirects lead to the portal, or nowhere. */
function expectPortal({ visit, leadsTo = new URL(PORTAL) }: Awaited<ReturnType<typeof follow>>): void {
  expect(visit.status).toBeLessThan(500);
  expect([PORTAL, 'http://127.0.0.1:4999']).toContain(leadsTo.origin);
  // A name before the host would look like another site.
  expect([leadsTo.username, leadsTo.password]).toEqual(['', '']);
  expect(visit.headers.get('location') ?? '').toMatch(/^[\u0021-\u007e]*$/);
}

describeBackend('PGlite', (client) => {
  test(
    'whatever the targets of a sign-in are, it ends at the portal or is refused',
    async () => {
      const { visitor } = await client().signIn('owner');
      await tryInputs(
        'Redirect targets, of the development backend',
        { all: 2000, some: 120 },
        target,
        async (text) => {
          expectPortal(await follow(visitor, client().signInAddress({ returnTo: text })));
          const other = new Visitor();
          const form = await follow(other, client().signInAddress({ redirectUri: text }));
          expectPortal(form);
          if (form.visit.status !== 200) return;
          const { headers } = await other.request(`${form.visit.url.href}/cancel`, { method: 'POST' });
          expectPortal(await follow(other, headers.get('location') ?? ''));
        },
        LIST,
      );
      expect((await visitor.goTo(client().signInAddress())).url.origin).toBe(PORTAL);
    },
    INPUTS_LIMIT_MS,
  );
});
describeBackend('PostgreSQL', testSuites);

/** What a test sees in the database only. */
function describeDatabase(kind: DatabaseKind): void {
  (DATABASES[kind] ? describe : describe.skip)(`the API on ${kind}`, () => {
    let api: ApiOnDatabase | undefined;
    const started = (): ApiOnDatabase => {
      if (!api) throw new Error('The API has not started.');
      return api;
    };

    beforeAll(async () => {
      api = await startApiOn(kind);
    });
    afterAll(async () => {
      await api?.close();
    });

    testAtOnce(started);
    testCounts(started);
    testWrittenDown(started);
  });
}

describeDatabase('PGlite');
describeDatabase('PostgreSQL');
