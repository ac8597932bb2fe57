import type { Cell, Fault } from './cell.ts';
import { changePage } from './changed-page.ts';
import { FAILURE_CARD_UNTIL_RELOAD, START_FAILURE } from './expectations.ts';

const DATA = /(<script type="application\/json" id="portal-page">)([^<]*)/;

const WAYS: Readonly<Record<string, (data: string) => string>> = {
  missing: () => '',
  cut: (data) => data.slice(0, data.length / 2),
  foreign: () => '{"release":{"number":"seven","remotes":[]},"config":null}',
};

const end = async ({ page }: Cell) => await page.unrouteAll();

const PAGE_DATA = Object.entries(WAYS).map(([way, change]): Fault => ({
  name: `page data, ${way}`,
  isSample: way === 'cut',
  meets: ({ kind }) => kind === 'first screen',
  expects: () => START_FAILURE,
  begin: async (cell, { path }) =>
    await changePage(cell, path, (html) => html.replace(DATA, (_, tag: string, data: string) => tag + change(data))),
  end,
}));

const CONTRACT_TOO_NEW: Fault = {
  name: 'contract, too new',
  isSample: true,
  counted: 'incompatible',
  meets: ({ kind }) => kind === 'first screen',
  expects: () => FAILURE_CARD_UNTIL_RELOAD,
  begin: async (cell, { path, remote }) =>
    await changePage(cell, path, (html) =>
      html.replace(new RegExp(`("name":"mfe-${remote}","contract":")[^"]+`), '$1^9.0.0'),
    ),
  end,
};

export const PAGE_FAULTS: readonly Fault[] = [...PAGE_DATA, CONTRACT_TOO_NEW];
