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

interface Shift {
  readonly value: number;
  /** The elements that have moved. */
  readonly what: readonly string[];
}

/** Notes the layout shifts of each page from its start; those after an input of the user do not count. */
export async function watchShifts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    interface Entry extends PerformanceEntry {
      readonly value: number;
      readonly hadRecentInput: boolean;
      readonly sources: readonly { readonly node?: Element | null }[];
    }
    const shifts: Shift[] = [];
    Object.assign(window, { shifts });
    new PerformanceObserver((list) => {
      for (const { value, hadRecentInput, sources } of list.getEntries() as Entry[]) {
        const what = sources.map(
          ({ node }) => `${node?.nodeName ?? ''}.${node instanceof Element ? node.className : ''}`,
        );
        if (!hadRecentInput) shifts.push({ value, what });
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });
}

/** The shifts so far, once a frame has been painted. */
export const readShifts = async (page: Page) =>
  await page.evaluate(async () => {
    await new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
    return (window as unknown as { readonly shifts: readonly Shift[] }).shifts;
  });

export const addUp = (shifts: readonly Shift[]): number => shifts.reduce((sum, { value }) => sum + value, 0);
