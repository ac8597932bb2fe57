import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test } from '@jest/globals';
import { recordTried } from '@portal/node-kit/testing';
import { readTotals, summarize, unexplained } from './summary.ts';

const before = process.env['RELIABILITY_OUTPUT'];
afterEach(() => {
  if (before === undefined) delete process.env['RELIABILITY_OUTPUT'];
  else process.env['RELIABILITY_OUTPUT'] = before;
});

const slow = { what: 'slow on /settings', reason: 'The network decides.' };

test('what tests record is added up by suite, and written with the exceptions by their reason', () => {
  const file = join(mkdtempSync(join(tmpdir(), 'portal-reliability-')), 'tried');
  process.env['RELIABILITY_OUTPUT'] = file;
  recordTried({ suite: 'Redirect targets', tried: 2000, passed: 2000 });
  recordTried({ suite: 'Cells', tried: 1, passed: 1 });
  recordTried({ suite: 'Cells', tried: 2, passed: 0, exceptions: [slow, { ...slow, what: 'slow on /account' }] });
  const totals = readTotals(readFileSync(file, 'utf8'));
  expect(unexplained(totals)).toEqual([]);
  expect(summarize(totals).split('\n')).toEqual([
    '| What was tried | Tried | Passed | Listed exceptions |',
    '| --- | --: | --: | --: |',
    '| Cells | 3 | 1 | 2 |',
    '| Redirect targets | 2,000 | 2,000 | 0 |',
    '',
    'Cells: The network decides.',
    '',
    '- slow on /account',
    '- slow on /settings',
  ]);
});

test('what failed without being listed is named', () => {
  const exceptions = [slow];
  expect(unexplained([{ suite: 'Cells', tried: 3, passed: 1, exceptions }])).toEqual(['Cells: 1 failed']);
});

test('another run records nothing', () => {
  delete process.env['RELIABILITY_OUTPUT'];
  expect(() => recordTried({ suite: 'Cells', tried: 1, passed: 1 })).not.toThrow();
});
