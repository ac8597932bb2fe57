import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { freePort } from '@portal/node-kit/testing';

const ROOT = join(import.meta.dirname, '../..');
const VERDACCIO = join(ROOT, 'node_modules/verdaccio/bin/verdaccio');
const END_WITH_PARENT = new URL('../../scripts/processes/end-with-parent.mjs', import.meta.url).href;
/** In milliseconds. */
const NEXT_LOOK = 50;

/** Only the libraries, without an uplink; everybody on this machine may publish. */
const configure = (folder: string) => ({
  storage: join(folder, 'storage'),
  uplinks: {},
  packages: { '@portal/*': { access: '$all', publish: '$all' } },
  web: { enable: false },
  log: { type: 'stdout', format: 'json', level: 'error' },
});

/** A running registry of this machine. */
export interface TestRegistry {
  readonly url: string;
  stop(): Promise<void>;
}

/** For tests: an empty registry. @throws with its output when it ends before it answers. */
export async function startTestRegistry(): Promise<TestRegistry> {
  const folder = await mkdtemp(join(tmpdir(), 'portal-registry-'));
  const url = `http://127.0.0.1:${String(await freePort())}/`;
  const file = join(folder, 'config.json');
  await writeFile(file, JSON.stringify(configure(folder)));
  const child = fork(VERDACCIO, ['--config', file, '--listen', url], {
    cwd: folder,
    execArgv: ['--no-warnings', '--import', END_WITH_PARENT],
    env: { PATH: process.env['PATH'] },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (text: Buffer) => (output += text.toString()));
  const closed = once(child, 'close');
  const answers = () =>
    fetch(`${url}-/ping`).then(
      ({ ok }) => ok,
      () => false,
    );
  while (!(await answers())) {
    if (child.exitCode !== null) throw new Error(`The registry does not start:\n${output}`);
    await setTimeout(NEXT_LOOK);
  }
  return {
    url,
    async stop() {
      child.kill('SIGTERM');
      await closed;
      await rm(folder, { recursive: true, force: true });
    },
  };
}
