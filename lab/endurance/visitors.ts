import { createHash } from 'node:crypto';
import { Agent, request } from 'node:http';
import type { IncomingMessage } from 'node:http';
import { buffer } from 'node:stream/consumers';

/** The releases so far, each with the version of mfe-hubs in it. */
export interface Releases {
  readonly versions: ReadonlyMap<number, string>;
  /** Number of the newest one, and of the one that is being created, if there is one. */
  newest: number;
}

/** What visitors got. */
interface Counts {
  requests: number;
  /** Requests without the expected answer. */
  readonly errors: string[];
  /** Answers of another release or with other bytes than they had to be. */
  readonly wrong: string[];
  /** How long answers took, in milliseconds. */
  readonly times: number[];
  /** Numbers of the releases in the answers. */
  readonly releases: Set<number>;
}

const noCounts = (): Counts => ({ requests: 0, errors: [], wrong: [], times: [], releases: new Set() });

/**
 * What is asked for, again and again. The pages are read as a person's browser reads them, mostly compressed; "entry
 * again" is for a browser that has the file, and the path "/nothing" goes on differently each time.
 */
const ASKED = [
  '/settings',
  'entry',
  '/login',
  '/release.json',
  'entry again',
  '/terms/v1',
  'entry',
  '/nothing',
  'main',
] as const;
type Asked = (typeof ASKED)[number];

const LANGUAGES = ['en', 'de-CH', 'fr', 'nl', 'it'];
const THEMES = ['light', 'dark', 'system', 'none'];

/** The headers of a visitor: each has a token of their own, and all languages and themes meet. */
function toHeaders(turn: number): Readonly<Record<string, string>> {
  const round = Math.floor(turn / ASKED.length);
  const theme = THEMES[round % THEMES.length];
  return {
    cookie: `access_token=abc${turn}; portal_theme=${theme}; seen=${turn}`,
    'accept-language': LANGUAGES[round % LANGUAGES.length] ?? 'en',
  };
}

const STATUSES: Readonly<Partial<Record<Asked, number>>> = { '/nothing': 404, 'entry again': 304 };

/** Every how many requests the answer comes uncompressed, so that its content is checked. */
const CHECKED = 4;
const NUMBER = /"number":(\d+)/;
/** In the page that begins with the hubs. */
const HUBS = /"mfe-hubs":\{"version":"([^"]+)"[^]*?"entry":"([^"]+)"/;
const MAIN = /mfe-hubs\/(main\.[0-9a-f]{16}\.js)/;

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex').slice(0, 16);

/** Visitors of a web server, who check everything that they get. */
export class Visitors {
  readonly #agent = new Agent({ keepAlive: true });
  readonly #url: URL;
  readonly #releases: Releases;
  /** The newest release in any answer: no later request may get an older one. */
  #seen = 1;
  #files = { entry: '', main: '' };
  /** The entity tag of the entry, by its address. */
  #entryTag = { path: '', tag: '' };
  counts = noCounts();

  constructor(url: string, releases: Releases) {
    this.#url = new URL(url);
    this.#releases = releases;
  }

  startCounting(): void {
    this.counts = noCounts();
  }

  leave(): void {
    this.#agent.destroy();
  }

  /** Sends the next request and checks its answer. Never rejects. */
  async visit(): Promise<void> {
    const { counts } = this;
    const turn = counts.requests;
    counts.requests += 1;
    const asked = ASKED[turn % ASKED.length] ?? '/login';
    const path = this.#toPath(asked, turn);
    const isAgain = asked === 'entry again' && this.#entryTag.path === path;
    const isChecked = !isAgain && (turn % CHECKED === 0 || asked === '/release.json' || this.#files.main === '');
    const [since, began] = [this.#seen, performance.now()];
    try {
      const { status, body, tag } = await this.#get(path, {
        ...toHeaders(turn),
        'accept-encoding': isChecked ? 'identity' : 'br',
        ...(isAgain && { 'if-none-match': this.#entryTag.tag }),
      });
      counts.times.push(performance.now() - began);
      if (asked === 'entry' && !isChecked) this.#entryTag = { path, tag };
      const expected = asked === 'entry again' && !isAgain ? 200 : (STATUSES[asked] ?? 200);
      if (status !== expected) counts.errors.push(`${path} is answered with ${status}`);
      else if (isChecked) this.#check(path, body, since);
    } catch (error) {
      counts.errors.push(`${path}: ${String(error)}`);
    }
  }

  #toPath(asked: Asked, turn: number): string {
    if (asked === '/nothing') return `${asked}/${turn}`;
    if (asked.startsWith('/')) return asked;
    const file = asked === 'main' ? this.#files.main : this.#files.entry;
    return file === '' ? '/settings' : `/assets/mfe-hubs/${file}`;
  }

  async #get(
    path: string,
    headers: Readonly<Record<string, string>>,
  ): Promise<{ readonly status: number; readonly body: Buffer; readonly tag: string }> {
    const { hostname, port } = this.#url;
    const answer = await new Promise<IncomingMessage>((resolve, reject) => {
      request({ agent: this.#agent, hostname, port, path, headers }, resolve).on('error', reject).end();
    });
    return { status: answer.statusCode ?? 0, body: await buffer(answer), tag: answer.headers.etag ?? '' };
  }

  #check(path: string, body: Buffer, since: number): void {
    if (path.startsWith('/assets/')) {
      const [, hash] = /\.([0-9a-f]{16})\.js$/.exec(path) ?? [];
      if (hash !== undefined && hash !== sha256(body)) this.counts.wrong.push(`${path} has other bytes`);
      return;
    }
    const text = body.toString();
    const number = Number(NUMBER.exec(text)?.[1]);
    this.#checkNumber(path, number, since);
    if (path !== '/settings') return;
    const [, version, entry = ''] = HUBS.exec(text) ?? [];
    const released = this.#releases.versions.get(number);
    if (released !== version) this.counts.wrong.push(`${path} has release ${number} with ${version}, not ${released}`);
    const main = MAIN.exec(text)?.[1];
    if (main !== undefined) this.#files = { entry, main };
  }

  #checkNumber(path: string, number: number, since: number): void {
    if (!(number >= since && number <= this.#releases.newest))
      this.counts.wrong.push(`${path} is of release ${number}, after ${since} and before ${this.#releases.newest}`);
    this.counts.releases.add(number);
    this.#seen = Math.max(this.#seen, number);
  }
}
