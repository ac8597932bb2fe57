import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { HOSTILE_TEXTS, hostileText, INPUTS_LIMIT_MS, tryInputs } from '@portal/node-kit/testing/inputs';
import * as fc from 'fast-check';
import { PORTAL, startDemoBackend } from './testing/demo-backend.ts';
import type { DemoBackend } from './testing/demo-backend.ts';
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

let backend: DemoBackend;

beforeAll(async () => {
  backend = await startDemoBackend({ databaseUrl: 'memory' });
}, 60_000);
afterAll(() => backend.close());

/** Follows the redirects inside the backend. @returns the last answer, and where it leads. */
async function follow(visitor: Visitor, address: string): Promise<{ readonly visit: Visit; readonly leadsTo?: URL }> {
  const { port } = new URL(backend.client.url);
  let next = new URL(address);
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

test(
  'whatever the targets of a sign-in are, it ends at the portal or is refused',
  async () => {
    const { visitor } = await backend.client.signIn('owner');
    await tryInputs(
      'Redirect targets, of the development backend',
      { all: 2000, some: 120 },
      target,
      async (text) => {
        expectPortal(await follow(visitor, backend.client.signInAddress({ returnTo: text })));
        const other = new Visitor();
        const form = await follow(other, backend.client.signInAddress({ redirectUri: text }));
        expectPortal(form);
        if (form.visit.status !== 200) return;
        const { headers } = await other.request(`${form.visit.url.href}/cancel`, { method: 'POST' });
        expectPortal(await follow(other, headers.get('location') ?? ''));
      },
      LIST,
    );
    expect(backend.lines).toEqual([]);
  },
  INPUTS_LIMIT_MS,
);
