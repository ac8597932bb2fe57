/** @jest-environment jsdom */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, test } from '@jest/globals';
import { addresses, drafts, reminders } from './user-storage.ts';

const file = join(import.meta.dirname, '../../../../tools/baseline/samples/browser/storage.json');
const SAMPLE = JSON.parse(readFileSync(file, 'utf8')) as Record<'localStorage' | 'sessionStorage', object>;

beforeEach(() => {
  for (const name of ['localStorage', 'sessionStorage'] as const)
    for (const [key, value] of Object.entries(SAMPLE[name])) window[name].setItem(key, String(value));
});

test('what a browser has kept since the baseline is read, by whichever own address of the person', () => {
  for (const email of ['anna@example.com', 'anna.new@example.com']) {
    expect(reminders.read('owner-asked ["SN-0001","BHU3600"]', email)).toMatch(/^2026-11-27T/);
    expect(drafts.read('account profile', email)).toBe('{"firstName":"Anna"}');
  }
  expect(addresses.isSamePerson('anna@example.com', 'anna.new@example.com')).toBe(true);
  expect(drafts.read('account profile', 'ben@example.com')).toBe('');
});

test('a draft that was kept after the last log-out stays', () => {
  drafts.forgetBeforeLogOut();
  expect(drafts.read('account profile', 'anna@example.com')).toBe('{"firstName":"Anna"}');
});
