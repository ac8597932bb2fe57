import type { Query } from './query.ts';

/** The browser engines that people use. */
export const ENGINES = ['chromium', 'firefox', 'webkit'] as const;
export type EngineName = (typeof ENGINES)[number];

export type Key = 'Enter' | 'Escape' | 'Tab' | 'Space' | 'Delete';

/** A function that runs in the page; it knows nothing but its arguments. */
export type InPage<Args extends readonly unknown[], Result> = (...args: Args) => Result | Promise<Result>;

/** A tab: what every driver can do. */
export interface Tab {
  /** Returns when the page has loaded. */
  goto(url: string): Promise<void>;
  reload(): Promise<void>;
  goBack(): Promise<void>;
  /** Runs a script in the page, whatever the page's Content Security Policy says. */
  run(script: string): Promise<void>;
  evaluate<Args extends readonly unknown[], Result>(inPage: InPage<Args, Result>, ...args: Args): Promise<Result>;
  /** Clicks an element, as a pointer does. The page has the queries of `query.ts`. */
  click(query: Query): Promise<void>;
  /** Moves the pointer over an element. The page has the queries. */
  point(query: Query): Promise<void>;
  /** Chooses an option of a list by its value. The page has the queries. */
  choose(query: Query, value: string): Promise<void>;
  /** Types into the element that has the focus. */
  type(text: string): Promise<void>;
  press(key: Key): Promise<void>;
  /** Gives the page this size, in CSS pixels. */
  resize(width: number, height: number): Promise<void>;
  /** Brings the tab to the front. */
  toFront(): Promise<void>;
  /** A PNG of what the tab shows. */
  picture(): Promise<Uint8Array>;
}

/** A cookie of a host and all of its ports, until the browser ends. */
interface Cookie {
  readonly name: string;
  readonly value: string;
  readonly domain: string;
  readonly path: string;
}

/** A browser without a past: cookies and storage of its own. An engine has one at a time. */
export interface Visit {
  openTab(): Promise<Tab>;
  /** Before the first tab is opened; `url` is a page that may set them. */
  addCookies(url: string, cookies: readonly Cookie[]): Promise<void>;
  end(): Promise<void>;
}

export interface Engine {
  readonly name: EngineName;
  visit(): Promise<Visit>;
  stop(): Promise<void>;
}
