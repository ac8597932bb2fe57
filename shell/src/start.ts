import { whenVisible } from './when-visible.ts';

/**
 * How long the start leaves the processor to the data preview, in milliseconds: its data is there at once, or comes in
 * the meantime.
 */
const PREVIEW_LIMIT_MS = 100;

/** Resolves when the data preview is shown, if the page has one and its data does not keep it waiting. */
function previewShown(): Promise<unknown> {
  const limit = new Promise((resolve) => {
    setTimeout(resolve, PREVIEW_LIMIT_MS);
  });
  return Promise.race([window.__preview, limit]);
}

/** Runs the portal's modules, which are in the same files. */
async function start(): Promise<void> {
  await previewShown();
  await import(/* webpackMode: "eager" */ './vendor.ts');
  await import(/* webpackMode: "eager" */ './boot.ts');
}

// A page that is prepared has all its files then, and reads the data that is true when it is shown.
whenVisible(() => void start());
