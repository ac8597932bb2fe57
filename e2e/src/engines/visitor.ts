import { signedInCookies } from '../support/portal.ts';
import type { Visit } from './engine.ts';
import { readText } from './query.ts';
import { UserTab } from './user-tab.ts';

/** What a browser keeps of a person. */
interface Choices {
  readonly email?: string;
  readonly language?: string;
  readonly theme?: 'system' | 'light' | 'dark';
}

/** Wide enough for the whole header. */
const SIZE = [1280, 900] as const;

/** A person with a browser of their own. */
export class Visitor {
  readonly #visit: Visit;
  readonly #url: string;
  readonly #tabs: UserTab[] = [];

  constructor(visit: Visit, url: string) {
    this.#visit = visit;
    this.#url = url;
  }

  /** What each open tab shows, for the report of a test that failed: its address, and the words that a person reads. */
  async shows(): Promise<readonly string[]> {
    return await Promise.all(
      this.#tabs.map(async ({ tab }) => {
        try {
          return `${await tab.evaluate(() => location.href)}\n${await tab.evaluate(readText)}`;
        } catch (error) {
          return `It cannot be read: ${String(error)}`;
        }
      }),
    );
  }

  /** The same browser, at another portal. */
  at(url: string): Visitor {
    return new Visitor(this.#visit, url);
  }

  /** Opens a page in a new tab. */
  async opens(path: string): Promise<UserTab> {
    const tab = new UserTab(await this.#visit.openTab(), this.#url);
    this.#tabs.push(tab);
    await tab.tab.resize(...SIZE);
    await tab.open(path);
    return tab;
  }

  /** Opens the first tab with these choices of a person, who has signed in if there is an address. */
  async opensWith({ email, language = 'en', theme = 'system' }: Choices, path: string): Promise<UserTab> {
    const session = email === undefined ? [] : await signedInCookies(this.#url, email);
    const chosen = { portal_language: language, portal_theme: theme };
    const choices = Object.entries(chosen).map(([name, value]) => ({ name, value, domain: 'localhost', path: '/' }));
    await this.#visit.addCookies(`${this.#url}/favicon.svg`, [...session, ...choices]);
    return await this.opens(path);
  }

  /** Opens the first tab as a person who has signed in. */
  async opensAs(email: string, path: string, language?: string): Promise<UserTab> {
    return await this.opensWith({ email, ...(language !== undefined && { language }) }, path);
  }
}
