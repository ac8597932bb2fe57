import type { Route } from '@playwright/test';
import { WRONG_TYPES } from '../support/malformed.ts';
import { intercept } from './cell.ts';
import type { Cell, Expectation, Fault, Surface } from './cell.ts';
import { ACCOUNT_UNKNOWN, NOTICE, READ_FAILED, UNHARMED, UNKNOWN_OUTCOME } from './expectations.ts';

type Way = Pick<Fault, 'movesClock'> & { readonly answer: (route: Route, cell: Cell) => Promise<void> };

/** Answers as the API would, in a way that the page may read. */
export const answered =
  (status: number, body = '', headers: Readonly<Record<string, string>> = {}) =>
  async (route: Route, { portal }: Cell): Promise<void> => {
    const cors = { 'access-control-allow-origin': portal.url, 'access-control-allow-credentials': 'true' };
    await route.fulfill({ status, body, headers: { 'content-type': 'application/json', ...cors, ...headers } });
  };

const WAYS: Readonly<Record<string, Way>> = {
  500: { answer: answered(500, '{}') },
  '429 with Retry-After': {
    answer: answered(429, '{}', { 'retry-after': '120', 'access-control-expose-headers': 'retry-after' }),
  },
  '30 s': {
    movesClock: true,
    // A read is answered late, a change never.
    async answer(route, { ended }) {
      await ended.promise;
      if (route.request().method() === 'GET') await route.continue();
      else await route.abort('connectionreset');
    },
  },
  dropped: { answer: async (route) => await route.abort('connectionreset') },
  'not JSON': { answer: answered(200, '<!doctype html><p>A page of a proxy</p>', { 'content-type': 'text/html' }) },
  'wrong schema': { answer: answered(200, WRONG_TYPES) },
  'bare 304': { answer: answered(304) },
};

/** Answers a call, given as method and path below the API, in some way. */
export async function answerCall(cell: Cell, call: string, answer: Way['answer']): Promise<void> {
  const [method = '', path = ''] = call.split(' ');
  const address = new RegExp(`/api/${path.replaceAll('*', '[^/]+')}(\\?|$)`);
  await intercept(cell, address, async (route) => {
    if (route.request().method() === method) await answer(route, cell);
    else await route.fallback();
  });
}

/** What a surface shows without the answer to its own read. */
export const WITHOUT_READ: Readonly<Record<Surface['remote'], Expectation>> = {
  hubs: READ_FAILED('Your hubs could not be loaded'),
  account: READ_FAILED('The list of countries could not be loaded.'),
  developer: UNHARMED,
  // The document that comes with the portal takes its place.
  legal: UNHARMED,
};

async function end({ page, ended }: Cell): Promise<void> {
  ended.resolve();
  await page.unrouteAll({ behavior: 'wait' });
}

/** A late answer goes on by itself. */
const late = (way: string, expectation: Expectation): Expectation =>
  way === '30 s' ? { ...expectation, restWorks: false, goesOn: async () => {} } : expectation;

const READS = Object.entries(WAYS).map(([way, { answer, ...rest }]): Fault => ({
  ...rest,
  ...(rest.movesClock && { movesClock: 'when the page runs' }),
  name: `read, ${way}`,
  applies: ({ kind, read }) => kind !== 'action' && read !== undefined,
  expects: ({ remote }) =>
    remote === 'hubs' || remote === 'account' ? late(way, WITHOUT_READ[remote]) : WITHOUT_READ[remote],
  begin: async (cell, { read = '' }) => await answerCall(cell, read, answer),
  end,
}));

const ACCOUNT_CHECKS = Object.entries(WAYS).map(([way, { answer, ...rest }]): Fault => ({
  ...rest,
  name: `check of the account, ${way}`,
  applies: ({ kind, remote }) => kind === 'first screen' && remote !== 'legal',
  expects: () => late(way, ACCOUNT_UNKNOWN),
  begin: async (cell) => await answerCall(cell, 'GET account/', answer),
  end,
}));

const WRITES = Object.entries(WAYS).map(([way, { answer, ...rest }]): Fault => ({
  ...rest,
  name: `write, ${way}`,
  applies: ({ write }) => write !== undefined,
  expects: () => (way === '30 s' || way === 'dropped' ? UNKNOWN_OUTCOME : NOTICE),
  begin: async (cell, { write = '' }) => await answerCall(cell, write, answer),
  end,
}));

export const API_FAULTS: readonly Fault[] = [...READS, ...ACCOUNT_CHECKS, ...WRITES];
