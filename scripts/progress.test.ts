import { describe, expect, test } from '@jest/globals';
import { createProgress, seconds } from './progress.mjs';

/** A progress on a stream, a clock and a timer that the test drives. */
function progressOn(isTTY: boolean) {
  let now = 0;
  let written = '';
  let tick = (): void => {};
  const progress = createProgress({
    stream: {
      isTTY,
      write: (text) => {
        written += text;
      },
    },
    now: () => now,
    every: (callback) => {
      tick = callback;
      return () => {
        tick = () => {};
      };
    },
  });
  return {
    progress,
    pass(ms: number): void {
      now += ms;
      tick();
    },
    lines: (): readonly string[] => written.split('\n').filter(Boolean),
    written: (): string => written,
  };
}

describe('away from a terminal', () => {
  test('a quick step is one line without a time', async () => {
    const { progress, lines } = progressOn(false);
    await progress.step('Publishing', async (note) => {
      note('release 1');
    });
    expect(lines()).toEqual(['✓ Publishing (release 1)']);
  });

  test('a step over a second says that it is running, repeats that every ten seconds, and says how long it took', async () => {
    const { progress, pass, lines } = progressOn(false);
    await progress.step('Building', async () => {
      for (let second = 0; second < 12; second += 1) pass(1000);
    });
    expect(lines()).toEqual(['  Building … 1 s', '  Building … 11 s', '✓ Building, 12.0 s']);
  });

  test('a failed step is marked, and its error is rethrown', async () => {
    const { progress, lines } = progressOn(false);
    const failure = new Error('no');
    await expect(progress.step('Building', async () => await Promise.reject(failure))).rejects.toBe(failure);
    expect(lines()).toEqual(['✗ Building']);
  });
});

describe('on a terminal', () => {
  test('the running step is one line, which is rewritten', async () => {
    const { progress, pass, written } = progressOn(true);
    await progress.step('Building', async () => {
      pass(1000);
      pass(1000);
    });
    expect(written().split('\r\u001B[2K')).toEqual([
      '',
      '  Building …',
      '  Building … 1 s',
      '  Building … 2 s',
      '✓ Building, 2.0 s\n',
    ]);
  });

  test('two running steps share the line', async () => {
    const { progress, pass, written } = progressOn(true);
    const jest = Promise.withResolvers<void>();
    const both = progress.step('Jest', async () => await jest.promise);
    await progress.step('Types', async () => {
      pass(1000);
    });
    expect(written()).toContain('  Jest … · Types … 1 s\r\u001B[2K✓ Types, 1.0 s\n  Jest …');
    jest.resolve();
    await both;
  });

  test('other lines are printed above the running step', async () => {
    const { progress, written } = progressOn(true);
    await progress.step('Building', async () => {
      progress.print('[web server] hello');
    });
    expect(written()).toContain('[web server] hello\n  Building …');
  });
});

test.each([
  [1234, '1.2 s'],
  [59_000, '59.0 s'],
  [125_000, '2 min 5 s'],
])('%i ms are shown as %s', (ms, text) => {
  expect(seconds(ms)).toBe(text);
});
