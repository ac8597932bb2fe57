import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import { PlainError } from '@portal/node-kit/plain-error';
import { freePort, replaceEach } from '@portal/node-kit/testing';
import * as v from 'valibot';
import { installPackages } from '../../scripts/system-packages.ts';
import type { PackageMachine } from '../../scripts/system-packages.ts';

/** The servers behind nginx, each as "127.0.0.1:4000". */
interface Upstreams {
  readonly webServers: readonly string[];
  readonly service?: string | undefined;
  readonly console?: string | undefined;
}

/** nginx with the files of `operations/nginx`, on free ports and with a certificate of its own, for one test. */
export interface TestNginx {
  /** "https://portal.ebike.localhost:23456": a host that browsers find by themselves. */
  readonly portal: string;
  /** "https://localhost:23456", so that commands find it, too. */
  readonly releases: string;
  readonly console: string;
  /** The portal's address without TLS. */
  readonly plain: string;
  /** File with the certificate of who signed nginx's, for `NODE_EXTRA_CA_CERTS`. */
  readonly caFile: string;
  /** The lines of the access log so far. */
  accessLog(): Promise<readonly Readonly<Record<string, string>>[]>;
  /** What is logged as Debian's nginx.conf says, because a server block says nothing else. */
  otherLog(): Promise<string>;
  /** Where files of parts are kept. */
  readonly cacheFolder: string;
  /** Kills it with its workers, without a warning. */
  kill(): Promise<void>;
  /** Starts it again, once it was killed. */
  start(): Promise<void>;
  stop(): Promise<void>;
}

/** Program -> Debian package. */
const PROGRAMS = { '/usr/sbin/nginx': 'nginx-light', '/usr/bin/openssl': 'openssl' } as const;
const SKIPPED = 'the tests behind nginx';
const OPERATIONS = join(import.meta.dirname, '../../operations/nginx');
const HOSTS = { portal: 'portal.ebike.localhost', releases: 'localhost', console: 'console.ebike.localhost' } as const;
/** Where nothing listens. */
const NOBODY = '127.0.0.1:1';
const START_LIMIT_MS = 30_000;

const execute = promisify(execFile);
/** A line of nginx's log. */
const LineSchema = v.record(v.string(), v.string());

const missingPackages = (): readonly string[] =>
  Object.entries(PROGRAMS).flatMap(([program, name]) => (existsSync(program) ? [] : [name]));

export const isNginxInstalled = (): boolean => missingPackages().length === 0;

/** What Debian's /etc/nginx/nginx.conf says, as far as it matters here, with what it needs to run as any user. */
const mainFile = (folder: string): string => `
worker_processes 2;
pid ${folder}/nginx.pid;
events { worker_connections 768; }
http {
  types_hash_max_size 2048;
  default_type application/octet-stream;
  ssl_protocols TLSv1 TLSv1.1 TLSv1.2 TLSv1.3;
  ssl_prefer_server_ciphers on;
  access_log ${folder}/other.log;
  gzip on;
  client_body_temp_path ${folder}/body;
  proxy_temp_path ${folder}/proxy;
  fastcgi_temp_path ${folder}/fastcgi;
  uwsgi_temp_path ${folder}/uwsgi;
  scgi_temp_path ${folder}/scgi;
  include conf.d/*.conf;
}
`;

interface Site {
  /** Of the certificate, the cache and the log. */
  readonly folder: string;
  readonly tls: number;
  readonly plain: number;
}

/** The lines of a web server. */
const WEB_SERVER = [
  'server 127.0.0.1:4000 max_fails=1 fail_timeout=3s;',
  'server 127.0.0.1:4000 max_fails=0 backup;',
] as const;

/** What this site has instead of what stands in the files: the marked lines, and the ports and folders of a test. */
const getEdits = ({ webServers, service, console: releaseConsole }: Upstreams, { folder, tls, plain }: Site) => ({
  'portal.conf': {
    ...Object.fromEntries(
      WEB_SERVER.map((line) => [line, webServers.map((each) => line.replace('127.0.0.1:4000', each)).join(' ')]),
    ),
    '127.0.0.1:4400': service ?? NOBODY,
    '127.0.0.1:4200': releaseConsole ?? NOBODY,
    'portal.example.com': HOSTS.portal,
    'releases.example.com': HOSTS.releases,
    'console.example.com': HOSTS.console,
    'https://shop.example.com': 'https://shop.ebike.localhost',
    'listen 80': `listen 127.0.0.1:${String(plain)}`,
    'listen 443': `listen 127.0.0.1:${String(tls)}`,
    // No machine has to have IPv6.
    'listen [::]': '# listen [::]',
    'https://$host': `https://$host:${String(tls)}`,
    '/var/lib/nginx/portal': join(folder, 'cache'),
    '/var/log/nginx/portal.log': join(folder, 'access.log'),
  },
  'portal-tls.conf': {
    '/etc/letsencrypt/live/portal.example.com': folder,
  },
  'portal-proxy.conf': { 'Host $host;': `Host $host:${String(tls)};` },
});

/**
 * The files of `operations/nginx` for a site, by name. @throws {PlainError} if they no longer have what is to be
 * edited.
 */
export async function editedFiles(upstreams: Upstreams, site: Site): Promise<ReadonlyMap<string, string>> {
  const files = new Map<string, string>();
  for (const [name, edits] of Object.entries<Readonly<Record<string, string>>>(getEdits(upstreams, site))) {
    const content = await readFile(join(OPERATIONS, name), 'utf8');
    const missing = Object.keys(edits).find((from) => !content.includes(from));
    if (missing !== undefined) throw new PlainError(`operations/nginx/${name} has no "${missing}" to edit.`);
    files.set(name, replaceEach(content, edits));
  }
  return files;
}

/** Another site on the machine, whose file nginx reads first. */
const otherSite = ({ plain }: Site): string => `
server {
  listen 127.0.0.1:${String(plain)};
  server_name another.example.com;
  return 200 "Another site";
}
`;

/** Puts the files where they are below /etc/nginx. */
async function writeFiles(upstreams: Upstreams, site: Site): Promise<void> {
  const { folder } = site;
  for (const each of ['conf.d', 'snippets']) await mkdir(join(folder, each));
  await writeFile(join(folder, 'nginx.conf'), mainFile(folder));
  await writeFile(join(folder, 'conf.d/another.conf'), otherSite(site));
  for (const [name, content] of await editedFiles(upstreams, site))
    await writeFile(join(folder, name === 'portal.conf' ? 'conf.d' : 'snippets', name), content);
}

/** A certificate for all hosts, and that of who signed it. @returns the file of the latter. */
async function makeCertificates(folder: string): Promise<string> {
  const [caFile, caKey] = [join(folder, 'ca.pem'), join(folder, 'ca-key.pem')];
  const make = (name: string, certificate: string, key: string, ...more: readonly string[]) => {
    const newKey = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-keyout', key];
    return execute('openssl', [
      'req',
      '-x509',
      ...newKey,
      '-out',
      certificate,
      '-days',
      '2',
      '-subj',
      `/CN=${name}`,
      ...more,
    ]);
  };
  await make('Tests', caFile, caKey, '-addext', 'keyUsage=critical,keyCertSign');
  const names = Object.values(HOSTS).map((host) => `DNS:${host}`);
  const signed = ['-CA', caFile, '-CAkey', caKey, '-addext', 'basicConstraints=critical,CA:FALSE'];
  const forServers = ['-addext', `subjectAltName=${names.join(',')}`, '-addext', 'extendedKeyUsage=serverAuth'];
  await make('Portal', join(folder, 'fullchain.pem'), join(folder, 'privkey.pem'), ...signed, ...forServers);
  return caFile;
}

/** Resolves once somebody listens. */
async function untilListens(port: number, signal: AbortSignal): Promise<void> {
  for (;;) {
    signal.throwIfAborted();
    const socket = connect(port, '127.0.0.1');
    try {
      await once(socket, 'connect', { signal });
      return;
    } catch {
      await pause(20);
    } finally {
      socket.destroy();
    }
  }
}

/** nginx refuses its files, or does not start. */
const failure = (output: string) => new PlainError(`nginx does not start:\n${output.trim()}`);

async function run(folder: string, upstreams: Upstreams): Promise<TestNginx> {
  const site = { folder, tls: await freePort(), plain: await freePort() };
  // The workers are another user's if root starts nginx.
  await chmod(folder, 0o755);
  await writeFiles(upstreams, site);
  const caFile = await makeCertificates(folder);
  const words = ['-p', folder, '-c', join(folder, 'nginx.conf'), '-e', 'stderr'];
  await execute('/usr/sbin/nginx', [...words, '-t']).catch((error: unknown) => {
    throw failure(String(error));
  });
  const start = async (): Promise<() => Promise<void>> => {
    // A group of its own, which a signal reaches as a whole.
    const nginx = spawn('/usr/sbin/nginx', [...words, '-g', 'daemon off;'], {
      detached: true,
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    const closed = once(nginx, 'close');
    const output = text(nginx.stderr);
    const stopped = new AbortController();
    await Promise.race([
      untilListens(site.tls, AbortSignal.any([stopped.signal, AbortSignal.timeout(START_LIMIT_MS)])),
      closed.then(async () => {
        throw failure(await output);
      }),
    ]).finally(() => {
      stopped.abort();
    });
    return async () => {
      if (nginx.pid !== undefined) process.kill(-nginx.pid, 'SIGKILL');
      await closed;
    };
  };
  let kill = await start();
  const at = (host: string) => `https://${host}:${String(site.tls)}`;
  return {
    portal: at(HOSTS.portal),
    releases: at(HOSTS.releases),
    console: at(HOSTS.console),
    plain: `http://${HOSTS.portal}:${String(site.plain)}`,
    caFile,
    async accessLog() {
      // What is after the last end of a line is just being written.
      const lines = (await readFile(join(folder, 'access.log'), 'utf8')).split('\n').slice(0, -1);
      return lines.map((line) => v.parse(LineSchema, JSON.parse(line)));
    },
    otherLog: () => readFile(join(folder, 'other.log'), 'utf8'),
    cacheFolder: join(folder, 'cache'),
    kill: () => kill(),
    async start() {
      kill = await start();
    },
    async stop() {
      await kill();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/**
 * Installs what is missing if that is allowed. @returns whether nginx can be started; otherwise the tests that need it
 * are skipped.
 */
export function obtainNginx(machine: PackageMachine): boolean {
  if (!isNginxInstalled()) installPackages(missingPackages(), SKIPPED, machine);
  return isNginxInstalled();
}

/**
 * Starts Debian's nginx with the files of `operations/nginx`, which `obtainNginx` has found. The servers behind it need
 * not run yet.
 */
export async function startNginx(upstreams: Upstreams): Promise<TestNginx> {
  const folder = await mkdtemp(join(tmpdir(), 'portal-nginx-'));
  try {
    return await run(folder, upstreams);
  } catch (error) {
    await rm(folder, { recursive: true, force: true });
    throw error;
  }
}
