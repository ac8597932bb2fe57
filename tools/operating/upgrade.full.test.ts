import { execFile, spawnSync } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { cookiesSetBy, freePort } from '@portal/node-kit/testing';
import { testInFull } from '@portal/node-kit/testing/test-in-full';
import { sampleFrame, writeBuild } from '@portal/release/testing';
import { AUDIENCE, LocalIssuer, sampleAccess } from '@portal/release-service/testing';
import { FROZEN } from '../../scripts/bootstrap/install.mjs';
import { UNGUARDED_WATCHER } from '../../scripts/start/servers.ts';
import type { Environment, Outcome, Server } from './testing.ts';
import { killAll, Programs } from './testing.ts';

const run = promisify(execFile);
const ROOT = join(import.meta.dirname, '../..');
/** The baseline: the oldest servers and commands that have to work on one store with those of this checkout. */
const FORMER = 'f44b0ee58cf91fed63a3325e349ea9a16a5a9fcb';
const AGAIN_MS = 20;

const git = (...args: readonly string[]) => spawnSync('git', args, { cwd: ROOT, encoding: 'utf8' });
const hasFormer = git('cat-file', '-e', `${FORMER}^{commit}`).status === 0;

let folder: string;
const at = (...names: readonly string[]) => join(folder, ...names);
const issuers: LocalIssuer[] = [];
let visitors: Visitors | undefined;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'portal-upgrade-'));
});
afterEach(async () => {
  // They would go on for ever after a failure.
  await visitors?.leave();
  visitors = undefined;
  await killAll();
  for (const issuer of issuers.splice(0)) await issuer.stop();
  await rm(folder, { recursive: true });
});

async function startIssuer(): Promise<LocalIssuer> {
  const issuer = await LocalIssuer.start();
  issuers.push(issuer);
  return issuer;
}

/** The former servers and commands, with the packages that they had. */
async function checkOutFormer(): Promise<Programs> {
  await mkdir(at('former'));
  await run('sh', ['-c', `git archive ${FORMER} | tar -x -C "$0"`, at('former')], { cwd: ROOT });
  await run(FROZEN.command, FROZEN.args, { cwd: at('former') });
  return new Programs(at('former'));
}

const done = ({ code, text }: Outcome): string => {
  if (code !== 0) throw new Error(`exit code ${String(code)}: ${text}`);
  return text;
};

async function build(name: string, version: string): Promise<string> {
  const frame = name === 'shell' ? { 'frame.json': sampleFrame('') } : {};
  const dist = at(`${name}-${version}`);
  await writeBuild(dist, { name, version, contents: { 'entry.js': `${name} ${version}`, ...frame } });
  return dist;
}

/** Servers that keep their ports and their state while their programs change. */
class Seat {
  readonly #start: (programs: Programs) => Promise<Server>;
  #server: Server | undefined;

  constructor(start: (programs: Programs) => Promise<Server>) {
    this.#start = start;
  }

  async change(programs: Programs): Promise<void> {
    await this.#server?.stop();
    this.#server = await this.#start(programs);
  }
}

/**
 * Visitors who load page after page, each at the next web server, and at another one if that takes no connection, as
 * behind nginx.
 */
class Visitors {
  readonly #urls: readonly string[];
  readonly wrong: string[] = [];
  visits = 0;
  #isOver = false;
  readonly #all: Promise<unknown>;

  constructor(urls: readonly string[]) {
    this.#urls = urls;
    this.#all = Promise.all([this.#load(0), this.#load(1)]);
  }

  async #load(first: number): Promise<void> {
    for (let turn = first; !this.#isOver; turn += 1) {
      const urls = this.#urls.map((_, index) => this.#urls[(turn + index) % this.#urls.length] ?? '');
      for (const path of ['/hubs', '/release.json']) {
        const answer = await this.#ask(urls, path).catch((error: unknown) => String(error));
        if (answer !== 'ok') this.wrong.push(`${path}: ${answer}`);
      }
      this.visits += 1;
      await pause(AGAIN_MS);
    }
  }

  async #ask([url = '', ...others]: readonly string[], path: string): Promise<string> {
    try {
      const answer = await fetch(url + path);
      const text = await answer.text();
      return answer.status === 200 && text.length > 0 ? 'ok' : `${url} ${String(answer.status)}`;
    } catch (error) {
      if (others.length === 0) throw error;
      return this.#ask(others, path);
    }
  }

  async leave(): Promise<void> {
    this.#isOver = true;
    await this.#all;
  }
}

/** A page of mfe-hubs reports that it works. */
async function report(url: string, version: string): Promise<void> {
  const token = cookiesSetBy(await fetch(`${url}/hubs`)).find(({ name }) => name === 'portal_visit')?.value ?? '';
  const body = JSON.stringify({ visit: crypto.randomUUID(), reports: [{ part: 'mfe-hubs', version, loadedIn: 300 }] });
  const headers = { 'content-type': 'application/json', cookie: `portal_visit=${token}` };
  expect((await fetch(`${url}/reports`, { method: 'POST', headers, body })).status).toBe(204);
}

/** How many visits of mfe-hubs a web server has counted. */
async function counted(metricsUrl: string): Promise<number> {
  const answer = await fetch(new URL('/visits.json', metricsUrl));
  const { rows } = (await answer.json()) as { rows: readonly { part: string; visits: number }[] };
  return rows.filter(({ part }) => part === 'mfe-hubs').reduce((sum, { visits }) => sum + visits, 0);
}

test('the former servers are in the history of this repository, unless the clone is shallow', () => {
  expect(hasFormer || git('rev-parse', '--is-shallow-repository').stdout === 'true\n').toBe(true);
});

(hasFormer ? describe : describe.skip)('with the former servers', () => {
  testInFull(
    'over a live store, servers and commands are upgraded and downgraded in turn, and visitors notice nothing',
    async () => {
      const [former, newer] = [await checkOutFormer(), new Programs()];
      const [people, pipelines] = [await startIssuer(), await startIssuer()];
      const operator = { PORTAL_STATE: at('operator'), STORE: at('store') };
      const asOperator = (programs: Programs, ...words: readonly string[]) => programs.release(operator, ...words);

      for (const name of ['shell', 'mfe-hubs'])
        done(await asOperator(former, 'publish', await build(name, '1.0.0'), '--ahead'));
      done(await asOperator(former, 'promote', 'shell@1.0.0', 'mfe-hubs@1.0.0', '--reason', 'The first release'));
      const access = sampleAccess(people.url, pipelines.url);
      await writeFile(at('access.json'), JSON.stringify({ ...access, requires: { '*': { committed: false } } }));
      done(await asOperator(former, 'access', 'configure', at('access.json'), '--reason', 'The first rules'));

      const keys = { STORE: at('store'), LOG_KEYS: at('operator/trusted-keys') };
      const VISIT_KEY = 'the same for both web servers, in a test';
      const settings: Environment[] = [];
      for (const name of ['web-1', 'web-2'])
        settings.push({
          ...keys,
          VISIT_KEY,
          PORTAL_STATE: at(name),
          PORTAL_PORT: String(await freePort()),
          METRICS_PORT: String(await freePort()),
        });
      const urls = settings.map(({ PORTAL_PORT }) => `http://localhost:${String(PORTAL_PORT)}`);
      const [url = ''] = urls;
      const metricsUrls = settings.map(({ METRICS_PORT }) => `http://127.0.0.1:${String(METRICS_PORT)}/metrics`);
      const [metricsUrl = ''] = metricsUrls;
      const [first, second] = settings.map((env) => new Seat((programs) => programs.startWebServer(env))) as [
        Seat,
        Seat,
      ];
      const RELEASE_PORT = String(await freePort());
      const signing = { ...keys, RELEASE_KEY: at('operator/release-key.pem'), METRICS_URL: metricsUrls.join(',') };
      const service = new Seat((programs) =>
        programs.startService({
          ...signing,
          RELEASE_PORT,
          PORTAL_STATE: at('service'),
          WATCHER_SETTINGS: UNGUARDED_WATCHER,
        }),
      );
      const job = {
        RELEASE_SERVICE: `http://localhost:${RELEASE_PORT}`,
        RELEASE_TOKEN: await pipelines.workloadToken(AUDIENCE),
        LOG_KEYS: keys.LOG_KEYS,
        PORTAL_STATE: at('job'),
      };
      const asJob = (programs: Programs, ...words: readonly string[]) => programs.release(job, ...words);
      const promote = async (programs: Programs, version: string, ...words: readonly string[]) =>
        done(await asJob(programs, 'promote', `mfe-hubs@${version}`, '--reason', 'To try', ...words));

      await Promise.all([first, second, service].map((seat) => seat.change(former)));
      visitors = new Visitors(urls);
      await report(url, '1.0.0');

      // The order of the page: who reads the store first.
      await first.change(newer);
      expect(await counted(metricsUrl)).toBe(1);
      done(await asJob(former, 'publish', await build('mfe-hubs', '1.1.0')));
      expect(await promote(former, '1.1.0')).toContain('Release 2 is live, served by 2 of 2');
      await second.change(newer);
      await service.change(newer);
      done(await asJob(former, 'publish', await build('mfe-hubs', '1.2.0')));
      expect(await promote(newer, '1.2.0')).toContain('Release 3 is live, served by 2 of 2');
      await report(url, '1.2.0');
      done(await asJob(newer, 'publish', await build('mfe-hubs', '1.3.0')));
      expect(done(await asJob(newer, 'canary', 'mfe-hubs@1.3.0', '10%', '--reason', 'To try'))).toContain('Release 4');
      done(await asOperator(newer, 'yank', 'mfe-hubs@1.1.0', '--reason', 'To try'));

      // Back again, the other way round.
      expect(done(await asJob(former, 'status'))).toContain('1.3.0');
      await service.change(former);
      await second.change(former);
      done(await asOperator(former, 'canary', 'mfe-hubs', 'end', '--reason', 'To try'));
      expect(await promote(former, '1.3.0')).toContain('served by 2 of 2');
      await first.change(former);
      expect(await counted(metricsUrl)).toBe(2);
      expect(await promote(former, '1.2.0')).toContain('served by 2 of 2');

      await first.change(newer);
      expect(await promote(newer, '1.3.0')).toContain('served by 2 of 2');
      for (const programs of [former, newer])
        expect(done(await asOperator(programs, 'store', 'verify'))).toContain('The store is complete');
      await visitors.leave();
      expect(visitors.wrong).toEqual([]);
      expect(visitors.visits).toBeGreaterThan(100);
    },
  );
});
