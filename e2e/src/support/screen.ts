import type { Page, Route } from '@playwright/test';

export const LANGUAGES = ['en', 'de', 'fr', 'nl'] as const;
export type Language = (typeof LANGUAGES)[number];

/** A screen in a state that axe judges. */
export interface Screen {
  readonly path: string;
  /** Name of the state; "as it opens" by default. */
  readonly state?: string;
  readonly width?: number;
  /** Before the page is opened, or before `act` if `goesOn`. */
  readonly arrange?: (page: Page) => Promise<void>;
  /** On the open page. */
  readonly act?: (page: Page) => Promise<void>;
  /** Begins where the state before it in the list ends, instead of opening the page again. */
  readonly goesOn?: true;
}

/** Breaks the connection of a call. */
export const refuse = (method: string, path: RegExp) => async (page: Page) => {
  await page.route(path, async (route) => {
    if (route.request().method() === method) await route.abort();
    else await route.fallback();
  });
};

/** Answers a call in place of the backend, so that the person stays the same. */
export const answer = (method: string, path: RegExp, status: number, json: unknown) => async (page: Page) => {
  await page.route(path, async (route) => {
    const { origin } = new URL(page.url());
    const headers = { 'access-control-allow-origin': origin };
    if (route.request().method() === method) await route.fulfill({ status, headers, json });
    else await route.fallback();
  });
};

const held: Route[] = [];

/** Holds a call back from the backend until `endHeldCalls`. */
export const hold = (method: string, path: RegExp) => async (page: Page) => {
  await page.route(path, async (route) => {
    if (route.request().method() === method) held.push(route);
    else await route.fallback();
  });
};

/** Aborts the calls that `hold` holds; otherwise they would go to the backend in the end. */
export async function endHeldCalls(): Promise<void> {
  for (const route of held.splice(0)) await route.abort();
}
