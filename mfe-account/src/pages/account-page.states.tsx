import type { FakeResponse } from '@portal/api/testing';
import { BREAKS, NEVER } from '@portal/catalogue';
import type { State, States } from '@portal/catalogue';
import { ANSWERS, OWN_LOGIN } from '../testing/answers.ts';
import { Page } from './account-page.tsx';

const links = { identityManagement: 'https://identity.example.com/' };
const page = { Page, path: '/account', links, answers: ANSWERS };
const own = { ...page, account: OWN_LOGIN, features: { accountPassword: true, notifications: true } };

const PROFILE = '[aria-labelledby="profile"] form';
const EMAIL = '[aria-labelledby="email"]';
const PASSWORD = '[aria-labelledby="password"]';
const refused = (error: string): FakeResponse => ({ status: 400, body: { errors: [{ error }] } });
const TOO_OFTEN: FakeResponse = {
  status: 429,
  headers: { 'retry-after': '90' },
  body: { errors: [{ error: 'TOO_MANY_ATTEMPTS' }] },
};

type Act = NonNullable<State['act']>;

const saveName: Act = async ({ choose, click, fill }) => {
  await fill('[name="firstName"]', 'Liv');
  await choose('select[autocomplete="country"]', 'se');
  await click(`${PROFILE} [type="submit"]`);
};

const profile = (answer: FakeResponse | (() => Promise<never>), call = 'PUT account/general'): State => ({
  ...page,
  answers: { ...ANSWERS, [call]: answer },
  act: saveName,
});

const fillEmail =
  (email: string, repeat = email, password = 'secret-1'): Act =>
  async ({ fill, leave }) => {
    await fill('[name="email"]', email);
    await fill('[name="repeat"]', repeat);
    await fill(`${EMAIL} [name="password"]`, password);
    await leave();
  };

const changeEmail = (answer: FakeResponse | (() => Promise<never>)): State => ({
  ...own,
  answers: { ...ANSWERS, 'PUT account/email': answer },
  act: async (hands) => {
    await fillEmail('new@example.com')(hands);
    await hands.click(`${EMAIL} [type="submit"]`);
  },
});

const fillPassword =
  (current: string, next: string, repeat = next): Act =>
  async ({ click, fill, leave }) => {
    await click(`${PASSWORD} button`);
    await fill('[name="current"]', current);
    await fill('[name="next"]', next);
    await fill(`${PASSWORD} [name="repeat"]`, repeat);
    await leave();
  };

const changePassword = (answer: FakeResponse | (() => never)): State => ({
  ...own,
  answers: { ...ANSWERS, 'PUT account/password': answer },
  act: async (hands) => {
    await fillPassword('secret-1', 'gravel-26')(hands);
    await hands.click(`${PASSWORD} [type="submit"]`);
  },
});

const fillFirst: Act = async ({ fill, leave }) => {
  await fill('[name="firstName"]', '');
  await leave();
};

const press: Act = async ({ click }) => await click('[aria-labelledby="news"] [role="switch"]');

export const states = {
  'single-sign-on': page,
  'own-login': own,
  'profile-without-first-name': { ...page, act: fillFirst },
  'profile-saving': profile(NEVER),
  'profile-saved-in-part': profile({ body: { code: 1 } }, 'PUT account/country'),
  'profile-failed': profile({ status: 500 }),
  'email-missing': { ...own, act: fillEmail('') },
  'email-invalid': { ...own, act: fillEmail('new@example') },
  'email-repeated-otherwise': { ...own, act: fillEmail('new@example.com', 'new@exmaple.com') },
  'email-without-password': { ...own, act: fillEmail('new@example.com', undefined, '') },
  'email-changing': changeEmail(NEVER),
  'email-changed': changeEmail({ body: { data: {} } }),
  'email-in-use': changeEmail(refused('EMAIL_ADDRESS_IN_USE')),
  'email-of-refused-provider': changeEmail(refused('INVALID_EMAIL_PROVIDER')),
  'email-with-wrong-password': changeEmail({ status: 401 }),
  'email-tried-too-often': changeEmail(TOO_OFTEN),
  'password-opened': { ...own, act: async ({ click }) => await click(`${PASSWORD} button`) },
  'password-missing': { ...own, act: fillPassword('', '') },
  'password-too-short': { ...own, act: fillPassword('secret-1', 'abc') },
  'password-repeated-otherwise': { ...own, act: fillPassword('secret-1', 'gravel-26', 'gravel-27') },
  'password-wrong': changePassword({ status: 401 }),
  'password-tried-too-often': changePassword(TOO_OFTEN),
  'password-unanswered': changePassword(BREAKS),
  'news-unreadable': { ...own, answers: { ...ANSWERS, 'GET account/notifications': { status: 503 } } },
  'news-changing': { ...own, answers: { ...ANSWERS, 'PUT account/notifications': NEVER }, act: press },
  'news-not-saved': { ...own, answers: { ...ANSWERS, 'PUT account/notifications': { status: 500 } }, act: press },
  'data-failed': {
    ...page,
    answers: { ...ANSWERS, 'GET hubs': { status: 500 } },
    act: async ({ click }) => await click('[aria-labelledby="data"] button'),
  },
} satisfies States;
