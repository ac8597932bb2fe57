import { describe, expect, test } from '@jest/globals';
import { judgeMemory } from './memory.ts';
import { tableRow } from './table-row.ts';

const MIB = 1024 * 1024;
/** Ten samples of a server that is released `each` times in a tenth; each release leaves `left` bytes. */
const samples = (each: number, left: number, other: (tenth: number) => number = () => 0) =>
  Array.from({ length: 10 }, (_, tenth) => ({
    used: 27 * MIB + (tenth + 1) * each * left + other(tenth),
    resident: 150 * MIB,
    releases: (tenth + 1) * each,
  }));

describe('the memory in use', () => {
  test.each([
    ['a planted leak of 100 KB a release, in a minute', samples(3, 100_000)],
    ['the files of every version in one list, in ten minutes', samples(25, 7000)],
  ])('fails the command with %s', (_, given) => {
    expect(judgeMemory(given).isLeak).toBe(true);
  });

  test('passes when it stays the same, whatever caches took in the first two tenths', () => {
    expect(judgeMemory(samples(25, 0, (tenth) => Math.min(tenth, 2) * 10 * MIB)).isLeak).toBe(false);
  });

  test('passes with the differences between two measurements, and one sample that is far off', () => {
    const noisy = samples(3, 0, (tenth) => (tenth % 2) * 100_000 + (tenth === 8 ? 50 * MIB : 0));
    expect(judgeMemory(noisy)).toMatchObject({ isLeak: false, releases: 15 });
  });
});

test('a run is printed as a row of the table in docs/reliability.md', () => {
  const report = {
    capacity: 3000,
    rate: 2400.4,
    requests: 143_974,
    releases: 17,
    seen: 18,
    errors: [],
    wrong: ['/settings has release 3'],
    median: 3.46,
    slow: 577.2,
    memory: samples(2, 0).slice(0, 2),
    last: 18,
  };
  expect(tableRow(1, report)).toBe('| 1 | 2,400 | 143,974 | 17 | 0 | 1 | 3.5 ms, 577 ms | 27.0, 27.0 | 150, 150 |');
});
