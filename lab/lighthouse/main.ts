/**
 * Reports Lighthouse's scores of pages in a running portal, as a signed-out visitor and as an owner, with what costs
 * points. Usage: npm run lab -- lighthouse [address of a running portal] [--pages /login,/settings]
 */
import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { freePort } from '@portal/node-kit/testing';
import { chromium } from 'playwright';
import { findInstalledBrowser } from '../../scripts/find-browser.ts';

/** Not in the lock file: with what it needs it is larger than everything else that `npm start` installs together. */
const LIGHTHOUSE = 'lighthouse@13.5.0';
const CATEGORIES = ['accessibility', 'best-practices', 'seo'];
const OPEN_PAGES = ['/login', '/faq', '/privacy-policy'];
/** Its SEO has a bad score, because search engines must not index it. */
const OWN_PAGE = '/settings';

/** The fields of Lighthouse's report that are read here. */
interface Report {
  readonly categories: Readonly<
    Record<string, { readonly score: number | null; readonly auditRefs: readonly { id: string; weight: number }[] }>
  >;
  readonly audits: Readonly<Record<string, { readonly title: string; readonly score: number | null }>>;
}

const { values, positionals } = parseArgs({ allowPositionals: true, options: { pages: { type: 'string' } } });
const [url = 'http://localhost:4000'] = positionals;
const pages = values.pages?.split(',') ?? [...OPEN_PAGES, OWN_PAGE];
const executablePath = process.env['CHROMIUM_PATH'] || findInstalledBrowser();
const port = await freePort();
const folder = await mkdtemp(join(tmpdir(), 'portal-lighthouse-'));
const context = await chromium.launchPersistentContext(join(folder, 'profile'), {
  ...(executablePath === undefined ? {} : { executablePath }),
  args: [`--remote-debugging-port=${port}`, ...(process.getuid?.() === 0 ? ['--no-sandbox'] : [])],
});

async function measure(path: string): Promise<Report> {
  const file = join(folder, 'report.json');
  const options = [
    `--port=${port}`,
    '--disable-storage-reset', // it would sign the owner out
    '--quiet',
    '--no-enable-error-reporting',
    '--output=json',
    `--output-path=${file}`,
    `--only-categories=${CATEGORIES.join(',')}`,
  ];
  // npx takes the first Node, and Lighthouse needs a newer one than this repository's commands.
  const PATH = [dirname(process.execPath), process.env['PATH'] ?? ''].join(delimiter);
  const words = ['--yes', LIGHTHOUSE, `${url}${path}`, ...options];
  const run = spawn('npx', words, { stdio: 'inherit', env: { ...process.env, PATH } });
  const ended = Promise.withResolvers<number | null>();
  run.once('error', ended.reject);
  run.once('close', ended.resolve);
  if ((await ended.promise) !== 0) throw new Error(`Lighthouse could not measure ${path}.`);
  return JSON.parse(await readFile(file, 'utf8')) as Report;
}

async function report(path: string): Promise<void> {
  const { categories, audits } = await measure(path);
  const scores = CATEGORIES.map((name) => `${name} ${Math.round((categories[name]?.score ?? 0) * 100)}`);
  process.stdout.write(`${path.padEnd(18)}${scores.join(', ')}\n`);
  for (const { id } of Object.values(categories).flatMap(({ auditRefs }) =>
    auditRefs.filter(({ weight }) => weight > 0),
  )) {
    const { score = null, title } = audits[id] ?? { title: id };
    if (score !== null && score < 1) process.stdout.write(`  ${id}: ${title}\n`);
  }
}

async function signIn(): Promise<void> {
  const page = await context.newPage();
  await page.goto(`${url}/login`);
  await page.locator('a[href*="/user/weblogin"]').click();
  await page.locator('[name="email"]').fill('owner@example.com');
  await page.locator('[name="password"]').fill('ebike-demo-1');
  await page.locator('[name="password"]').press('Enter');
  await page.getByRole('switch').first().waitFor();
}

try {
  for (const path of pages.filter((each) => each !== OWN_PAGE)) await report(path);
  if (pages.includes(OWN_PAGE)) {
    await signIn();
    await report(OWN_PAGE);
  }
} finally {
  await context.close();
  await rm(folder, { recursive: true, force: true });
}
