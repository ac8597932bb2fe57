import { jest } from '@jest/globals';
import { getAccount } from '@portal/api';
import { startTestApi, wireAccount } from '@portal/api/testing';
import type { FakeResponse, FakeResponses } from '@portal/api/testing';
import type { Language } from '@portal/contract/language';
import { startTestI18n } from '@portal/i18n/testing';
import { startTestSession, TEST_USER } from '@portal/session/testing';
import { dismissNotices, stubDialogs, TestPortal } from '@portal/ui/testing';
import { act, render, screen, within } from '@testing-library/react';
import type { ComponentType } from 'react';
import de from '../locales/de.json' with { type: 'json' };
import en from '../locales/en.json' with { type: 'json' };
import fr from '../locales/fr.json' with { type: 'json' };
import nl from '../locales/nl.json' with { type: 'json' };

const MESSAGES = { en, de, fr, nl };

/** The signed-in member of staff. */
export const STAFF_EMAIL = 'admin@example.com';

/** The answer that refuses a call, with the code of section 8 or our own. */
export const refusal = (status: number, error: string, detail?: string): FakeResponse => ({
  status,
  body: { errors: [{ error, ...(detail !== undefined && { detail }) }] },
});

/** An answer that never comes, because the connection breaks. */
export const lostAnswer = () => {
  throw new TypeError('Failed to fetch');
};

/** The texts of a table, row by row. */
export function tableRows(name?: string) {
  return within(screen.getByRole('table', name === undefined ? {} : { name }))
    .getAllByRole('row')
    .map((row) => [...row.children].map(({ textContent }) => textContent));
}

export interface Opening {
  /** Path and query. */
  readonly path: string;
  /** The page's route, if it has parameters. */
  readonly route?: string;
  /** Only an admin unless given. */
  readonly roles?: readonly string[];
  readonly answers?: FakeResponses;
  readonly language?: Language;
}

/** Opens a page of this remote, signed in as staff; `sent` finds the calls that it sends. */
export async function openPage(
  Page: ComponentType,
  { path, route, roles = ['admin'], answers = {}, language = 'en' }: Opening,
) {
  await startTestI18n({ 'mfe-staff': MESSAGES[language] }, language);
  await startTestSession({ ...TEST_USER, email: STAFF_EMAIL, roles: [...roles] }, getAccount);
  const account = { body: { data: wireAccount({ email: STAFF_EMAIL, roles: [...roles] }) } };
  const requests = startTestApi({ 'GET account/': account, ...answers });
  stubDialogs();
  jest.spyOn(console, 'warn').mockReturnValue(); // failures are logged
  dismissNotices();
  // Waits for the reads of the first screen, unless a test delays them.
  await act(async () =>
    render(
      <TestPortal path={path} {...(route !== undefined && { route })}>
        <Page />
      </TestPortal>,
    ),
  );
  return { requests, sent: (call: string) => requests.filter(({ method, path: at }) => `${method} ${at}` === call) };
}
