import { cookiesSetBy } from '@portal/node-kit/testing';
import type { Visits } from '@portal/contract/visits';
import { parseVisits } from '@portal/contract/visits';
import type { WebServer } from '../server.ts';

interface VisitOptions {
  readonly path?: string;
  /** The visitor's address, as a trusted proxy forwards it. */
  readonly address?: string;
  /** Cookies that the visitor already has. */
  readonly cookie?: string;
}

/** A page that a visitor has opened, and what it reports. */
export class TestVisit {
  readonly #url: string;
  readonly #headers: Record<string, string>;
  /** The token of the visit. */
  readonly token: string;

  private constructor(url: string, headers: Record<string, string>, token: string) {
    this.#url = url;
    this.#headers = headers;
    this.token = token;
  }

  static async open(server: WebServer, { path = '/settings', address, cookie }: VisitOptions = {}): Promise<TestVisit> {
    const headers = {
      ...(address !== undefined && { 'x-forwarded-for': address }),
      ...(cookie !== undefined && { cookie }),
    };
    const answer = await fetch(server.url + path, { headers, redirect: 'manual' });
    const token = cookiesSetBy(answer).find(({ name }) => name === 'portal_visit')?.value;
    await answer.arrayBuffer();
    return new TestVisit(server.url, headers, token ?? '');
  }

  /** Sends a body to `server`, by default the one that gave out the page. @returns the status. */
  async send(body: unknown, { url, token = this.token }: { url?: string; token?: string } = {}): Promise<number> {
    const answer = await fetch(`${url ?? this.#url}/reports`, {
      method: 'POST',
      headers: { ...this.#headers, 'content-type': 'application/json', cookie: `portal_visit=${token}` },
      body: JSON.stringify(body),
    });
    return answer.status;
  }
}

/** What a server gives out of its counts. */
export async function readVisits({ metricsUrl = '' }: WebServer, query = ''): Promise<Visits> {
  return parseVisits(await (await fetch(new URL(`/visits.json${query}`, metricsUrl))).json());
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, each) => total + each, 0);

/** Visits and failed visits of mfe-hubs 1.0.0, and what moved nothing. */
export async function hubsCounted(server: WebServer): Promise<Readonly<Record<string, number>>> {
  const { rows, ignored } = await readVisits(server);
  const hubs = rows.filter(({ part, version }) => part === 'mfe-hubs' && version === '1.0.0');
  return {
    visits: sum(hubs.map(({ visits }) => visits)),
    failed: sum(hubs.flatMap(({ failed }) => failed.map(([, visits]) => visits))),
    ...ignored,
  };
}

/** A value of the metrics, by its name with labels; NaN if there is none. */
export async function readMetric({ metricsUrl = '' }: Pick<WebServer, 'metricsUrl'>, name: string): Promise<number> {
  const lines = (await (await fetch(metricsUrl)).text()).split('\n');
  return Number(lines.find((line) => line.startsWith(`${name} `))?.slice(name.length + 1));
}
