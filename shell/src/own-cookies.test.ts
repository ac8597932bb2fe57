/**
 * @jest-environment jsdom
 * @jest-environment-options { "url": "https://portal.example.com/login" }
 */
import { expect, jest, test } from '@jest/globals';
import { rememberChosenLanguage, rememberUserLanguage } from '@portal/i18n';
import { browserLanguage } from './languages.ts';
import { chooseTheme, followTheme } from './theme.ts';

Object.assign(globalThis, {
  BroadcastChannel: class extends EventTarget {
    postMessage(): void {}
  },
});
const theme = () => document.documentElement.dataset['theme'];

test('on https the choices are kept in cookies that no other host can set [T324]', () => {
  const written = jest.spyOn(document, 'cookie', 'set');
  chooseTheme('dark');
  rememberChosenLanguage('de');
  rememberUserLanguage('fr');
  const names = ['theme=dark', 'language=de', 'user_language=fr'].map((pair) => `__Host-portal_${pair}`);
  expect(written.mock.calls.map(([cookie]) => cookie)).toEqual(
    names.map((pair) => `${pair}; Max-Age=31536000; Path=/; SameSite=Lax; Secure`),
  );
});

test('on https only these are read', () => {
  document.cookie = 'portal_theme=light; Secure';
  document.cookie = 'portal_language=nl; Secure';
  followTheme();
  expect([theme(), browserLanguage()]).toEqual(['dark', 'de']);
  for (const name of ['theme', 'language']) document.cookie = `__Host-portal_${name}=; Max-Age=0; Path=/; Secure`;
  followTheme();
  expect([theme(), browserLanguage()]).toEqual([undefined, 'en']);
});
