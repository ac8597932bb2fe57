import { describe, expect, test } from '@jest/globals';
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
    '?',
    '?locale=de',
    '?unknown',
    '?Successful_Deletion',
    '?successful_deletion%20',
    '?successful_deletion&failed_deletion',
    '?successful_deletion&successful_deletion',
    '?successful_deletion&utm_source=mail',
    '?show=successful_deletion',
    '?__proto__',
    '?constructor',
    '?toString',
    '?hasOwnProperty=1',
    '?0',
    '?<script>alert(1)</script>',
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
    '?show',
    '?show=unknown',
    '?show=Hub-Release',
    '?show=hub-release%20',
    '?show=hub-release&show=hub-release',
    '?show=hub-release&show=account-confirmation',
    '?show=__proto__',
    '?show=constructor',
    '?show[]=hub-release',
    '?show=%3Cimg%20src%3Dx%20onerror%3Dalert(1)%3E',
  ])('%j finds no info [T201]', (query) => {
    expect(userInfoMessage(new URLSearchParams(query))).toBeUndefined();
  });
});
