import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { endCanary, promoteAll, recordSampleEvidence, rollBack } from '@portal/release/testing';
import { SampleConsole } from '../testing/sample-console.ts';

/** Tests of the versions that a form offers. */
export function testVersionChoices(): void {
  let app: SampleConsole;

  beforeEach(async () => {
    app = await SampleConsole.start();
    for (const version of ['0.9.0', '1.1.0', '1.2.0', '1.3.0']) await app.sample.publish('mfe-hubs', version);
  });
  afterEach(() => app.stop());

  /** What the form's list shows: groups with their versions. */
  async function listed(action: string): Promise<readonly string[]> {
    const [, { text }] = await app.signIn(`/?action=${action}&part=mfe-hubs`);
    const list = text.split('<select')[1]?.split('</select>')[0] ?? '';
    return [...list.matchAll(/<optgroup label="([^"]+)"|<option[^>]*>([^<]+)</g)].map(([, group, option]) =>
      (group === undefined ? (option ?? '') : `${group}:`).replace(/\d\d\.\d\d\.\d{4} \d\d:\d\d/, 'DATE'),
    );
  }

  test.each(['promote', 'canary'])(
    'the form to %s separates newer versions from those that are older or ended before, with the reason',
    async (action) => {
      const { store } = app.sample;
      await promoteAll(store, { 'mfe-hubs': '1.1.0' });
      await rollBack(store, 'mfe-hubs', undefined, { by: 'anna', reason: 'Throws at import' });
      await promoteAll(store, { 'mfe-hubs': '1.2.0' }, { percent: 10 });
      await endCanary(store, 'mfe-hubs', { by: 'ben', reason: 'x'.repeat(150) });
      expect(await listed(action)).toEqual([
        'Newer than 1.0.0:',
        '1.3.0',
        'Older, or ended before:',
        `1.2.0: its canary was ended by ben in release 5: ${'x'.repeat(78)}…`,
        '1.1.0: rolled back from by anna in release 3: Throws at import',
        '0.9.0: older than 1.0.0',
      ]);
    },
  );

  test('a version with something against it is chosen by nobody but a person', async () => {
    const { store } = app.sample;
    await promoteAll(store, { 'mfe-hubs': '1.3.0' });
    await rollBack(store, 'mfe-hubs', undefined, { by: 'anna', reason: 'Throws in render' });
    await promoteAll(store, { 'mfe-hubs': '1.2.0' });
    const [first, group] = await listed('promote');
    expect([first, group]).toEqual(['Choose a version', 'Older, or ended before:']);
  });

  test('the form to roll back says of which versions somebody rolled back', async () => {
    const { store } = app.sample;
    await promoteAll(store, { 'mfe-hubs': '1.1.0' });
    await promoteAll(store, { 'mfe-hubs': '1.2.0' });
    await rollBack(store, 'mfe-hubs', undefined, { by: 'anna', reason: 'Throws at import' });
    expect((await listed('rollback')).slice(0, 4)).toEqual([
      'Rollback target:',
      '1.0.0, live until DATE',
      'Other versions:',
      '1.2.0, live until DATE: rolled back from by anna in release 4: Throws at import',
    ]);
  });

  test('a running canary comes first', async () => {
    await promoteAll(app.sample.store, { 'mfe-hubs': '1.2.0' }, { percent: 10 });
    expect((await listed('promote')).slice(0, 4)).toEqual([
      'Running now:',
      '1.2.0, canary at 10 %',
      'Newer than 1.0.0:',
      '1.3.0',
    ]);
  });

  test('to roll back, the list begins with the version that the command would choose', async () => {
    const { store } = app.sample;
    await recordSampleEvidence(store, 'mfe-hubs', '1.0.0');
    await promoteAll(store, { 'mfe-hubs': '1.1.0' });
    await promoteAll(store, { 'mfe-hubs': '1.2.0' });
    expect((await listed('rollback')).slice(0, 4)).toEqual([
      'Rollback target:',
      '1.0.0, live until DATE: known good since 2026-11-01 03:12 UTC, 5,120 visits, 0.2 % failed',
      'Other versions:',
      '1.1.0, live until DATE',
    ]);
    const { release } = await rollBack(store, 'mfe-hubs');
    expect(release.remotes['mfe-hubs']?.version).toBe('1.0.0');
    expect((await listed('rollback'))[0]).toBe('Choose a version');
  });
}
