import type { Page } from '@playwright/test';

/** Holds back files whose addresses match until the returned function is called. */
export async function holdFiles(page: Page, files: RegExp): Promise<() => Promise<void>> {
  const { promise, resolve } = Promise.withResolvers<undefined>();
  await page.route(files, async (route) => {
    await promise;
    await route.continue().catch(() => undefined);
  });
  return async () => {
    resolve(undefined);
    await page.unroute(files);
  };
}

/** Sums the layout shifts of each page from its start. */
export async function watchShifts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const shifts: number[] = [];
    Object.assign(window, { shifts });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & { readonly value: number })[])
        shifts.push(entry.value);
    }).observe({ type: 'layout-shift', buffered: true });
  });
}

/** The shifts so far, once a frame has been painted. */
export const shiftsOf = async (page: Page) =>
  await page.evaluate(async () => {
    await new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
    return (window as unknown as { readonly shifts: readonly number[] }).shifts;
  });
