/**
 * Counts the requests of a first visit to /settings by kind, and their bytes on the network (compressed, with headers).
 * Usage: node e2e/src/benchmarks/first-visit.ts [address of a running portal]
 */
import { chromium } from 'playwright';
import { findInstalledBrowser } from '../../../scripts/find-browser.ts';

const url = process.argv[2] ?? 'http://localhost:4000';
const executablePath = process.env['CHROMIUM_PATH'] || findInstalledBrowser();
const browser = await chromium.launch({
  ...(executablePath === undefined ? {} : { executablePath }),
  args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
});

/** Signs in once, and gives the cookies: the visit itself begins with an empty cache. */
async function signedInCookies() {
  const context = await browser.newContext({ locale: 'en' });
  const page = await context.newPage();
  await page.goto(`${url}/login`);
  await page.locator('a[href*="/user/weblogin"]').click();
  await page.getByLabel('Email').fill('owner@example.com');
  await page.getByLabel('Password').fill('ebike-demo-1');
  await page.getByLabel('Password').press('Enter');
  await page.getByRole('switch').first().waitFor();
  const cookies = await context.cookies();
  await context.close();
  return cookies;
}

interface Count {
  requests: number;
  bytes: number;
}

const context = await browser.newContext({ locale: 'en' });
await context.addCookies(await signedInCookies());
const page = await context.newPage();
const client = await context.newCDPSession(page);
await client.send('Network.enable');
const kinds = new Map<string, string>();
const counts = new Map<string, Count>();
client.on('Network.responseReceived', ({ requestId, type, response }) => {
  if (response.url.startsWith('data:')) return; // a drawing inside the style sheet: nothing was asked for
  kinds.set(requestId, new URL(response.url).origin === new URL(url).origin ? type : `API ${type}`);
});
client.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
  const kind = kinds.get(requestId);
  if (kind === undefined) return;
  const count = counts.get(kind) ?? { requests: 0, bytes: 0 };
  counts.set(kind, { requests: count.requests + 1, bytes: count.bytes + encodedDataLength });
});
await page.goto(`${url}/settings`);
await page.getByRole('switch').first().waitFor();
await page.waitForLoadState('networkidle');
await browser.close();

const total = [...counts.values()].reduce((sum, each) => ({
  requests: sum.requests + each.requests,
  bytes: sum.bytes + each.bytes,
}));
for (const [kind, { requests, bytes }] of [...counts, ['all', total] as const]) {
  process.stdout.write(
    `${kind.padEnd(16)}${String(requests).padStart(4)} requests${(bytes / 1000).toFixed(1).padStart(9)} KB\n`,
  );
}
