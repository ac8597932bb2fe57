import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { IS_FULL_RUN } from '@portal/node-kit/testing/inputs';
import { isPromtoolInstalled, promtool } from './promtool.ts';

const ROOT = join(import.meta.dirname, '../..');
const FOLDER = join(ROOT, 'operations/monitoring');

test('each alarm says what to do first, and has a test in which it is raised and one in which it is not', async () => {
  const read = (file: string) => readFile(join(ROOT, file), 'utf8');
  const rules = await read('operations/monitoring/alert-rules.yaml');
  const tests = await read('operations/monitoring/alert-rules.test.yaml');
  const names = [...rules.matchAll(/- alert: (\w+)$/gm)].map(([, name = '']) => name);
  expect(names.length).toBeGreaterThan(10);
  for (const name of names) {
    expect(rules).toMatch(new RegExp(`- alert: ${name}\n(?: {8}.*\n)+ {10}remedy: \\S`));
    expect(tests).toMatch(new RegExp(`alertname: ${name}, exp_alerts: \\[\\]`));
    expect(tests).toMatch(new RegExp(`alertname: ${name}\\n +exp_alerts:\\n`));
  }
});

if (IS_FULL_RUN)
  (isPromtoolInstalled() ? describe : describe.skip)('the alarms of operations/monitoring', () => {
    test.each([
      ['are rules that Prometheus takes', ['check', 'rules', 'alert-rules.yaml']],
      ['are read by the configuration', ['check', 'config', 'prometheus.yml']],
      ['are raised when they should be, and only then', ['test', 'rules', 'alert-rules.test.yaml']],
    ])('%s', (_what, args) => {
      expect(promtool(FOLDER, ...args)).toMatchObject({ code: 0 });
    });
  });
