import { developmentPage } from './development-page.ts';

let latest: string | undefined;
const isLatest = () => latest === __webpack_hash__;

/** Updates the running part to the latest build; reloads the page for a change that no module accepts. */
async function catchUp(): Promise<void> {
  const hot = import.meta.webpackHot;
  // The loop of the running update also applies newer builds.
  if (hot?.status() !== 'idle') return;
  try {
    while (!isLatest()) {
      const updated = await hot.check(true);
      if (!updated) throw new Error('The server has no update for the build that runs.');
      if (!developmentPage().canRefresh() && updated.some((id) => !String(id).endsWith('.css')))
        throw new Error('The React of this released shell cannot replace components.');
    }
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    developmentPage().reload(`a change of ${PART_NAME} cannot be taken over (${reason})`);
  }
}

developmentPage().follow(PART_NAME, (hash) => {
  latest = hash;
  void catchUp();
});
