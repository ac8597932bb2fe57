import type { FakeResponse } from '@portal/api/testing';
import { NEVER, SAMPLE_PDF } from '@portal/catalogue';
import type { State, States } from '@portal/catalogue';
import { Page } from './signup-page.tsx';

const page = { Page, path: '/developer/signup', pdf: SAMPLE_PDF };

type Act = NonNullable<State['act']>;

const tick: Act = async ({ click }) => await click('[type="checkbox"]');

const accept: Act = async (hands) => {
  await tick(hands);
  await hands.click('form [type="submit"]:enabled');
};

const accepted = (answer: FakeResponse | (() => Promise<never>), act = accept): State => ({
  ...page,
  answers: { 'POST account/developer': answer },
  act,
});

const ACCEPTED: FakeResponse = { body: { data: { roles: ['developer'] } } };
const CHECK = '[role="status"] button';

export const states = {
  terms: page,
  'terms-loading': { ...page, pdf: NEVER },
  'terms-missing': { ...page, pdf: { status: 404 } },
  'terms-missing-and-ticked': { ...page, pdf: { status: 404 }, act: tick },
  sending: accepted(NEVER),
  'sending-failed': accepted({ status: 500 }),
  'role-delayed': accepted(ACCEPTED, async (hands) => {
    await accept(hands);
    await hands.see(CHECK);
  }),
  'role-delayed-longer': accepted(ACCEPTED, async (hands) => {
    await accept(hands);
    await hands.click(CHECK);
    await hands.see('.notice');
  }),
} satisfies States;
