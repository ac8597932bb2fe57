import { expect } from '@playwright/test';
import { publishNext } from '../support/next-version.ts';
import type { Cell, Fault } from './cell.ts';
import { UNHARMED } from './expectations.ts';

const RULES = ['*{display:none}', 'body{margin:9rem}', 'main{color:red}'];

/** Style sheets apply to the whole page, so the store takes no remote with such rules, and no page ever gets them. */
const GLOBAL_STYLES: Fault = {
  name: 'style sheet, rules for the whole page',
  fromTheStart: true,
  meets: ({ kind }) => kind === 'first screen',
  expects: () => UNHARMED,
  async begin(cell: Cell, { remote }) {
    const { stateFolder } = cell.portal;
    const publication = publishNext(stateFolder, `mfe-${remote}`, (name, text) =>
      name.endsWith('.css') ? `${text}${RULES.join('')}` : text,
    );
    await expect(publication).rejects.toThrow('[global-style]');
    cell.met += 1;
  },
  end: async () => {},
};

export const STYLE_FAULTS: readonly Fault[] = [GLOBAL_STYLES];
