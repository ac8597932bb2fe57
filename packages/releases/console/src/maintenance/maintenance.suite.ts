import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { promoteAll } from '@portal/release/testing';
import type { Verification } from '@portal/release/operations/verify-store';
import { visibleText } from '../testing/browser.ts';
import { SampleConsole } from '../testing/sample-console.ts';
import { VerifyJob } from './verify-job.ts';

/** Tests of the page for the care of the store. */
export function testMaintenance(): void {
  const MONTH = 31 * 24 * 60 * 60_000;

  let app: SampleConsole;

  beforeEach(async () => {
    app = await SampleConsole.start();
  });
  afterEach(() => app.stop());

  describe('the check of the store', () => {
    const result: Verification = {
      objects: 9,
      bytes: 12_345,
      releases: 1,
      versions: 3,
      log: { entries: 5, checkpoint: 'ebike-portal/1\n5\n' },
      problems: [],
      notices: [],
    };

    test('runs beside the requests, one at a time, and keeps its result', async () => {
      let finish: (result: Verification) => void = () => undefined;
      let runs = 0;
      const job = new VerifyJob(() => 1000);
      const verify = () =>
        new Promise<Verification>((resolve) => {
          runs += 1;
          finish = resolve;
        });
      expect(job.state).toEqual({ is: 'never' });
      expect([job.start('anna', verify), job.start('ben', verify)]).toEqual([true, false]);
      expect(job.state).toEqual({ is: 'running', since: 1000, by: 'anna' });
      finish(result);
      await job.settled();
      expect(job.state).toEqual({ is: 'done', at: 1000, by: 'anna', result });
      expect([job.start('ben', verify), runs]).toEqual([true, 2]);
    });

    test('shows what is damaged, and when it was checked', async () => {
      await app.sample.lose('artifacts/mfe-legal/versions/1.0.0.json');
      const [browser, page] = await app.signIn('/maintenance');
      let words = visibleText(await browser.submit(page, '/verify'));
      while (words.includes('is running')) words = visibleText(await browser.open('/maintenance'));
      expect(words).toMatch(/Checked on \d\d\.\d\d\.\d{4} \d\d:\d\d \(UTC\) by manager@example\.com/);
      expect(words).toMatch(/1 problem in \d+ objects/);
      expect(words).toMatch(/Live: .*artifacts\/mfe-legal\/versions\/1\.0\.0\.json/);
    });
  });

  describe('removing old versions', () => {
    beforeEach(async () => {
      for (let minor = 1; minor <= 11; minor += 1) {
        await app.sample.publish('mfe-hubs', `1.${String(minor)}.0`);
      }
      await promoteAll(app.sample.store, { 'mfe-hubs': '1.11.0' });
      app.now += MONTH;
    });

    test('shows first what would go, then removes exactly that', async () => {
      const [browser, page] = await app.signIn('/maintenance');
      const preview = await browser.submit(page, '/prune/preview');
      expect(visibleText(preview)).toMatch(/1 version \(\d+ B\) would be removed, 13 would be kept: Hubs 1\.1\.0/);
      expect(await app.sample.store.versions('mfe-hubs')).toContain('1.1.0');
      const done = await browser.submit(preview, '/prune');
      expect(visibleText(done)).toMatch(/1 version \(\d+ B\) was removed, 13 are kept: Hubs 1\.1\.0/);
      expect(await app.sample.store.versions('mfe-hubs')).not.toContain('1.1.0');
      expect(app.records.join('\n')).toContain('"event":"pruned"');
    });

    test('removes nothing if the list has changed meanwhile', async () => {
      const [browser, page] = await app.signIn('/maintenance');
      const preview = await browser.submit(page, '/prune/preview');
      await app.sample.publish('mfe-hubs', '1.12.0');
      const refused = await browser.submit(preview, '/prune');
      expect([refused.status, visibleText(refused)]).toEqual([409, expect.stringContaining('Nothing was removed')]);
      expect(await app.sample.store.versions('mfe-hubs')).toContain('1.1.0');
    });
  });

  test.each(['/verify', '/prune', '/prune/preview'])(
    '%s is refused without the token, and to other sites',
    async (path) => {
      const [browser] = await app.signIn();
      expect((await browser.post(path, {})).status).toBe(403);
      expect((await app.browser().post(path, {})).status).toBe(401);
    },
  );
}
