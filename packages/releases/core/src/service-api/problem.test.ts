import { describe, expect, test } from '@jest/globals';
import { PlainError } from '@portal/node-kit/plain-error';
import { errorDocument, toExitCode, UsageError } from './exit-codes.ts';
import type { Rule } from '../policy/refusal.ts';
import { RefusedError } from '../policy/refusal.ts';
import { LogError } from '../release-log/log-error.ts';
import { ReleaseConflictError, StoreError } from '../store/errors.ts';
import { DriverError } from '../format/driver.ts';
import { parseInput } from '@portal/contract/parse';
import { toError, ProblemSchema, toProblem } from './problem.ts';

const live = { number: 7, createdBy: 'anna@example.com', createdAt: '2026-11-23T07:00:00.000Z', reason: 'Faster' };
const refused = (rule: Rule) =>
  new RefusedError([{ rule, sides: ['mfe-hubs 1.1.0', 'shell 2.0.0'], problem: 'a problem', remedy: 'a remedy' }]);

/** The error that a client throws for an error of the service. */
const carried = (error: Error) =>
  toError(parseInput('the answer', ProblemSchema, JSON.parse(JSON.stringify(toProblem(error)))));

describe('an error goes through the service with its words, its exit code and its JSON:', () => {
  test.each<[string, Error, status: number]>([
    ['a refusal', refused('incompatible'), 422],
    ['a version that is taken', refused('version-taken'), 409],
    ['more than a limit', refused('over-limit'), 413],
    ['what somebody may not do', refused('not-allowed'), 403],
    ['somebody who is not signed in', refused('not-signed-in'), 401],
    [
      'a conflict',
      new ReleaseConflictError(7, live, [{ name: 'mfe-hubs', kind: 'live', from: null, to: '1.0.0' }]),
      409,
    ],
    ['a conflict with an empty store', new ReleaseConflictError(1, undefined), 409],
    ['a damaged object', new StoreError('damaged', 'releases/000007.json', 'It is damaged.', 'Restore it.'), 503],
    ['a log that was cut', new LogError('shorter', 'a problem', 'a remedy'), 503],
    ['a full disk', new DriverError('write', 'store/releases/000007.json', new Error('no space left')), 503],
    ['a malformed request', new UsageError('"x"'), 400],
  ])('%s', (_, error, status) => {
    expect(toProblem(error).status).toBe(status);
    const again = carried(error);
    expect([toExitCode(again), errorDocument(again)]).toEqual([toExitCode(error), errorDocument(error)]);
  });
});

test('a bug of the service names nothing that its log alone should have', () => {
  const again = carried(new TypeError('the password is 123'));
  expect([toExitCode(again), again.message]).toEqual([1, expect.not.stringContaining('123')]);
});

test('a file that the service cannot use is its own failure, and its log alone has the path', () => {
  const error = new PlainError('RELEASE_KEY: /etc/portal/release-key.pem');
  expect(toProblem(error)).toMatchObject({
    status: 500,
    kind: 'unexpected',
    detail: expect.not.stringContaining('/etc'),
  });
  // The same error ends a command as invalid usage: there it is a file of whoever calls it.
  expect(toExitCode(error)).toBe(2);
});

test('a rule that only a newer service knows is still a refusal with its words', () => {
  const body = JSON.parse(
    JSON.stringify(toProblem(refused('browser'))).replaceAll('"browser"', '"of-tomorrow"'),
  ) as unknown;
  expect(toError(parseInput('the answer', ProblemSchema, body)).message).toContain('a problem a remedy');
});
