import { wireHub } from '@portal/api/testing';
import type { FakeResponses } from '@portal/api/testing';
import { screen } from '@testing-library/react';
import { Page } from '../pages/settings-page.tsx';
import { hubs, openPage } from './open-page.tsx';

/** The hubs of the page that `openHubs` opens: two of one's own, and a guest's. */
export const FIRST = wireHub({ serial: '0011', sharingMode: 'public' });
const SECOND = wireHub({ serial: '0022', type: 'CUI100' });
export const GUESTS = wireHub({ serial: '0033', role: 'guest' });
/** The release of the first one, and the request for that of the last. */
export const RELEASE = 'DELETE hubs/0011+PN-100/authorization';
export const REQUEST = 'GET hubs/0033+PN-100/release';

/** Opens the table of hubs; `changes` are the calls that came after the list. */
export async function openHubs(answers: FakeResponses) {
  const requests = openPage(<Page />, { 'GET hubs': hubs(FIRST, SECOND, GUESTS), ...answers });
  await screen.findByRole('table');
  return {
    changes: () => requests.map(({ method, path }) => `${method} ${path}`).filter((call) => call !== 'GET hubs'),
  };
}
