import { changeAnswer } from '../support/change-answer.ts';
import type { Cell, Fault } from './cell.ts';
import { START_FAILURE } from './expectations.ts';

const DATA = /(<script type="application\/json" id="portal-page">)([^<]*)/;

/** Changes the documents that the browser gets for a path. */
async function changePage(cell: Cell, path: string, change: (html: string) => string): Promise<void> {
  await cell.page.route(
    (url) => url.pathname === path,
    async (route) => {
      cell.met += 1;
      await changeAnswer(route, change);
    },
  );
}

const WAYS: Readonly<Record<string, (data: string) => string>> = {
  missing: () => '',
  cut: (data) => data.slice(0, data.length / 2),
  foreign: () => '{"release":{"number":"seven","remotes":[]},"config":null}',
};

const end = async ({ page }: Cell) => await page.unrouteAll();

export const PAGE_FAULTS: readonly Fault[] = Object.entries(WAYS).map(([way, change]): Fault => ({
  name: `page data, ${way}`,
  applies: ({ kind }) => kind === 'first screen',
  expects: () => START_FAILURE,
  begin: async (cell, { path }) =>
    await changePage(cell, path, (html) => html.replace(DATA, (_, tag: string, data: string) => tag + change(data))),
  end,
}));
