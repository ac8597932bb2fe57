import type { ChildProcess } from 'node:child_process';
import { fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '@portal/node-kit/testing';
import { waitForResponse } from '../../scripts/start/servers.ts';
import { ask } from './ask.ts';
import type { Answer } from './ask.ts';
import type { LoadReport } from './load.ts';
import type { Spread } from './statistics.ts';
import { ratioOf, spreadOf } from './statistics.ts';

const NGINX = '/usr/sbin/nginx';
const LOAD = join(import.meta.dirname, 'load.ts');
const BARE = join(import.meta.dirname, 'bare-server.ts');
const MEASURED_MS = 3000;
const START_LIMIT_MS = 10_000;
/** Linux counts processor time in hundredths of a second. */
const TICKS_PER_SECOND = 100;

/** nginx writes these itself. */
const OWN_HEADERS = new Set([
  'date',
  'connection',
  'keep-alive',
  'content-length',
  'etag',
  'accept-ranges',
  'last-modified',
]);

/** A location that answers with these bytes and headers. */
function location(path: string, file: string, { headers }: Answer): string {
  const added = Object.entries(headers)
    .filter(([name]) => !OWN_HEADERS.has(name))
    .flatMap(([name, value = '']) => [value].flat().map((each) => [name, each] as const))
    .filter(([name]) => name !== 'content-type')
    .map(([name, value]) => `add_header ${name} "${value.replaceAll('"', String.raw`\"`)}";`);
  return `location = ${path} { alias ${file}; types {} default_type "${headers['content-type'] ?? ''}"; ${added.join(' ')} }`;
}

/** Starts nginx with one worker, which answers the same as the web server at `port`, from files that are compressed already. */
async function startNginx(
  folder: string,
  port: number,
  paths: readonly string[],
): Promise<readonly [ChildProcess, number]> {
  const own = await freePort();
  const locations: string[] = [];
  for (const [index, path] of paths.entries()) {
    const answer = await ask(port, path);
    const file = join(folder, `answer-${String(index)}`);
    await writeFile(file, answer.bytes);
    locations.push(location(path, file, answer));
  }
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${folder}/${name};`,
  );
  await writeFile(
    join(folder, 'nginx.conf'),
    `pid ${folder}/nginx.pid; events { worker_connections 768; }
http { access_log off; sendfile on; tcp_nopush on; keepalive_requests 10000000; ${temporary.join(' ')}
server { listen 127.0.0.1:${String(own)}; location / { return 404; } ${locations.join('\n')} } }
`,
  );
  // The worker may be another user's.
  await chmod(folder, 0o755);
  const words = [
    '-p',
    folder,
    '-c',
    join(folder, 'nginx.conf'),
    '-e',
    'stderr',
    '-g',
    'daemon off; master_process off;',
  ];
  const nginx = spawn(NGINX, words, { stdio: ['ignore', 'ignore', 'inherit'] });
  await waitForResponse(`http://127.0.0.1:${String(own)}/`, START_LIMIT_MS, new AbortController().signal);
  return [nginx, own];
}

/** Starts a server of `node:http` that does nothing but send the same. */
async function startBare(port: number, paths: readonly string[]): Promise<readonly [ChildProcess, number]> {
  const bare = fork(BARE, [String(port), ...paths], { execArgv: ['--disable-warning=ExperimentalWarning'] });
  const failed = once(bare, 'exit').then(() => {
    throw new Error('The bare server has ended.');
  });
  // The child sends what `bare-server.ts` says.
  const [own] = (await Promise.race([once(bare, 'message'), failed])) as [number];
  failed.catch(() => undefined); // it is stopped in the end
  return [bare, own];
}

/** Processor time that a process has used, in seconds. */
async function cpuSeconds(pid: number): Promise<number> {
  const [, fields = ''] = /\) (.*)$/s.exec(await readFile(`/proc/${String(pid)}/stat`, 'utf8')) ?? [];
  const [user, system] = fields.split(' ').slice(11, 13).map(Number);
  return ((user ?? NaN) + (system ?? NaN)) / TICKS_PER_SECOND;
}

interface Run extends LoadReport {
  readonly cpuSeconds: number;
}

async function load(pid: number, port: number, path: string): Promise<Run> {
  const before = await cpuSeconds(pid);
  const child = fork(LOAD, [String(port), path, String(MEASURED_MS)], {
    execArgv: ['--disable-warning=ExperimentalWarning'],
  });
  const failed = once(child, 'exit').then(([code]) => {
    if (code !== 0) throw new Error(`Asking for ${path} failed.`);
    return [];
  });
  // The child sends what `load.ts` says.
  const [report] = (await Promise.race([once(child, 'message'), failed])) as [LoadReport];
  await failed;
  return { ...report, cpuSeconds: (await cpuSeconds(pid)) - before };
}

/** A server's answers to one kind of request. */
export interface Served {
  readonly perSecond: Spread;
  readonly half: Spread;
  readonly slow: Spread;
  /** Processor time for each request, in milliseconds. */
  readonly cpuMs: Spread;
}

export interface BesideNginx {
  readonly what: string;
  readonly portal: Served;
  /** A server of `node:http` that does nothing else. */
  readonly bare: Served;
  readonly nginx: Served;
  /** The portal's requests a second by those of nginx. */
  readonly ratio: Spread;
  /** The same of the bare server: more is not to be had with `node:http`. */
  readonly most: Spread;
}

function servedOf(runs: readonly Run[]): Served {
  return {
    perSecond: spreadOf(runs.map(({ requests, seconds }) => requests / seconds)),
    half: spreadOf(runs.map(({ half }) => half)),
    slow: spreadOf(runs.map(({ slow }) => slow)),
    cpuMs: spreadOf(runs.map(({ requests, cpuSeconds: used }) => (used * 1000) / requests)),
  };
}

export interface MeasuredServer {
  readonly port: number;
  readonly pid: number;
}

/**
 * Asks the portal's web server, a bare one and nginx in turn for the same bytes with the same headers. Servers and visitors share the machine's cores. Undefined
 * if nginx is not installed.
 */
export async function measureBesideNginx(
  { port, pid }: MeasuredServer,
  asked: Readonly<Record<string, string>>,
  rounds: number,
): Promise<readonly BesideNginx[] | undefined> {
  if (!existsSync(NGINX)) return undefined;
  const folder = await mkdtemp(join(tmpdir(), 'portal-bench-nginx-'));
  const paths = Object.values(asked);
  const [nginx, nginxPort] = await startNginx(folder, port, paths);
  const [bare, barePort] = await startBare(port, paths);
  const servers = {
    portal: { pid, port },
    bare: { pid: bare.pid ?? 0, port: barePort },
    nginx: { pid: nginx.pid ?? 0, port: nginxPort },
  } as const;
  const names = ['portal', 'bare', 'nginx'] as const;
  try {
    const results: BesideNginx[] = [];
    for (const [what, path] of Object.entries(asked)) {
      const runs: Record<(typeof names)[number], Run[]> = { portal: [], bare: [], nginx: [] };
      for (let round = 0; round <= rounds; round += 1)
        for (const name of names) {
          const run = await load(servers[name].pid, servers[name].port, path);
          // The first round warms up.
          if (round > 0) runs[name].push(run);
        }
      const rates = (name: keyof typeof runs) => runs[name].map(({ requests, seconds }) => requests / seconds);
      results.push({
        what,
        portal: servedOf(runs.portal),
        bare: servedOf(runs.bare),
        nginx: servedOf(runs.nginx),
        ratio: ratioOf(rates('portal'), rates('nginx')),
        most: ratioOf(rates('bare'), rates('nginx')),
      });
    }
    return results;
  } finally {
    const closed = [once(nginx, 'close'), once(bare, 'close')];
    nginx.kill('SIGTERM');
    bare.kill('SIGTERM');
    await Promise.all(closed);
    await rm(folder, { recursive: true, force: true });
  }
}
