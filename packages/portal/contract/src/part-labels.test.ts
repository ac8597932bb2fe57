import { expect, test } from '@jest/globals';
import { buildDay, plainVersion } from './part-labels.ts';

test('the day of a build is that of UTC, wherever the reader is', () => {
  expect(buildDay('2026-10-31T23:59:59.999Z')).toBe('31.10.2026');
  expect(buildDay('2026-11-01T00:30:00.000+02:00')).toBe('31.10.2026');
});

test('the plain version has no suffix of a build', () => {
  expect(plainVersion('1.2.115-local.0a1b2c3-dirty')).toBe('1.2.115');
  expect(plainVersion('1.2.115')).toBe('1.2.115');
});
