import type { Route } from '@playwright/test';
import { PAGE_ERROR, PDF_AS_TEXT, UNHARMED } from './expectations.ts';
import { changeAnswer } from '../support/change-answer.ts';
import { intercept } from './cell.ts';
import type { Cell, Fault, Surface } from './cell.ts';

type Way = Pick<Fault, 'counted' | 'movesClock' | 'breaksPolicy'> & {
  readonly answer: (route: Route, cell: Cell) => Promise<void>;
  readonly harmless?: true;
};

const WAYS: Readonly<Record<string, Way>> = {
  404: { counted: 'unreachable', answer: async (route) => await route.fulfill({ status: 404, body: 'Not found' }) },
  500: { counted: 'unreachable', answer: async (route) => await route.fulfill({ status: 500, body: 'Sorry' }) },
  'HTML with 200': {
    counted: 'tampered',
    answer: async (route) =>
      await route.fulfill({ contentType: 'text/html', body: '<!doctype html><p>A page of a proxy</p>' }),
  },
  cut: {
    counted: 'tampered',
    answer: async (route) => await changeAnswer(route, (text) => text.slice(0, text.length / 2)),
  },
  tampered: {
    counted: 'tampered',
    answer: async (route) => await changeAnswer(route, (text) => `${text}\n;globalThis.tampered = true;`),
  },
  hangs: {
    counted: 'timed-out',
    movesClock: true,
    async answer(route, { ended }) {
      await ended.promise;
      // What arrives late is taken without a press (time-limits.spec.ts); here nothing arrives.
      await route.abort('connectionreset');
    },
  },
  'from another origin': {
    counted: 'unreachable',
    breaksPolicy: true,
    answer: async (route) =>
      await route.fulfill({
        status: 302,
        headers: { location: route.request().url().replace('localhost', '127.0.0.1') },
      }),
  },
  slow: {
    harmless: true,
    async answer(route) {
      // What is fetched ahead may come, because the tab's own import is late, too.
      if (route.request().resourceType() !== 'fetch') {
        // Until the page shows that it waits, as a skeleton or as the prerendered page that the shell keeps.
        const waiting = '[aria-busy="true"], .prerendered.coming';
        await route.request().frame().page().waitForSelector(waiting, { state: 'attached' });
      }
      await route.continue();
    },
  },
};

const FILES: Readonly<Record<string, (surface: Surface) => RegExp>> = {
  entry: ({ remote }) => new RegExp(`/assets/mfe-${remote}/entry\\.`),
  chunk: ({ remote, chunk }) => new RegExp(`/assets/mfe-${remote}/${chunk}\\.\\w+\\.js`),
  catalogue: ({ remote }) => new RegExp(`/assets/mfe-${remote}/locale-en\\.`),
  'style sheet': ({ remote }) => new RegExp(`/assets/mfe-${remote}/[^/]+\\.css`),
};

async function end({ page, ended }: Cell): Promise<void> {
  ended.resolve();
  await page.unrouteAll({ behavior: 'wait' });
}

/** A navigation loads all four kinds by the same code as a first screen, so there one kind stands for all. */
export const FILE_FAULTS: readonly Fault[] = Object.entries(FILES).flatMap(([file, address]) =>
  Object.entries(WAYS).map(([way, { answer, harmless, ...rest }]): Fault => ({
    ...rest,
    name: `${file}, ${way}`,
    applies: ({ kind, chunk }) =>
      kind === 'first screen' || (file === 'chunk' && (kind === 'navigation' || chunk === 'pdf-viewer')),
    expects: (surface) => (harmless ? UNHARMED : surface.kind === 'action' ? PDF_AS_TEXT : PAGE_ERROR),
    begin: async (cell, surface) => await intercept(cell, address(surface), async (route) => await answer(route, cell)),
    end,
  })),
);
