import { existsSync } from 'node:fs';
import { chromium, firefox, webkit } from '@playwright/test';
import { findInstalledBrowser } from '../../../scripts/find-browser.ts';
import { findFirefox, findWebKit } from '../../../scripts/find-engines.ts';
import { startDebianFirefox } from './drivers/debian-firefox.ts';
import { startDebianWebKit } from './drivers/debian-webkit.ts';
import { startWithPlaywright } from './drivers/playwright.ts';
import type { Engine, EngineName } from './engine.ts';

const CHROMIUM = ['--lang=en', '--disable-gpu', ...(process.getuid?.() === 0 ? ['--no-sandbox'] : [])];

/** Starts an engine; undefined if it is not installed. Playwright's own Firefox and WebKit come before Debian's. */
export async function startEngine(name: EngineName): Promise<Engine | undefined> {
  if (name === 'chromium') {
    const executablePath = process.env['HEADLESS_SHELL_PATH'] || findInstalledBrowser();
    return executablePath === undefined
      ? undefined
      : await startWithPlaywright(chromium, name, { executablePath, args: CHROMIUM });
  }
  const own = name === 'firefox' ? firefox : webkit;
  if (existsSync(own.executablePath())) return await startWithPlaywright(own, name);
  if (name === 'firefox') {
    const program = findFirefox();
    return program === undefined ? undefined : await startDebianFirefox(program);
  }
  const programs = findWebKit();
  return programs === undefined ? undefined : await startDebianWebKit(programs);
}
