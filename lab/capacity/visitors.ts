import { randomInt } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { cookiesSetBy } from '@portal/node-kit/testing';
import { SECONDS_BETWEEN_LOOKS } from './visits-a-day.ts';

/**
 * `first`: the browser has nothing of the portal in its cache. `returning`: it has every file, and asks for the page
 * again. `look`: a page that is open already asks for a newer release.
 */
export type Visit = 'first' | 'returning' | 'look';

const PAGE = '/settings';
/** What the tags of the page name, and the shell's chunk for vitals, which comes when the page is idle. */
const FILES = /(?:href|src)="(\/assets\/[^"]+)"|"(\/assets\/shell\/vitals\.[^"]+)"/g;
const PARTS = ['shell', 'mfe-hubs'];
/** How often a page that is visible for two minutes asks for a newer release. */
const LOOKS = Math.round(120 / SECONDS_BETWEEN_LOOKS);
const TICK_MS = 5;

/** Visitors who ask a web server for what a browser asks it for in a visit of /settings, signed in. */
export class Visitors {
  readonly #url: string;
  /** The page, as a browser keeps it. */
  #kept = { tag: '', text: '' };
  #lookTag = '';
  /** Answers that no browser should get. */
  readonly errors: string[] = [];
  visits = 0;

  constructor(url: string) {
    this.#url = url;
  }

  /** Makes one visit. Never rejects. */
  async make(visit: Visit): Promise<void> {
    // As a proxy names it: the web server counts one visit of a network.
    const from = { 'x-forwarded-for': Array.from({ length: 4 }, () => randomInt(1, 255)).join('.') };
    if (visit === 'look') {
      await this.#look(from);
      this.visits += 1;
      return;
    }
    const again = visit === 'returning' ? { 'if-none-match': this.#kept.tag } : {};
    const page = await this.#ask(PAGE, { headers: { ...from, ...again, cookie: 'access_token=abc' } });
    if (!page) return;
    const sent = await page.text();
    if (page.status === 200) this.#kept = { tag: page.headers.get('etag') ?? '', text: sent };
    const { text } = this.#kept;
    if (visit === 'first') {
      const files = [...text.matchAll(FILES)].map(([, named, mapped]) => named ?? mapped ?? '');
      await Promise.all([...files, '/favicon.svg'].map((path) => this.#read(path, from)));
    }
    await this.#report(page, text, from);
    for (let look = 0; look < LOOKS; look += 1) await this.#look(from);
    this.visits += 1;
  }

  async #look(from: Readonly<Record<string, string>>): Promise<void> {
    const answer = await this.#read('/release.json', { ...from, 'if-none-match': this.#lookTag });
    this.#lookTag = answer?.headers.get('etag') ?? '';
  }

  /** What has loaded; and when the page is left, what the person felt. */
  async #report(page: Response, text: string, from: Readonly<Record<string, string>>): Promise<void> {
    const token = cookiesSetBy(page).find(({ name }) => name === 'portal_visit')?.value ?? '';
    const versions = PARTS.map((part) => ({
      part,
      version: new RegExp(`"${part}":\\{"version":"([^"]+)"`).exec(text)?.[1],
    }));
    const visit = `${String(randomInt(1e9))}-${String(randomInt(1e9))}`;
    const told = [
      versions.map((version) => ({ ...version, loadedIn: randomInt(200, 2000) })),
      versions.map((version) => ({ ...version, vital: 'LCP', value: randomInt(300, 3000) })),
    ];
    const headers = { ...from, cookie: `portal_visit=${token}`, 'content-type': 'application/json' };
    for (const reports of told)
      await this.#ask('/reports', { method: 'POST', headers, body: JSON.stringify({ visit, reports }) });
  }

  async #read(path: string, headers: Readonly<Record<string, string>>): Promise<Response | undefined> {
    const answer = await this.#ask(path, { headers });
    await answer?.arrayBuffer();
    return answer;
  }

  async #ask(path: string, options: RequestInit): Promise<Response | undefined> {
    try {
      const answer = await fetch(this.#url + path, options);
      if (answer.ok || answer.status === 304) return answer;
      this.errors.push(`${path} is answered with ${String(answer.status)}`);
    } catch (error) {
      this.errors.push(`${path}: ${String(error)}`);
    }
    return undefined;
  }
}

const AT_ONCE = 4;

/** Makes visits for some time: as fast as answers come, several at once. */
export async function visitFast(visitors: Visitors, visit: Visit, seconds: number): Promise<void> {
  const end = performance.now() + seconds * 1000;
  const each = async () => {
    while (performance.now() < end) await visitors.make(visit);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, each));
}

/** Makes visits for some time at a rate, whether or not earlier ones are over; `firstShare` of them are first ones. */
export async function visitAt(visitors: Visitors, rate: number, firstShare: number, seconds: number): Promise<void> {
  const [began, underWay] = [performance.now(), new Set<Promise<void>>()];
  let made = 0;
  while (performance.now() - began < seconds * 1000) {
    const due = ((performance.now() - began) / 1000) * rate;
    for (; made < due; made += 1) {
      const isFirst = Math.floor((made + 1) * firstShare) > Math.floor(made * firstShare);
      const visit = visitors.make(isFirst ? 'first' : 'returning').finally(() => underWay.delete(visit));
      underWay.add(visit);
    }
    await pause(TICK_MS);
  }
  await Promise.all(underWay);
}
