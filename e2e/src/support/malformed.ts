import type { Page } from '@playwright/test';

/** JSON with wrong types. */
export const WRONG_TYPES = '{"data":42,"code":"many","errors":"none","access_token":1}';

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
