import { whenShown } from './when-shown.ts';

/** How long the start leaves the processor to the first screen, in milliseconds: its data is there at once, or comes in the meantime. */
const FIRST_SCREEN_LIMIT_MS = 100;

/** Resolves when the first screen is painted, if the page has one and its data does not keep it waiting. */
function firstScreen(): Promise<unknown> {
  const limit = new Promise((resolve) => {
    setTimeout(resolve, FIRST_SCREEN_LIMIT_MS);
  });
  return Promise.race([window.__firstScreen, limit]);
}

/** Runs the portal's modules, which are in the same files. */
async function start(): Promise<void> {
  await firstScreen();
  await import(/* webpackMode: "eager" */ './vendor.ts');
  await import(/* webpackMode: "eager" */ './boot.ts');
}

// A page that is prepared has all its files then, and reads the data that is true when it is shown.
whenShown(() => void start());
