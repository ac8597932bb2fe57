import { findInstalledBrowser } from '../../../scripts/find-browser.ts';
import { findFirefox, findWebKit } from '../../../scripts/find-engines.ts';
import type { Engine, EngineName } from './engine.ts';
import { startChromium, startFirefox } from './puppeteer-engine.ts';
import { startWebKit } from './webkit-engine.ts';

/** Starts an engine; undefined if it is not installed. */
export async function startEngine(name: EngineName): Promise<Engine | undefined> {
  switch (name) {
    case 'chromium': {
      const program = process.env['HEADLESS_SHELL_PATH'] || findInstalledBrowser();
      return program === undefined ? undefined : await startChromium(program);
    }
    case 'firefox': {
      const program = findFirefox();
      return program === undefined ? undefined : await startFirefox(program);
    }
    case 'webkit': {
      const programs = findWebKit();
      return programs === undefined ? undefined : await startWebKit(programs);
    }
  }
}
