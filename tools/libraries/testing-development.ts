import { fork } from 'node:child_process';
import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { get } from 'node:http';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { freePort } from '@portal/node-kit/testing';
import * as v from 'valibot';

/** A running development server of another repository. */
interface Development {
  readonly url: string;
  /** Address of its development backend. */
  readonly backend: string;
  /** The hash of each build, from the present one. */
  builds(): AsyncGenerator<string, undefined>;
  stop(): Promise<void>;
}

const BuiltSchema = v.object({ hash: v.string() });

async function* readBuilds(url: string): AsyncGenerator<string, undefined> {
  const events = await new Promise<IncomingMessage>((resolve) => get(`${url}/development-events`, resolve));
  for await (const line of createInterface({ input: events })) {
    const [, text] = /^data: (.*)$/.exec(line) ?? [];
    const built = v.safeParse(BuiltSchema, JSON.parse(text ?? 'null'));
    if (built.success) yield built.output.hash;
  }
  return undefined;
}

/** For tests: what `npm run dev` or `npm run catalogue` runs in a repository of its own. */
export async function startDevelopment(repository: string, args: readonly string[]): Promise<Development> {
  const [portalPort, backendPort] = [String(await freePort()), String(await freePort())];
  const child = fork(join(repository, 'node_modules/@portal/development/dist/portal-dev.js'), [...args], {
    cwd: repository,
    env: { PATH: process.env['PATH'], PORTAL_PORT: portalPort, CATALOGUE_PORT: portalPort, BACKEND_PORT: backendPort },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  let printed = '';
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding('utf8').on('data', (text: string) => (printed += text));
  const exit = once(child, 'close');
  const ended = exit.then(() => Promise.reject(new Error(`The development server did not start: ${printed}`)));
  await Promise.race([once(child, 'message'), ended]);
  ended.catch(() => undefined);
  const url = `http://localhost:${portalPort}`;
  return {
    url,
    backend: `http://localhost:${backendPort}`,
    builds: () => readBuilds(url),
    async stop() {
      child.kill('SIGTERM');
      await exit;
    },
  };
}
