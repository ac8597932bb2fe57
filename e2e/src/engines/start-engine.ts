import { existsSync } from 'node:fs';
import { firefox, webkit } from '@playwright/test';
import { findInstalledBrowser } from '../../../scripts/find-browser.ts';
import { findFirefox, findWebKit } from '../../../scripts/find-engines.ts';
import { startDebianWebKit } from './drivers/debian-webkit.ts';
import { startWithPlaywright } from './drivers/playwright.ts';
import { startWithPuppeteer } from './drivers/puppeteer.ts';
import type { Engine, EngineName } from './engine.ts';

const CHROMIUM_ARGS = [
  '--lang=en',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-gpu',
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
];
// Scroll bars above the page, as the other engines have them here: then its boxes have the same widths.
const FIREFOX_PREFERENCES = { 'intl.accept_languages': 'en', 'ui.useOverlayScrollbars': 1 };

/** Starts an engine; undefined if it is not installed. Playwright's own Firefox and WebKit come before Debian's. */
export async function startEngine(name: EngineName): Promise<Engine | undefined> {
  if (name === 'chromium') {
    const executablePath = process.env['HEADLESS_SHELL_PATH'] || findInstalledBrowser();
    if (executablePath === undefined) return undefined;
    const headless = executablePath.includes('headless-shell') ? 'shell' : true;
    return await startWithPuppeteer(name, { executablePath, headless, args: CHROMIUM_ARGS });
  }
  const own = name === 'firefox' ? firefox : webkit;
  if (existsSync(own.executablePath()))
    return await startWithPlaywright(own, name, name === 'firefox' ? { firefoxUserPrefs: FIREFOX_PREFERENCES } : {});
  if (name === 'firefox') {
    const executablePath = findFirefox();
    if (executablePath === undefined) return undefined;
    return await startWithPuppeteer(name, {
      browser: 'firefox',
      executablePath,
      extraPrefsFirefox: FIREFOX_PREFERENCES,
    });
  }
  const programs = findWebKit();
  return programs === undefined ? undefined : await startDebianWebKit(programs);
}
