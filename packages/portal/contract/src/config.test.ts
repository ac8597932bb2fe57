import { describe, expect, test } from '@jest/globals';
import { isOn, parseConfig } from './config.ts';
import { InvalidInputError } from './parse.ts';

const CONFIG = {
  apiBaseUrl: 'https://api.example.com/',
  identityLogoutUrl: 'https://id.example.com/logout',
  cookieDomain: 'example.com',
  features: { singleSignOn: true },
  links: { kitForum: 'https://forum.example.com' },
};

function complaint(input: unknown): string {
  try {
    parseConfig(input);
  } catch (error) {
    if (error instanceof InvalidInputError) return error.message;
    throw error;
  }
  return 'accepted';
}

describe('config.json', () => {
  test('is accepted when complete; links are optional', () => {
    expect(parseConfig(CONFIG)).toEqual(CONFIG);
    const { links: _, ...required } = CONFIG;
    expect(parseConfig(required)).toEqual({ ...required, links: {} });
  });

  test.each(['https://app.example.com/open', 'ebike://open', 'com.example.ebike:/open'])(
    'may name the address that opens the app: %s',
    (app) => {
      expect(parseConfig({ ...CONFIG, links: { app } }).links.app).toBe(app);
    },
  );

  test.each([
    'http://app.example.com/',
    'javascript://%0aalert(1)',
    'JavaScript:alert(1)',
    'data:text/html,x',
    'file:///x',
    'open',
  ])('refuses %s as the address that opens the app [T287]', (app) => {
    expect(complaint({ ...CONFIG, links: { app } })).toContain('"links.app"');
  });

  test.each(['https://www.example.com/help', 'mailto:help@example.com', 'tel:+31101234567'])(
    'may name where customers ask for help: %s',
    (contact) => {
      expect(parseConfig({ ...CONFIG, links: { contact } }).links.contact).toBe(contact);
    },
  );

  test.each(['help@example.com', 'mailto:', 'tel:', 'sms:+3110', 'javascript:alert(1)', 'data:text/html,x', ''])(
    'refuses "%s" as the contact',
    (contact) => {
      expect(complaint({ ...CONFIG, links: { contact } })).toContain('"links.contact"');
    },
  );

  test.each(['text', 'pdf'])('may say that documents open as %s', (view) => {
    expect(parseConfig({ ...CONFIG, documents: { view } }).documents).toEqual({ view });
  });

  test('refuses another way to open documents', () => {
    expect(complaint({ ...CONFIG, documents: { view: 'frame' } })).toContain('"documents.view"');
  });

  test('may name the origins of documents and the public origin', () => {
    const further = { documentOrigins: ['https://files.example.com'], publicOrigin: 'https://portal.example.com' };
    expect(parseConfig({ ...CONFIG, ...further })).toEqual({ ...CONFIG, ...further });
  });

  test('may switch whatever declarations name', () => {
    const features = { singleSignOn: true, staff: true, accountPassword: false };
    expect(parseConfig({ ...CONFIG, features }).features).toEqual(features);
    expect(['staff', 'accountPassword', 'other', 'toString'].map((name) => isOn(features, name))).toEqual([
      true,
      false,
      false,
      false,
    ]);
  });

  test.each<[string, object | null, string]>([
    ['nothing', null, 'config.json'],
    ['a missing key', { apiBaseUrl: undefined }, '"apiBaseUrl"'],
    ['an API address without the last slash', { apiBaseUrl: 'https://api.example.com' }, 'must end with "/"'],
    ['an invalid address', { identityLogoutUrl: 'logout' }, '"identityLogoutUrl"'],
    ['a script address', { links: { dataAct: 'javascript:alert(1)' } }, '"links.dataAct"'],
    ['a cookie domain without a dot', { cookieDomain: 'localhost' }, '"cookieDomain"'],
    [
      'a feature whose name no declaration can have',
      { features: { singleSignOn: true, 'a-b': true } },
      '"features.a-b"',
    ],
    ['no word on single sign-on', { features: { staff: true } }, '"features": must have the switch "singleSignOn"'],
    ['a further feature that is no switch', { features: { singleSignOn: true, staff: 1 } }, '"features.staff"'],
    ['a feature that is no switch', { features: { singleSignOn: 'yes' } }, '"features.singleSignOn"'],
    ['an origin with a path', { documentOrigins: ['https://files.example.com/documents'] }, '"documentOrigins.0"'],
    ['a password', { apiBaseUrl: 'https://anna:hunter2@api.example.com/' }, '"apiBaseUrl"'],
    ['a host that would change the policy of pages', { apiBaseUrl: 'https://api.example;script-src/' }, '"apiBaseUrl"'],
    ['an origin for all hosts', { documentOrigins: ['https://*.example.com'] }, '"documentOrigins.0"'],
    ['a public address with a slash', { publicOrigin: 'https://portal.example.com/' }, '"publicOrigin"'],
    ['an unknown key', { apiBaseURL: 'x' }, '"apiBaseURL"'],
  ])('%s is refused by name [T294]', (_, changes, words) => {
    expect(complaint(changes && { ...CONFIG, ...changes })).toContain(words);
  });
});
