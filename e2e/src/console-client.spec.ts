import { MANAGER, SampleConsole } from '@portal/release-console/testing';
import { sampleAccess, SampleService } from '@portal/release-service/testing';
import { BOTH_RUNS, IS_FULL_RUN } from './support/matrix.ts';
import { expectNoAxeViolations, useTheme } from './support/portal.ts';
import { askFor } from './support/release-console.ts';
import { expect, test } from './support/watched-test.ts';

const BEN = { ...MANAGER, email: 'ben@example.com' };
/** The full run sees the other theme. */
const THEME = IS_FULL_RUN ? 'dark' : 'light';

let app: SampleConsole;
let service: SampleService;

test.beforeAll(async () => {
  app = await SampleConsole.start();
  service = await SampleService.start();
  const { issuers, rules } = sampleAccess(app.identity.issuer, service.pipelines.url);
  await service.configure({ issuers, rules, approvals: [{ changes: ['promote'], parts: ['mfe-hubs'] }] });
  await service.sample.publish('mfe-hubs', '1.1.0');
  await app.connect(service.origin);
});
test.afterAll(async () => {
  await app.stop();
  await service.stop();
});

test(
  `what waits for a second person is accessible (${THEME}), fits a phone, and is answered by keyboard`,
  { tag: BOTH_RUNS },
  async ({ browser }) => {
    const context = await browser.newContext({ reducedMotion: 'reduce', viewport: { width: 320, height: 800 } });
    const page = await context.newPage();
    const check = async (): Promise<void> => {
      await useTheme(page, THEME);
      await expectNoAxeViolations(page);
      const overflow = await page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      );
      expect(overflow, `${page.url()} scrolls sideways`).toBeLessThanOrEqual(0);
    };
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
  },
);
