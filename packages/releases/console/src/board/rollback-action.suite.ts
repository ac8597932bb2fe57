import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { promoteAll, recordSampleEvidence, rollBack } from '@portal/release/testing';
import { visibleText } from '../testing/browser.ts';
import type { Visit } from '../testing/browser.ts';
import { SampleConsole } from '../testing/sample-console.ts';

/** Tests of the one button that leads back. */
export function testRollbackAction(): void {
  let app: SampleConsole;

  beforeEach(async () => {
    app = await SampleConsole.start();
    for (const version of ['1.1.0', '1.2.0']) await app.sample.publish('mfe-hubs', version);
  });
  afterEach(() => app.stop());

  const known = (version: string) => recordSampleEvidence(app.sample.store, 'mfe-hubs', version, { release: 1 });

  /** The part's row without the others. */
  const toRow = ({ text, ...visit }: Visit, title: string): string => {
    const row = text.split('<li class="part-row"').find((each) => each.includes(`<h3>${title}</h3>`)) ?? '';
    return visibleText({ ...visit, text: row });
  };

  test('one button leads to the confirmation of the version that is known good, with the reason', async () => {
    await promoteAll(app.sample.store, { 'mfe-hubs': '1.1.0' });
    await promoteAll(app.sample.store, { 'mfe-hubs': '1.2.0' });
    await known('1.0.0');
    const [browser, board] = await app.signIn();
    const row = toRow(board, 'Hubs');
    expect(row).toContain('Back to known good Hubs');
    expect(row).toMatch(/Back to 1\.0\.0: .*, 5,120 visits, .*Hubs 1\.1\.0/);
    const confirmation = await browser.submit(board, '/confirm');
    expect(visibleText(confirmation)).toContain('Reason Back to 1.0.0: ');
    await browser.submit(confirmation, '/releases');
    expect(await app.sample.store.latestRelease()).toMatchObject({ remotes: { 'mfe-hubs': { version: '1.0.0' } } });
  });

  test('a version that is merely the one before is not called known good', async () => {
    await promoteAll(app.sample.store, { 'mfe-hubs': '1.1.0' });
    const row = toRow((await app.signIn())[1], 'Hubs');
    expect(row).toContain('Back to 1.0.0 Hubs');
  });

  test('while a canary is running it ends it', async () => {
    await known('1.0.0');
    await promoteAll(app.sample.store, { 'mfe-hubs': '1.1.0' }, { percent: 10 });
    const [browser, board] = await app.signIn();
    expect(toRow(board, 'Hubs')).toMatch(/Ends the canary of 1\.1\.0.*1\.0\.0.*known good/);
    await browser.submit(await browser.submit(board, '/confirm'), '/releases');
    expect(await app.sample.store.latestRelease()).toMatchObject({ number: 3, canaries: {} });
  });

  test('with nothing to go back to it is disabled, and says why', async () => {
    const [, board] = await app.signIn();
    expect(board.text).toMatch(/type="button" disabled aria-describedby="back-mfe-legal"/);
    expect(toRow(board, 'Legal')).toContain('nothing to go back to');
  });

  test('the version that was just rolled back from is offered by nothing', async () => {
    await promoteAll(app.sample.store, { 'mfe-hubs': '1.1.0' });
    await rollBack(app.sample.store, 'mfe-hubs');
    const [browser, board] = await app.signIn();
    expect(toRow(board, 'Hubs')).toContain('nothing to go back to');
    const form = await browser.open('/?action=rollback&part=mfe-hubs');
    expect(form.text).toMatch(/<option value=""\s*>Choose a version<\/option>/);
  });
}
