import * as fc from 'fast-check';
import { IS_RELIABILITY_RUN, recordTried } from './tried.ts';

/** Set by `npm run test:full`, and by `npm run lab -- reliability`. */
export const IS_FULL_RUN = process.env['TEST_FULL'] === '1';
/** How much of all inputs the full run tries. */
const FULL_SHARE = 1 / 5;

/** The same inputs in every run, unless INPUT_SEED chooses others. */
const SEED = Number(process.env['INPUT_SEED'] ?? 20_261_122);

/** How much of an input a message shows, in characters. */
const MOST_SHOWN = 500;

/** How many inputs a suite tries. */
interface Amount {
  /** In `npm run lab -- reliability`; a fifth of them in `npm run test:full`. */
  readonly all: number;
  /** In `npm test`; a tenth of all by default. */
  readonly some?: number;
}

function amountToTry({ all, some = Math.ceil(all / 10) }: Amount): number {
  if (IS_RELIABILITY_RUN) return all;
  return IS_FULL_RUN ? Math.max(some, Math.ceil(all * FULL_SHARE)) : some;
}

/** Time limit of a test that tries all inputs, in milliseconds. */
export const INPUTS_LIMIT_MS = 900_000;

/**
 * For tests: tries generated inputs, after those of `list`, and counts them for docs/reliability.md under `suite`.
 * @throws with the smallest input that failed, and the seed that makes the same inputs again.
 */
export async function tryInputs<Input>(
  suite: string,
  amount: Amount,
  input: fc.Arbitrary<Input>,
  check: (input: Input) => void | Promise<void>,
  list: readonly Input[] = [],
): Promise<void> {
  const details = await fc.check(
    fc.asyncProperty(input, async (each) => {
      await check(each);
    }),
    {
      seed: SEED,
      numRuns: Math.max(amountToTry(amount), list.length),
      examples: list.map((each): [Input] => [each]),
    },
  );
  recordTried({ suite, tried: details.numRuns, passed: details.numRuns - (details.failed ? 1 : 0) });
  if (!details.failed) return;
  const again = `Run again with INPUT_SEED=${details.seed}; change it for other inputs.`;
  const failing = fc.stringify(details.counterexample).slice(0, MOST_SHOWN);
  throw new Error(`${suite}: ${failing} fails. ${again}`, { cause: details.errorInstance });
}

/** For tests: the same for the inputs of a list alone; in `npm test` for every tenth of them. */
export async function tryEach<Input>(
  suite: string,
  list: readonly Input[],
  check: (input: Input) => void | Promise<void>,
): Promise<void> {
  const chosen = IS_FULL_RUN ? list : list.filter((_, index) => index % 10 === 0);
  let passed = 0;
  try {
    for (const input of chosen) {
      await check(input);
      passed += 1;
    }
  } catch (cause) {
    throw new Error(`${suite}: ${fc.stringify(chosen[passed]).slice(0, MOST_SHOWN)} fails.`, { cause });
  } finally {
    recordTried({ suite, tried: chosen.length, passed });
  }
}

/** Longer than a web server accepts in an address. */
const LONG = 'x'.repeat(70_000);

/** Texts that have broken other programs. */
export const HOSTILE_TEXTS: readonly string[] = [
  '',
  ' ',
  '0',
  '-0',
  '1e308',
  'NaN',
  'null',
  'undefined',
  'true',
  '[]',
  '{}',
  '__proto__',
  'constructor',
  'toString',
  'hasOwnProperty',
  '__proto__[polluted]',
  '..',
  '../..',
  '../../../../etc/passwd',
  '..%2f..%2fetc%2fpasswd',
  '%2e%2e%2f',
  '%252e%252e%252f',
  '%c0%ae%c0%ae/',
  '..\\..\\windows\\win.ini',
  '/etc/passwd',
  'file:///etc/passwd',
  'C:\\',
  '\0',
  '%00',
  'a\0b',
  '\r\nSet-Cookie: a=b',
  '%0d%0aSet-Cookie:%20a=b',
  '\t',
  '\u001b[2J',
  '\u007f',
  '\u2028',
  '\u202e',
  '\ufeff',
  '\ufffd',
  '\ud800',
  'e\u0301',
  '\u0130',
  '\uff0f\uff0fevil.example',
  '🚲'.repeat(50),
  '%',
  '%zz',
  '%ud800',
  '&',
  '=',
  '#',
  '?',
  ';',
  '+',
  '<script>window.executed=1</script>',
  '"><img src=x onerror=window.executed=1>',
  "'-window.executed=1-'",
  '</script><script>window.executed=1</script>',
  '<!--',
  ']]>',
  '{{7*7}}',
  '${7*7}',
  '%s%n',
  "' OR 1=1 --",
  '$(id)',
  '`id`',
  'javascript:window.executed=1',
  'data:text/html,<script>window.executed=1</script>',
  '//evil.example',
  'https://evil.example/',
  LONG,
];

/** Pieces of addresses, from which wrong ones are put together. */
const PIECES = [
  '/',
  '//',
  '\\',
  '.',
  '..',
  ';',
  ':',
  '@',
  '?',
  '#',
  '&',
  '=',
  '%',
  '%2e',
  '%2E%2e',
  '%2f',
  '%252f',
  '%5c',
  '%00',
  '%09',
  '%0a',
  '%40',
  '%ff',
  '\t',
  '\n',
  '\r',
  '\0',
  ' ',
  '\u00a0',
  '\u2028',
  '\u3002',
  '\uff0f',
  '\uff1a',
  'http:',
  'https:',
  'javascript:',
  'data:text/html,',
  'blob:',
  'evil.example',
  'localhost',
  '127.0.0.1',
  '[::1]',
  'user:secret@',
  'settings',
  'terms/v1',
  'login',
  'assets',
  'redirect=',
  'locale=de',
  '__proto__',
  '<b>',
  'é',
  '🚲',
] as const;

/** Any characters. `fc.string` would first make a table of all 1.1 million of them, which takes a second. */
const anyCharacters = fc
  .array(fc.integer({ min: 0, max: 0x10_ffff }), { maxLength: 40 })
  .map((codePoints) => String.fromCodePoint(...codePoints).toWellFormed());

/** A text like those of `HOSTILE_TEXTS`, one put together from pieces of addresses, or any other. */
export const hostileText: fc.Arbitrary<string> = fc.oneof(
  { weight: 3, arbitrary: fc.array(fc.constantFrom(...PIECES), { maxLength: 8 }).map((pieces) => pieces.join('')) },
  { weight: 2, arbitrary: fc.constantFrom(...HOSTILE_TEXTS) },
  { weight: 1, arbitrary: anyCharacters },
  { weight: 1, arbitrary: fc.string({ unit: 'grapheme', maxLength: 40 }) },
);
