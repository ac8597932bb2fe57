/** @jest-environment jsdom */
import { beforeEach, describe, expect, test } from '@jest/globals';
import type { Language } from '@portal/contract/language';
import { session, startSession } from '@portal/session';
import { fakeBrowser, startTestSession, TEST_USER } from '@portal/session/testing';
import { screen, waitFor, within } from '@testing-library/react';
import { answerLiveParts, openPortal, testRemote } from '../testing/open-portal.tsx';

const heading = async (name: string) => await screen.findByRole('heading', { level: 1, name });

beforeEach(async () => {
  await startTestSession(null);
});

describe('heading, text and document title match [T071]', () => {
  test.each<[string, string, RegExp]>([
    ['/info?successful_deletion', 'Your account is deleted', /personal data has been deleted/],
    ['/info?failed_deletion&locale=en', 'Not everything is deleted yet', /engineers have been notified.*contact you/],
    ['/info', 'No info found', /no message/],
    ['/user-info?show=account-confirmation', 'Your account is confirmed', /ready to use/],
    ['/user-info?show=account-already-confirmed', 'Your account was confirmed already', /nothing more to do/],
    ['/user-info?show=account-confirmation-error', 'Your account could not be confirmed', /expired.*contact support/],
    ['/user-info?show=hub-release', 'Your hub was released successfully', /no longer linked/],
    ['/user-info?show=hub-already-released', 'This hub was released already', /nothing more to do/],
    ['/user-info?show=toString', 'No info found', /no message/],
  ])('%s says "%s" [T063]', async (path, name, words) => {
    await openPortal(path);
    await heading(name);
    expect(screen.getByText(words)).toBeTruthy();
    await waitFor(() => expect(document.title).toBe(`${name} – eBike Portal`));
  });

  test.each<[Language, string]>([
    ['de', 'Noch ist nicht alles gelöscht'],
    ['fr', 'Tout n’est pas encore supprimé'],
    ['nl', 'Nog niet alles is verwijderd'],
  ])('in %s [T064]', async (language, name) => {
    await openPortal('/info?failed_deletion', [], language);
    await heading(name);
    await waitFor(() => expect(document.title).toBe(`${name} – eBike Portal`));
  });
});

test('a confirmed address is named to the person who is signed in', async () => {
  await startTestSession();
  await openPortal('/user-info?show=account-confirmation');
  expect(await screen.findByText(`Your address is now ${TEST_USER.email}.`)).toBeTruthy();
});

test('/user-info without "show" is not found [T069]', async () => {
  const { router } = await openPortal('/user-info?locale=de');
  await heading('The road ends here');
  expect(router.state.location.pathname).toBe('/404.html');
});

test('an unknown path is not found [T078]', async () => {
  await openPortal('/info/x');
  await heading('The road ends here');
  expect(screen.getByText(/^There is no page at this address/)).toBeTruthy();
  await waitFor(() => expect(document.title).toBe('Page not found – eBike Portal'));
});

test('/forbidden says whom to contact [T222]', async () => {
  await openPortal('/forbidden');
  await heading('This road is not open to you');
  expect(screen.getByText(/does not have the role.*contact the cloud team/)).toBeTruthy();
});

describe('a message that says "contact"', () => {
  const HELP = testRemote('mfe-legal', [{ path: '/faq', Page: () => () => null, access: 'open' }]);
  const linkTo = (name: string) => screen.queryByRole('link', { name })?.getAttribute('href');

  test.each(['/forbidden', '/user-info?show=account-confirmation-error'])(
    '%s links to help and to the configured contact',
    async (path) => {
      await openPortal(path, [HELP], 'en', { contact: 'mailto:help@example.com' });
      await screen.findByRole('link', { name: 'Help' });
      expect([linkTo('Help'), linkTo('Contact us')]).toEqual(['/faq', 'mailto:help@example.com']);
    },
  );
});

test('/welcome greets users and signed-out visitors differently [T095]', async () => {
  const { unmount } = await openPortal('/welcome');
  await heading('Welcome to the eBike Portal');
  expect(screen.getByText(/^Look after the hubs of your e-bike/)).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Go to sign-in' })).toBeTruthy();
  unmount();
  await startTestSession();
  await openPortal('/welcome');
  await heading('Good to see you again');
  expect(screen.getByText(/^You are signed in\./)).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Go to your hubs' }).getAttribute('href')).toBe('/settings');
});

test('while the session is checked, a visitor with a token counts as signed in, as in the prerendered page', async () => {
  const environment = fakeBrowser().tab();
  environment.cookies.write('access_token=access-1; Path=/');
  startSession({ cookieDomain: null, environment, loadAccount: () => new Promise(() => undefined) });
  void session.check();
  await openPortal('/info?failed_deletion');
  expect(await screen.findByRole('link', { name: 'Go to your hubs' })).toBeTruthy();
});

test('/build-information names every part by a word, in the current language', async () => {
  const remote = testRemote('mfe-new', [{ path: '/second', Page: () => () => null, header: true }]);
  const texts = { ...remote.declaration.texts, part: { en: 'Bikes', de: 'Räder', fr: 'Vélos', nl: 'Fietsen' } };
  answerLiveParts([{ ...remote, declaration: { ...remote.declaration, texts } }]);
  await openPortal('/build-information', [], 'fr');
  expect(await screen.findByRole('rowheader', { name: 'Vélos' })).toBeTruthy();
  expect(screen.getByRole('rowheader', { name: 'Portail' })).toBeTruthy();
});

test('/build-information shows the running version of a remote that has fallen back', async () => {
  const hubs = testRemote('mfe-hubs', [{ path: '/settings', Page: () => () => null }]);
  answerLiveParts([hubs]);
  await openPortal('/build-information', [{ ...hubs, fallenBackTo: '0.9.0' }]);
  expect(await screen.findByRole('row', { name: /^Title of \/settings 0\.9\.0 31\.10\.2026$/ })).toBeTruthy();
});

test('/build-information shows the version of the portal and of every live part [T072]', async () => {
  answerLiveParts([testRemote('mfe-hubs', [{ path: '/settings', Page: () => () => null }])]);
  await openPortal('/build-information');
  await heading('Build information');
  expect(await screen.findByText('1.2.115', { selector: 'dd span' })).toBeTruthy();
  expect(screen.getByText('01.11.2026', { selector: 'dd span' })).toBeTruthy();
  const rows = within(screen.getByRole('table')).getAllByRole('row');
  expect(rows.map(({ children }) => [...children].map(({ textContent }) => textContent))).toEqual([
    ['Part', 'Version', 'Build date'],
    ['Portal', '1.2.115-local.0a1b2c3', '01.11.2026'],
    ['Title of /settings', '1.0.0', '01.11.2026'],
  ]);
  const licences = screen.getByRole('link', { name: 'Licences of third-party software' });
  expect(licences.getAttribute('href')).toBe('/licences.txt');
});
