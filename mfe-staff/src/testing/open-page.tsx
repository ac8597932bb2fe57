import { jest } from '@jest/globals';
import type { State } from '@portal/catalogue';
import { openState } from '@portal/catalogue/testing';
import type { Language } from '@portal/contract/language';
import { stubDialogs } from '@portal/ui/testing';
import { screen, within } from '@testing-library/react';
import de from '../locales/de.json' with { type: 'json' };
import en from '../locales/en.json' with { type: 'json' };
import fr from '../locales/fr.json' with { type: 'json' };
import nl from '../locales/nl.json' with { type: 'json' };
import { staffAccount } from './samples.ts';

const MESSAGES = { en, de, fr, nl };

/** The texts of a table, row by row. */
export function tableRows(name?: string) {
  return within(screen.getByRole('table', name === undefined ? {} : { name }))
    .getAllByRole('row')
    .map((row) => [...row.children].map(({ textContent }) => textContent));
}

/** What differs from a page that an admin opens. */
export interface Opening extends Omit<State, 'Page'> {
  /** Only an admin unless given, or the `account` of a state. */
  readonly roles?: readonly string[];
  readonly language?: Language;
}

/** Opens a page of this remote, signed in as staff; `sent` finds the calls that it sends. */
export async function openPage(Page: State['Page'], { roles = ['admin'], language = 'en', ...opening }: Opening) {
  stubDialogs();
  jest.spyOn(console, 'warn').mockReturnValue(); // failures are logged
  const state = { account: staffAccount(...roles), ...opening, Page };
  return await openState(state, { 'mfe-staff': MESSAGES[language] }, language);
}
