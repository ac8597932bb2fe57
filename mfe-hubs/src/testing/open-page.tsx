import { wireHub } from '@portal/api/testing';
import type { FakeResponses } from '@portal/api/testing';
import type { State } from '@portal/catalogue';
import { openState } from '@portal/catalogue/testing';
import type { Language } from '@portal/contract/language';
import { screen } from '@testing-library/react';
import de from '../locales/de.json' with { type: 'json' };
import en from '../locales/en.json' with { type: 'json' };
import fr from '../locales/fr.json' with { type: 'json' };
import nl from '../locales/nl.json' with { type: 'json' };
import { Page } from '../pages/settings-page.tsx';
import { hubs } from './hubs.ts';

const MESSAGES = { en, de, fr, nl };

/** Opens a state of a page of this remote. */
export const openPage = async (state: State, language: Language = 'en') =>
  await openState(state, { 'mfe-hubs': MESSAGES[language] }, language);

/** The hubs of the page that `openHubs` opens: two as owner, one as guest. */
export const FIRST = wireHub({ serial: '0011', sharingMode: 'public' });
const SECOND = wireHub({ serial: '0022', type: 'CUI100' });
export const GUESTS = wireHub({ serial: '0033', role: 'guest' });
/** The release of the first hub, and the request to release the last one. */
export const RELEASE = 'DELETE hubs/0011+PN-100/authorization';
export const REQUEST = 'GET hubs/0033+PN-100/release';

/** Opens the table of hubs; `changes` lists the calls after the first one. */
export async function openHubs(answers: FakeResponses, account: State['account'] = {}) {
  const given = { 'GET hubs': hubs(FIRST, SECOND, GUESTS), ...answers };
  const { requests } = await openPage({ Page, path: '/settings', account, answers: given });
  await screen.findByRole('table');
  return {
    changes: () => requests.map(({ method, path }) => `${method} ${path}`).filter((call) => call !== 'GET hubs'),
  };
}
