import { expect, test } from '@jest/globals';
import { runTwoAtOnce } from './schedule.ts';

/** Runs steps that end when the test says so. */
function runSchedule(...names: readonly string[]) {
  const running = new Map<string, PromiseWithResolvers<void>>();
  const steps = names.map((name) => ({ name, isAlone: name.startsWith('alone') }));
  const ended = runTwoAtOnce(steps, async ({ name }) => {
    const task = Promise.withResolvers<void>();
    running.set(name, task);
    await task.promise;
  });
  const settle = async () => await new Promise(setImmediate);
  return {
    ended,
    running: () => [...running.keys()],
    async end(name: string) {
      running.get(name)?.resolve();
      running.delete(name);
      await settle();
    },
    async fail(name: string) {
      running.get(name)?.reject(new Error(name));
      running.delete(name);
      await settle();
    },
  };
}

test('runs two steps at once, in order', async () => {
  const { running, end, ended } = runSchedule('jest', 'types', 'lint');
  expect(running()).toEqual(['jest', 'types']);
  await end('types');
  expect(running()).toEqual(['jest', 'lint']);
  await end('jest');
  await end('lint');
  await ended;
});

test('runs an exclusive step with no other step beside it', async () => {
  const { running, end, ended } = runSchedule('jest', 'types', 'alone', 'lint');
  await end('types');
  expect(running()).toEqual(['jest']);
  await end('jest');
  expect(running()).toEqual(['alone']);
  await end('alone');
  expect(running()).toEqual(['lint']);
  await end('lint');
  await ended;
});

test('a failure ends the run', async () => {
  const { running, fail, ended } = runSchedule('jest', 'types', 'lint');
  const failure = ended.catch((error: unknown) => error);
  await fail('jest');
  expect(await failure).toEqual(new Error('jest'));
  expect(running()).toEqual(['types']);
});
