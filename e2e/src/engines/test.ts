import { findInstalledBrowser } from '../../../scripts/find-browser.ts';
import { findFirefox, findWebKit } from '../../../scripts/find-engines.ts';
import { signedInCookies, test as base } from '../support/portal.ts';
import type { Engine, EngineName, Visit } from './engine.ts';
import { startChromium, startFirefox } from './puppeteer-engine.ts';
import { UserTab } from './user-tab.ts';
import { startWebKit } from './webkit-engine.ts';

export { expect } from '../support/portal.ts';

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

/** Wide enough for the whole header. */
const SIZE = [1280, 900] as const;

/** A person with a browser of their own. */
export class Visitor {
  readonly #visit: Visit;
  readonly #url: string;

  constructor(visit: Visit, url: string) {
    this.#visit = visit;
    this.#url = url;
  }

  /** The same browser, at another portal. */
  at(url: string): Visitor {
    return new Visitor(this.#visit, url);
  }

  /** Opens a page in a new tab. */
  async opens(path: string): Promise<UserTab> {
    const tab = new UserTab(await this.#visit.openTab(), this.#url);
    await tab.tab.resize(...SIZE);
    await tab.open(path);
    return tab;
  }

  /** Opens the first tab as a person who has signed in. */
  async opensAs(email: string, path: string, locale = 'en'): Promise<UserTab> {
    const session = await signedInCookies(this.#url, email);
    const language = { name: 'portal_language', value: locale, domain: 'localhost', path: '/' };
    await this.#visit.addCookies(`${this.#url}/favicon.svg`, [...session, language]);
    return await this.opens(path);
  }
}

interface WorkerFixtures {
  engineName: EngineName;
  engine: Engine | undefined;
}

/** Playwright's `test`, in an engine that Playwright does not drive: each project has its own. */
export const test = base.extend<{ visitor: Visitor }, WorkerFixtures>({
  engineName: ['chromium', { option: true, scope: 'worker' }],
  engine: [
    async ({ engineName }, use) => {
      const engine = await startEngine(engineName);
      await use(engine);
      await engine?.stop();
    },
    { scope: 'worker', timeout: 60_000 },
  ],
  visitor: async ({ engine, engineName, portal }, use, { skip }) => {
    const isRequired = process.env['CI'] || process.env['ENGINES'] === 'required';
    if (!engine && isRequired) throw new Error(`${engineName} is not installed.`);
    skip(!engine, `${engineName} is not installed`);
    if (!engine) return;
    const visit = await engine.visit();
    await use(new Visitor(visit, portal.url));
    await visit.end();
  },
});
