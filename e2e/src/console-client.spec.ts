import { MANAGER, SampleConsole } from '@portal/release-console/testing';
import { sampleAccess, SampleService } from '@portal/release-service/testing';
import { askFor, expectAccessible } from './support/release-console.ts';
import { expect, test } from './support/watched-test.ts';

const BEN = { ...MANAGER, email: 'ben@example.com' };

let app: SampleConsole;
let service: SampleService;

test.beforeEach(async () => {
  app = await SampleConsole.start();
  service = await SampleService.start();
  const { issuers, rules } = sampleAccess(app.identity.issuer, service.pipelines.url);
  await service.configure({ issuers, rules, approvals: [{ changes: ['promote'], parts: ['mfe-hubs'] }] });
  await service.sample.publish('mfe-hubs', '1.1.0');
  await app.connect(service.origin);
});
test.afterEach(async () => {
  await app.stop();
  await service.stop();
});

for (const theme of ['light', 'dark'] as const) {
  const what = `what waits for a second person is accessible (${theme}), fits a phone, and is answered by keyboard`;
  test(what, { tag: '@full' }, async ({ browser }) => {
    const context = await browser.newContext({ reducedMotion: 'reduce', viewport: { width: 320, height: 800 } });
    const page = await context.newPage();
    const check = async () => await expectAccessible(page, theme);
    app.identity.person = MANAGER;
    await page.goto(`${app.origin}/sign-in?to=/`);
    await askFor(page, ['Promote…', 'Hubs'], { Version: '1.1.0', Reason: 'Faster search' });
    await page.getByRole('button', { name: 'Promote 1.1.0' }).click();
    await expect(page.getByText('Somebody else who may approve has to answer.')).toBeVisible();
    for (const summary of await page.locator('summary').all()) await summary.click();
    await expect(page.getByText('publish: all parts')).toBeVisible();
    await check();

    await context.clearCookies();
    app.identity.person = BEN;
    await page.goto(`${app.origin}/sign-in?to=/`);
    await check();
    await page.getByRole('button', { name: /^Yes\s?, promote Hubs/ }).focus();
    await page.keyboard.press('Tab');
    await expect(page.getByRole('button', { name: /^No\s?, do not promote Hubs/ })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page.getByText('The change is declined')).toBeVisible();
    await check();

    const { issuers, rules } = sampleAccess(app.identity.issuer, service.pipelines.url);
    await service.configure({ issuers, rules: rules.map((rule) => ({ ...rule, may: ['rollback'] })) });
    await askFor(page, ['Promote…', 'Hubs'], { Version: '1.1.0', Reason: 'Faster search' });
    await page.getByRole('button', { name: 'Promote 1.1.0' }).click();
    await expect(page.getByRole('alert')).toContainText('ben@example.com may not promote mfe-hubs');
    await check();
    await context.close();
  });
}
