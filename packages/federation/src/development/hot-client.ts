import { developmentPage } from './development-page.ts';

let latest: string | undefined;
const isLatest = () => latest === __webpack_hash__;

/** Brings the running part up to the latest build; a change that no module takes loads the page anew. */
async function catchUp(): Promise<void> {
  // A build that comes during an update is looked at when that one is done.
  if (import.meta.webpackHot.status() !== 'idle') return;
  try {
    while (!isLatest()) {
      const updated = await import.meta.webpackHot.check(true);
      if (!updated) throw new Error('The server has no update for the build that runs.');
    }
  } catch (error) {
    console.warn(`${PART_NAME}: this change needs the page anew.`, error);
    window.location.reload();
  }
}

developmentPage().follow(PART_NAME, (hash) => {
  latest = hash;
  void catchUp();
});
