import { copySources } from '../../scripts/testing/source-copy.ts';
import { startDevelopment, startWebServer } from './support/portal-process.ts';
import { startSignedIn } from './support/portal.ts';
import { expect as expectSoon, test } from './support/watched-test.ts';

/** An edit has to be built first. */
const expect = expectSoon.configure({ timeout: 30_000 });

const PAGE = 'mfe-hubs/src/pages/settings-page.tsx';
/** A component with a state. */
const NOTES = `
import { useState as useNotes } from 'react';
function Notes() {
  const [notes, setNotes] = useNotes('');
  return <label>Notes <input value={notes} onChange={(event) => setNotes(event.target.value)} /></label>;
}
`;

test('one part is built in a running portal, and keeps its state when it changes; a text loads the page anew, with what was typed', async ({
  page,
}) => {
  test.setTimeout(240_000);
  const portal = await startWebServer();
  const sources = await copySources(['e2e', 'docs']);
  const development = await startDevelopment(sources.root, ['mfe-hubs', '--portal', portal.url]);
  await startSignedIn(page.context(), development.url, 'owner@example.com');
  await page.goto(`${development.url}/settings`);
  await expect(page.getByRole('switch').first()).toBeVisible();

  await sources.edit(PAGE, (source) =>
    `${source}${NOTES}`.replace('<HubsLead audience={findAudience(hubs.state)} />', '<Notes />'),
  );
  await page.getByLabel('Notes').fill('written before the edit');
  await page.evaluate(() => document.documentElement.setAttribute('data-marked', ''));
  await sources.edit(PAGE, (source) => source.replace('<label>Notes ', '<label>Remarks '));
  await expect(page.getByLabel('Remarks')).toHaveValue('written before the edit');
  await expect(page.locator('html[data-marked]')).toHaveCount(1);

  await sources.edit('mfe-hubs/src/locales/en.json', (texts) => texts.replace('"hubs": "', '"hubs": "Corrected '));
  await expect(page.getByRole('heading', { name: /^Corrected / })).toBeVisible();
  await expect(page.locator('html[data-marked]')).toHaveCount(0);
  await expect(page.getByLabel('Remarks')).toHaveValue('written before the edit');

  await development.stop();
  await portal.stop();
  await sources.remove();
});
