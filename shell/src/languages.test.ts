/** @jest-environment jsdom */
import { beforeEach, describe, expect, jest, test } from '@jest/globals';
import { currentLanguage } from '@portal/i18n';
import { startTestI18n } from '@portal/i18n/testing';
import { session } from '@portal/session';
import { startTestSession, TEST_USER } from '@portal/session/testing';
import {
  browserLanguage,
  chooseInPicker,
  followUserLanguage,
  languageKnown,
  languageSettled,
  loadShellMessages,
} from './languages.ts';
import type { RemoteLoader } from '@portal/federation/runtime';
import { testPortal, testRemote } from './testing/open-portal.tsx';

/** `user`: the language of the user who is signed in; `lastUser`: of one whose session is over. */
function visit({
  chosen,
  user,
  lastUser,
  query = '',
  browser = 'ja',
}: {
  chosen?: string;
  user?: string;
  lastUser?: string;
  query?: string;
  browser?: string;
}): void {
  for (const [name, value] of [
    ['portal_language', chosen],
    ['portal_user_language', user ?? lastUser],
    ['access_token', user && 'access-1'],
  ]) {
    document.cookie = value === undefined ? `${name}=; Max-Age=0; Path=/` : `${name}=${value}; Path=/`;
  }
  window.history.replaceState(null, '', `/privacy-policy${query}`);
  jest.spyOn(navigator, 'language', 'get').mockReturnValue(browser);
}

beforeEach(async () => {
  await startTestSession(null);
  await startTestI18n({ shell: await loadShellMessages('en') });
});

describe('a page waits for the language', () => {
  const never = new Promise(() => undefined);
  const LONG = 60_000;

  test.each<[string, Parameters<typeof visit>[0]]>([
    ['of a user whose language is remembered', { user: 'de' }],
    ['of a visitor who is signed out', { query: '?locale=fr' }],
    ['that the user has chosen here', { user: 'ja', chosen: 'nl' }],
  ])('not for that %s', async (_, hints) => {
    visit(hints);
    await expect(languageKnown(never, LONG)).resolves.toBeUndefined();
  });

  test('that only the account knows, until the session is checked or the limit has passed', async () => {
    visit({ user: 'ja' });
    const checked = Promise.withResolvers<void>();
    let isKnown = false;
    const known = languageKnown(checked.promise, LONG).then(() => {
      isKnown = true;
    });
    await languageSettled();
    expect(isKnown).toBe(false);
    checked.resolve();
    await known;
    await languageKnown(never, 0);
  });
});

describe('the initial language', () => {
  test.each<[string, Parameters<typeof visit>[0], string]>([
    ['the choice in the picker precedes all', { chosen: 'nl', user: 'de', query: '?locale=fr', browser: 'en' }, 'nl'],
    ['then the remembered language of the user', { user: 'de', query: '?locale=fr', browser: 'en' }, 'de'],
    ['of a user who is signed in', { lastUser: 'de', query: '?locale=fr', browser: 'en' }, 'fr'],
    ['then ?locale=', { query: '?locale=fr', browser: 'de' }, 'fr'],
    ['then the browser', { browser: 'de-AT' }, 'de'],
    ['then English', {}, 'en'],
    ['hostile values are skipped', { chosen: '<script>', user: '__proto__', query: '?locale=de%00' }, 'en'],
  ])('%s [T275]', (_, hints, language) => {
    visit(hints);
    expect(browserLanguage()).toBe(language);
  });
});

describe("the user's language", () => {
  const signIn = (language: string | null) => startTestSession({ ...TEST_USER, language });

  test('is applied to the page, and remembered for the next first paint', async () => {
    visit({});
    followUserLanguage(testPortal().loader);
    await signIn('fr');
    await languageSettled();
    expect(currentLanguage()).toBe('fr');
    expect(document.cookie).toBe('portal_user_language=fr');
  });

  test.each([
    ['signed-out', ''],
    ['ended', ''],
    ['trouble', 'portal_user_language=fr'],
  ] as const)('is forgotten at the end of the session, but not in trouble (%s)', async (reason, cookie) => {
    visit({});
    followUserLanguage(testPortal().loader);
    await signIn('fr');
    await languageSettled();
    session.end(reason);
    expect(document.cookie).toBe(cookie);
    expect(currentLanguage()).toBe('fr');
  });

  test('does not override the choice in the picker', async () => {
    visit({ chosen: 'en' });
    followUserLanguage(testPortal().loader);
    await signIn('fr');
    await languageSettled();
    expect(currentLanguage()).toBe('en');
    expect(document.cookie).toContain('portal_user_language=fr');
  });

  describe.each([null, 'ja'])('%s, which is not supported:', (language) => {
    /** Starts the page in the language of the previous user. */
    const begin = async (hints: Parameters<typeof visit>[0]) => {
      visit(hints);
      const first = browserLanguage();
      await startTestI18n({ shell: await loadShellMessages(first) }, first);
      expect(currentLanguage()).toBe('nl');
      followUserLanguage(testPortal().loader);
    };

    test.each([
      ['?locale= of the page’s first address decides', { query: '?locale=fr', browser: 'de' }, 'fr'],
      ['else the browser decides', { browser: 'de-AT' }, 'de'],
      ['else the page is in English', {}, 'en'],
    ])('the language of an earlier user is forgotten, and %s', async (_, hints, expected) => {
      await begin({ user: 'nl', ...hints });
      window.history.replaceState(null, '', '/settings'); // the user has gone on
      await signIn(language);
      await languageSettled();
      expect(currentLanguage()).toBe(expected);
      expect(document.cookie).not.toContain('portal_user_language');
    });
  });
});

test('a choice in the picker whose texts are still loading precedes the account, too', async () => {
  visit({});
  const texts = Promise.withResolvers<void>();
  const { loader } = testPortal([testRemote('mfe-hubs', [{ path: '/settings', Page: () => () => null }])]);
  const slowly: RemoteLoader = { ...loader, within: (_, part) => texts.promise.then(part) };
  followUserLanguage(slowly);
  const picked = chooseInPicker(slowly, 'nl');
  await startTestSession({ ...TEST_USER, language: 'fr' });
  expect(document.cookie).toBe('portal_user_language=fr');
  texts.resolve();
  await picked;
  await languageSettled();
  expect(currentLanguage()).toBe('nl');
  expect(document.cookie).toContain('portal_language=nl');
});

test('the picker accepts only the languages of the portal', async () => {
  visit({});
  await chooseInPicker(testPortal().loader, 'xx');
  expect([currentLanguage(), document.cookie]).toEqual(['en', '']);
  await chooseInPicker(testPortal().loader, 'de');
  expect([currentLanguage(), document.cookie]).toEqual(['de', 'portal_language=de']);
});
