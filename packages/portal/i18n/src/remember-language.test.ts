/** @jest-environment jsdom */
import { expect, jest, test } from '@jest/globals';
import { rememberChosenLanguage, rememberUserLanguage } from './remember-language.ts';

test('the chosen language is stored for a year, for every path of this site', () => {
  const written = jest.spyOn(document, 'cookie', 'set');
  rememberChosenLanguage('nl');
  expect(written).toHaveBeenCalledWith('portal_language=nl; Max-Age=31536000; Path=/; SameSite=Lax');
});

test("the user's language is stored, and deleted if the portal does not support it", () => {
  rememberUserLanguage('fr-CA');
  expect(document.cookie).toContain('portal_user_language=fr');
  rememberUserLanguage('es');
  expect(document.cookie).not.toContain('portal_user_language');
  rememberUserLanguage('de');
  rememberUserLanguage(null);
  expect(document.cookie).not.toContain('portal_user_language');
});
