import { beforeEach, describe, expect, test } from '@jest/globals';
import { AttemptLimits } from './attempt-limits.ts';
import type { Verdict } from './attempt-limits.ts';
import { BoundedMap } from './counts.ts';

const MINUTE = 60_000;
const DAY = 1440 * MINUTE;
const RIGHT = 'right-1';

let now = 0;
let limits: AttemptLimits;
/** Every wrong password is another one. */
let number = 0;

beforeEach(() => {
  now = Date.UTC(2026, 0, 1);
  limits = new AttemptLimits(() => now);
});

async function enter(password: string, account = 'ada', address = '192.0.2.1'): Promise<Verdict> {
  return await limits.check({ account, address, password }, async () => password === RIGHT);
}

async function guess(times: number, account?: string, address?: string): Promise<Verdict | undefined> {
  let last: Verdict | undefined;
  for (let time = 0; time < times; time += 1) last = await enter(`wrong-${(number += 1)}`, account, address);
  return last;
}

describe('wrong passwords for one account from one address', () => {
  test('have to wait from the sixth on, twice as long each time, up to a quarter of an hour [T312]', async () => {
    expect(await guess(5)).toEqual({ outcome: 'wrong' });
    const waits: number[] = [];
    for (let time = 0; time < 8; time += 1) {
      const verdict = await guess(1);
      if (verdict?.outcome !== 'too-often') throw new Error('There is nothing to wait for.');
      waits.push(verdict.waitSeconds);
      now += verdict.waitSeconds * 1000 - 1;
      expect(await enter(RIGHT)).toEqual({ outcome: 'too-often', waitSeconds: 1 });
      now += 1;
      expect(await guess(1)).toEqual({ outcome: 'wrong' });
    }
    expect(waits).toEqual([30, 60, 120, 240, 480, 900, 900, 900]);
  });

  test('do not stop the right one after the wait, which starts the count anew', async () => {
    await guess(7);
    expect(await enter(RIGHT)).toMatchObject({ outcome: 'too-often' });
    now += 30_000;
    expect(await enter(RIGHT)).toEqual({ outcome: 'right' });
    expect(await guess(5)).toEqual({ outcome: 'wrong' });
  });

  test('count once as long as it is the same password', async () => {
    for (let time = 0; time < 20; time += 1) expect(await enter('wrong')).toEqual({ outcome: 'wrong' });
    expect(await guess(4)).toEqual({ outcome: 'wrong' });
    expect(await guess(1)).toMatchObject({ outcome: 'too-often' });
  });

  test('are limited also when all are sent at once', async () => {
    const verdicts = await Promise.all(Array.from({ length: 50 }, (_, index) => enter(`wrong-${index}`)));
    expect(verdicts.filter(({ outcome }) => outcome === 'wrong')).toHaveLength(5);
  });

  test('are forgotten after a day', async () => {
    await guess(5);
    now += DAY;
    expect(await guess(5)).toEqual({ outcome: 'wrong' });
  });

  test('are not counted when the check itself failed', async () => {
    const fails = { account: 'ada', address: '192.0.2.1' };
    for (let time = 0; time < 10; time += 1)
      await expect(limits.check(fails, () => Promise.reject(new Error('disk')))).rejects.toThrow('disk');
    expect(await guess(5)).toEqual({ outcome: 'wrong' });
  });
});

test('two right sign-ins at once start the count anew', async () => {
  const isRight = () => Promise.resolve(true);
  const enterBoth = ['one', 'two'].map((password) =>
    limits.check({ account: 'ada', address: '192.0.2.1', password }, isRight),
  );
  expect(await Promise.all(enterBoth)).toEqual([{ outcome: 'right' }, { outcome: 'right' }]);
  expect(await guess(5)).toEqual({ outcome: 'wrong' });
});

describe('guesses from many addresses', () => {
  const guessFromEverywhere = async (count: number) => {
    const verdicts: (Verdict | undefined)[] = [];
    for (let index = 0; index < count; index += 1) verdicts.push(await guess(1, 'ada', `198.51.100.${index}`));
    return verdicts;
  };

  test('have to wait together from the 21st on [T359]', async () => {
    const verdicts = await guessFromEverywhere(30);
    expect(verdicts.filter((verdict) => verdict?.outcome === 'wrong')).toHaveLength(20);
    expect(verdicts.at(-1)).toEqual({ outcome: 'too-often', waitSeconds: 30 });
  });

  test('never stop the owner at an address where they have signed in before', async () => {
    await enter(RIGHT);
    for (let hour = 0; hour < 3; hour += 1) {
      await guessFromEverywhere(25);
      expect(await enter(RIGHT)).toEqual({ outcome: 'right' });
      now += 60 * MINUTE;
    }
  });

  test('do not stop the owner at a new address who has set a new password by the link in a mail', async () => {
    await guessFromEverywhere(30);
    expect(await enter(RIGHT)).toMatchObject({ outcome: 'too-often' });
    limits.prove({ account: 'ada', address: '192.0.2.1' });
    await guessFromEverywhere(30);
    expect(await enter(RIGHT)).toEqual({ outcome: 'right' });
  });
});

describe('guesses for many accounts', () => {
  test('from one address have to wait from the 101st on, also after sign-ins with an account of their own', async () => {
    let wrong = 0;
    for (let index = 0; index < 150; index += 1) {
      await enter(RIGHT, 'mallory', '203.0.113.9');
      if ((await guess(1, `somebody-${index}`, '203.0.113.9'))?.outcome === 'wrong') wrong += 1;
    }
    expect(wrong).toBe(100);
    expect(await guess(1, 'somebody', '203.0.113.10')).toEqual({ outcome: 'wrong' });
  });
});

test('a full map forgets the entry that was set longest ago', () => {
  const map = new BoundedMap<number>(2);
  for (const [index, key] of ['a', 'b', 'a', 'c'].entries()) map.set(key, index);
  expect(['a', 'b', 'c'].map((key) => map.get(key))).toEqual([2, undefined, 3]);
});

test('requests for mails are limited without a password', () => {
  const request = { account: 'mail to ada', address: '192.0.2.1' };
  const waits = Array.from({ length: 6 }, () => limits.count(request));
  expect(waits).toEqual([0, 0, 0, 0, 0, 30]);
});
