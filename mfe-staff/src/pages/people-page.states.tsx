import { NEVER } from '@portal/catalogue';
import type { State, States } from '@portal/catalogue';
import { foundHolder, foundPeople, foundPerson, SERIAL, staffAccount } from '../testing/samples.ts';
import { Page } from './people-page.tsx';

const page = { Page, path: '/staff/people', account: staffAccount('support') };
const searched = (text: string, answer: NonNullable<State['answers']>[string]): State => ({
  ...page,
  answers: { 'POST staff/people/search': answer },
  act: async ({ fill, press }) => {
    await fill('main [type="search"]', text);
    await press('{Enter}');
  },
});

export const states = {
  empty: page,
  'owner-and-guest-of-a-hub': searched(
    SERIAL,
    foundPeople({ people: [foundHolder('a1', 'owner'), foundHolder('a2', 'guest')] }),
  ),
  'more-of-a-name': searched('Name', foundPeople({ people: [foundPerson('a1'), foundPerson('a2')], more: true })),
  'nobody-of-this-address': searched('nobody@example.com', foundPeople()),
  searching: searched('Name', NEVER),
  'searched-too-often': searched('Name', { status: 429, headers: { 'retry-after': '90' } }),
  failed: searched('Name', { status: 503 }),
} satisfies States;
