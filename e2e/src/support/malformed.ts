import type { Page, Route } from '@playwright/test';
import { IS_FULL_RUN } from './matrix.ts';

type Fulfillment = Parameters<Route['fulfill']>[0];

const JSON_TYPE = 'application/json; charset=utf-8';
const HUGE = 5_000_000;

/** JSON with wrong types. */
export const WRONG_TYPES = '{"data":42,"code":"many","errors":"none","access_token":1}';

/** Two malformed answers with status 2xx for every run: no JSON, and JSON of another shape. */
const TWO_WAYS: Readonly<Record<string, Fulfillment>> = {
  HTML: {
    body: '<!doctype html><title>Proxy</title><script>window.executed = true</script>',
    contentType: 'text/html',
  },
  'wrong types': { body: WRONG_TYPES, contentType: JSON_TYPE },
};
/** Five others, for the full run; `malformed-answers.test.ts` of packages/api has all for every call. */
const FIVE_WAYS: Readonly<Record<string, Fulfillment>> = {
  cut: { body: '{"data":[{"serial":"00', contentType: JSON_TYPE },
  'not JSON': { body: 'all is well', contentType: 'text/plain' },
  null: { body: 'null', contentType: JSON_TYPE },
  'an array for an object': { body: '[[]]', contentType: JSON_TYPE },
  'wrong charset': {
    body: Buffer.from('{"data":"\u00e9"}', 'utf16le'),
    contentType: 'application/json; charset=utf-16',
  },
};
/** Answers without any known field: malformed where the portal reads one, a success elsewhere. */
const BARE_WAYS: Readonly<Record<string, Fulfillment>> = {
  empty: { body: '', contentType: JSON_TYPE },
  'other fields only': { body: '{"hubs":[],"account":{}}', contentType: JSON_TYPE },
  ['__proto__']: { body: '{"__proto__":{"data":[]},"constructor":{"prototype":{"data":[]}}}', contentType: JSON_TYPE },
  huge: { body: `{"padding":"${'x'.repeat(HUGE)}"}`, contentType: JSON_TYPE },
  204: { status: 204, body: '' },
};

/** For calls of which only the errors in the answer matter. */
export const NO_ENVELOPES = IS_FULL_RUN ? FIVE_WAYS : TWO_WAYS;
/** For calls whose answer has to contain something. */
export const WAYS = IS_FULL_RUN ? { ...FIVE_WAYS, ...BARE_WAYS } : TWO_WAYS;

/** The portal that the tests share. */
const CORS = () => ({
  'access-control-allow-origin': new URL(process.env['BASE_URL'] ?? '').origin,
  'access-control-allow-credentials': 'true',
});

/** The generic notice (specification, section 8). */
export const GENERIC = 'It seems something went wrong.';

/** Answers the calls that match `method` and `path` with `answer`; preflights go through. */
export async function answerWith(page: Page, method: string, path: RegExp, answer: Fulfillment): Promise<void> {
  const headers = CORS();
  await page.route(path, async (route) => {
    if (route.request().method() === method) await route.fulfill({ status: 200, headers, ...answer });
    else await route.fallback();
  });
}

/** Collects the errors that the page does not handle. */
export function watch(page: Page): readonly string[] {
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(error.message));
  // Those in a remote reach the shell.
  page.on('console', (message) => {
    if (/^An error in \S+ was not caught/.test(message.text())) errors.push(message.text());
  });
  return errors;
}
