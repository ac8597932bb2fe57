/**
 * Opens screens for `npm run release -- check` and `npm run lab -- pairs`, which start this program, send it one screen
 * after the other, and get an answer to each. PORTAL_STATE is the folder with the store. SIGTERM ends it, and so does
 * the end of the parent process.
 */
import { describeError } from '@portal/node-kit/plain-error';
import { chromium } from 'playwright';
import { findInstalledBrowser } from '../../../scripts/find-browser.ts';
import { openScreen } from './open-screen.ts';
import type { Screen } from './open-screen.ts';
import { startServers } from './servers.ts';

async function run(): Promise<void> {
  const over = Promise.withResolvers<void>();
  for (const end of ['SIGTERM', 'disconnect'] as const) process.once(end, () => over.resolve());
  const executablePath = findInstalledBrowser();
  if (executablePath === undefined)
    throw new Error('There is no Chromium. "npm test" installs one; or set CHROMIUM_PATH to the program.');
  const servers = await startServers(process.env['PORTAL_STATE'] ?? '');
  try {
    const args = ['--disable-gpu', ...(process.getuid?.() === 0 ? ['--no-sandbox'] : [])];
    const browser = await chromium.launch({ executablePath, args, handleSIGTERM: false });
    process.on('message', (screen: Screen) => {
      openScreen(browser, servers, screen).then((problems) => process.send?.({ problems }), over.reject);
    });
    process.send?.({ ready: true });
    await over.promise;
    await browser.close();
  } finally {
    await servers.stop();
  }
}

run().then(
  () => process.exit(0),
  (error: unknown) => {
    console.error(describeError(error));
    process.exit(1);
  },
);
