import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { sampleAccess, SampleService } from '@portal/release-service/testing';
import type { Browser, Visit } from '../testing/browser.ts';
import { visibleText } from '../testing/browser.ts';
import { MANAGER, SampleConsole } from '../testing/sample-console.ts';

const BEN = { ...MANAGER, email: 'ben@example.com' };
const HOUR = 60 * 60_000;

let app: SampleConsole;
let service: SampleService;

beforeEach(async () => {
  app = await SampleConsole.start();
  service = await SampleService.start();
  await setRules();
  await service.sample.publish('mfe-hubs', '1.1.0');
  await app.connect(service.origin);
});
afterEach(async () => {
  await app.stop();
  await service.stop();
});

/** Managers of the console's identity provider may do everything; `approvals` need two of them. */
async function setRules(approvals: Parameters<SampleService['configure']>[0]['approvals'] = []): Promise<void> {
  const { issuers, rules } = sampleAccess(app.identity.url, service.pipelines.url);
  await service.configure({ issuers, rules, approvals });
}

const live = () => service.sample.store.latestRelease();

async function signIn(person: typeof MANAGER): Promise<readonly [Browser, Visit]> {
  app.identity.person = person;
  const browser = app.browser();
  return [browser, await browser.open('/sign-in?to=/')];
}

async function ask(browser: Browser, action: 'promote' | 'yank'): Promise<Visit> {
  const form = await browser.open(`/?action=${action}&part=mfe-hubs`);
  const confirmation = await browser.submit(form, '/confirm', { version: '1.1.0', reason: 'Faster search' });
  return browser.submit(confirmation, '/releases');
}
const promote = (browser: Browser) => ask(browser, 'promote');

describe('the console as a client of a release service', () => {
  test('shows what is live and what the person may do, and releases in this name', async () => {
    const [browser, board] = await signIn(MANAGER);
    expect(visibleText(board)).toContain('Release 1 is live');
    expect(visibleText(board)).toMatch(/What you may do .*publish: all parts/);
    expect(visibleText(await promote(browser))).toContain('Release 2 was created');
    expect(await live()).toMatchObject({ number: 2, createdBy: MANAGER.email, reason: 'Faster search' });
  });

  test('says that the web servers are a setting of the service', async () => {
    const [, board] = await signIn(MANAGER);
    expect(visibleText(board).match(/METRICS_URL is not set in the release service/g)).toHaveLength(2);
  });

  test('lets nobody in whom no access rule names, and says what to do', async () => {
    const [, page] = await signIn({ ...MANAGER, email: 'eve@intranet', roles: [] });
    expect([page.status, visibleText(page)]).toEqual([403, expect.stringContaining('eve@intranet')]);
    const line = app.records.find((each) => each.includes('sign-in-refused')) ?? '{}';
    expect(JSON.parse(line)).toMatchObject({ who: 'eve', why: 'not-allowed' });
    expect(line).not.toContain('intranet');
  });

  test('says which rule forbids a change, and changes nothing', async () => {
    const { issuers, rules } = sampleAccess(app.identity.url, service.pipelines.url);
    const looks = rules.map((rule) => ({ ...rule, may: ['rollback' as const] }));
    await service.configure({ issuers, rules: looks });
    const [browser] = await signIn(MANAGER);
    const refused = await promote(browser);
    expect([refused.status, visibleText(refused)]).toEqual([
      403,
      expect.stringMatching(/manager@example\.com .*mfe-hubs/),
    ]);
    expect((await live())?.number).toBe(1);
  });

  test('a change that needs a second person waits for the yes of somebody else', async () => {
    await setRules([{ changes: ['promote'], parts: ['mfe-hubs'] }]);
    const [browser] = await signIn(MANAGER);
    const form = await browser.open('/?action=promote&part=mfe-hubs');
    const confirmation = await browser.submit(form, '/confirm', { version: '1.1.0', reason: 'Faster search' });
    expect(visibleText(confirmation)).toContain('A second person has to say yes first.');
    const asked = await promote(browser);
    expect(visibleText(asked)).toMatch(/manager@example\.com asks .*Hubs 1\.1\.0 .*Faster search/);
    expect(asked.text).not.toContain('value="yes"');
    expect((await live())?.number).toBe(1);

    const [other, board] = await signIn(BEN);
    const [action = ''] = /\/approvals\/[a-z0-9-]+/.exec(board.text) ?? [];
    const done = await other.submit(board, action, { answer: 'yes' });
    expect(visibleText(done)).toContain('Your yes has carried the change out');
    expect(visibleText(done)).not.toContain('Waiting for a second person');
    expect(await live()).toMatchObject({ number: 2, remotes: { 'mfe-hubs': { version: '1.1.0' } } });
  });

  test('a no changes nothing', async () => {
    await setRules([{ changes: ['yank'], parts: ['mfe-hubs'] }]);
    const [browser] = await signIn(MANAGER);
    expect(visibleText(await ask(browser, 'yank'))).toContain('manager@example.com asks to yank Hubs 1.1.0');
    const [other, board] = await signIn(BEN);
    const [action = ''] = /\/approvals\/[a-z0-9-]+/.exec(board.text) ?? [];
    expect(visibleText(await other.submit(board, action, { answer: 'no' }))).toContain('The change is declined');
    expect(await service.sample.store.readYank('mfe-hubs', '1.1.0')).toBeUndefined();
  });

  test('checks and cleans the store of the service', async () => {
    const [browser, page] = await signIn(MANAGER);
    expect(page.status).toBe(200);
    const maintenance = await browser.open('/maintenance');
    expect(visibleText(await browser.submit(maintenance, '/prune/preview'))).toContain('Nothing to remove');
    let words = visibleText(await browser.submit(maintenance, '/verify'));
    while (words.includes('is running')) words = visibleText(await browser.open('/maintenance'));
    expect(words).toContain('The store is complete');
  });

  test('a session ends with the ID token, because the service would not take it any more', async () => {
    const [browser] = await signIn(MANAGER);
    app.now += HOUR / 2;
    expect((await browser.open('/')).status).toBe(401);
  });

  test('says that the service is away', async () => {
    const [browser] = await signIn(MANAGER);
    await service.close();
    const page = await browser.open('/');
    expect([page.status, visibleText(page)]).toEqual([503, expect.stringContaining('The release service is away')]);
  });
});
