import { describe, expect, test } from '@jest/globals';
import { HOSTILE_TEXTS, hostileText, INPUTS_LIMIT_MS, tryInputs } from '@portal/node-kit/testing/inputs';
import * as fc from 'fast-check';
import { infoMessage, userInfoMessage } from './chosen-message.ts';

describe('/info', () => {
  test.each([
    ['?successful_deletion', 'successful_deletion'],
    ['?successful_deletion=', 'successful_deletion'],
    ['?successful_deletion=anything', 'successful_deletion'],
    ['?failed_deletion', 'failed_deletion'],
    ['?locale=fr&failed_deletion', 'failed_deletion'],
    ['?failed_deletion&locale=de', 'failed_deletion'],
  ])('%s says %s', (query, message) => {
    expect(infoMessage(new URLSearchParams(query))).toBe(message);
  });

  test.each([
    '',
    '?locale=de',
    '?unknown',
    '?successful_deletion&failed_deletion',
    '?successful_deletion&utm_source=mail',
    '?__proto__',
  ])('%j finds no info [T066]', (query) => {
    expect(infoMessage(new URLSearchParams(query))).toBeUndefined();
  });
});

describe('/user-info', () => {
  test.each([
    'account-confirmation',
    'account-already-confirmed',
    'account-confirmation-error',
    'hub-release',
    'hub-already-released',
  ])('?show=%s selects its message, whatever else is in the address [T068]', (value) => {
    expect(userInfoMessage(new URLSearchParams(`?show=${value}`))).toBe(value);
    expect(userInfoMessage(new URLSearchParams(`?locale=nl&show=${value}&utm_source=mail`))).toBe(value);
  });

  test.each([
    '?show=',
    '?show=unknown',
    '?show=hub-release&show=hub-release',
    '?show=hub-release&show=account-confirmation',
    '?show=__proto__',
  ])('%j finds no info [T201]', (query) => {
    expect(userInfoMessage(new URLSearchParams(query))).toBeUndefined();
  });
});

const KNOWN = ['successful_deletion', 'failed_deletion', 'show', 'locale'];
const text = fc.oneof(hostileText, fc.constantFrom(...KNOWN, 'hub-release', 'account-confirmation'));
const LIST = HOSTILE_TEXTS.flatMap((each): [string, string][][] => [[[each, '']], [['show', each]]]);

test(
  'whatever the address of an information page says, it chooses a known message or none',
  async () => {
    await tryInputs(
      'Parameters of the information pages',
      { all: 1000, some: LIST.length },
      fc.array(fc.tuple(text, text), { maxLength: 4 }),
      (pairs) => {
        const query = new URLSearchParams(pairs);
        const names = pairs.map(([name]) => name).filter((name) => name !== 'locale');
        const isKey = names.length === 1 && ['successful_deletion', 'failed_deletion'].includes(names[0] ?? '');
        expect(infoMessage(query)).toBe(isKey ? names[0] : undefined);
        const shown = pairs.filter(([name]) => name === 'show').map(([, value]) => value);
        const isShown = shown.length === 1 && ['hub-release', 'account-confirmation'].includes(shown[0] ?? '');
        expect(userInfoMessage(query)).toBe(isShown ? shown[0] : undefined);
      },
      LIST,
    );
  },
  INPUTS_LIMIT_MS,
);
