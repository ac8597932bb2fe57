import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmod, chown, copyFile, mkdir, mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { runCommand } from '../../scripts/processes/run-command.ts';
import type { CommandResult } from '../../scripts/processes/run-command.ts';
import { packageServer } from './package-server.ts';
import type { ServerName } from './servers.ts';
import { SERVERS } from './servers.ts';

const ROOT = join(import.meta.dirname, '../..');
/** "nobody", as whom packages run where this process is root. */
export const NOBODY = 65_534;
export const IS_ROOT = process.getuid?.() === 0;
/** By its path, because the programs' PATH has nothing but Node. */
export const AS_NOBODY = IS_ROOT
  ? ['/usr/bin/setpriv', `--reuid=${NOBODY}`, `--regid=${NOBODY}`, '--clear-groups']
  : [];
const PAUSE_MS = 20;

type Environment = Readonly<Record<string, string>>;

/** A packaged server that runs. */
interface PackagedProcess {
  readonly child: ChildProcess;
  /** What it has printed. */
  readonly output: { text: string };
  /** Its exit code and signal, once it has ended. */
  readonly exit: Promise<readonly unknown[]>;
  /** Waits until an address answers, with any status. @throws if the server ends first. */
  answers(url: string): Promise<Response>;
  /** Sends a signal, and waits for the end. @returns exit code and signal. */
  stop(signal?: NodeJS.Signals): Promise<readonly unknown[]>;
}

/**
 * For tests: packages, unpacked from their archives into a new folder outside the repository. Their programs run as
 * another user if this process is root, find no other program than Node, and may write only in data folders.
 */
export class UnpackedServers {
  readonly folder: string;
  readonly #titles = new Map<ServerName, string>();
  readonly #running: PackagedProcess[] = [];

  private constructor(folder: string) {
    this.folder = folder;
  }

  static async unpack(...names: readonly ServerName[]): Promise<UnpackedServers> {
    const folder = await realpath(await mkdtemp(join(tmpdir(), 'portal-packages-')));
    await chmod(folder, 0o755);
    const servers = new UnpackedServers(folder);
    const path = join(folder, 'path');
    await mkdir(path);
    await copyFile(process.execPath, join(path, 'node'));
    for (const server of SERVERS.filter(({ name }) => names.includes(name))) {
      const { title, archive } = await packageServer(ROOT, join(folder, 'packed'), server);
      const unpacked = await runCommand({ file: 'tar', args: ['xzf', archive, '-C', folder], cwd: folder });
      if (unpacked.code !== 0) throw new Error(unpacked.output);
      servers.#titles.set(server.name, title);
    }
    await rm(join(folder, 'packed'), { recursive: true });
    return servers;
  }

  /** The folder of a package, which nobody may write. */
  getFolder(name: ServerName): string {
    return join(this.folder, this.#titles.get(name) ?? name);
  }

  /** Makes a folder that the programs may write. @returns its path. */
  async dataFolder(name: string): Promise<string> {
    const folder = join(this.folder, name);
    await mkdir(folder, { recursive: true });
    if (IS_ROOT) await chown(folder, NOBODY, NOBODY);
    return folder;
  }

  /** Runs a program to its end, with no other environment than `env`. */
  async run(name: ServerName, args: readonly string[], env: Environment = {}): Promise<CommandResult> {
    const { child, output, exit } = this.start(name, env, args);
    await exit;
    return { code: child.exitCode, output: output.text };
  }

  /** Starts a server, with no other environment than `env`. */
  start(name: ServerName, env: Environment, args: readonly string[] = []): PackagedProcess {
    const program = join(this.getFolder(name), 'bin', name);
    const [file = '', ...all] = [...AS_NOBODY, program, ...args];
    const child = spawn(file, all, {
      cwd: this.folder,
      env: { PATH: join(this.folder, 'path'), ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const output = { text: '' };
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text: string) => (output.text += text));
    const exit: Promise<readonly unknown[]> = once(child, 'close');
    const running: PackagedProcess = {
      child,
      output,
      exit,
      async answers(url) {
        for (;;) {
          const response = await fetch(url).catch(() => undefined);
          if (response !== undefined) return response;
          if (child.exitCode !== null || child.signalCode !== null)
            throw new Error(`${name} has ended: ${output.text}`);
          await pause(PAUSE_MS);
        }
      },
      async stop(signal = 'SIGTERM') {
        child.kill(signal);
        return await exit;
      },
    };
    this.#running.push(running);
    return running;
  }

  /** Ends all that still runs, and removes the folder. */
  async remove(): Promise<void> {
    for (const { child, exit } of this.#running) {
      child.kill('SIGKILL');
      await exit.catch(() => undefined);
    }
    await rm(this.folder, { recursive: true, force: true });
  }
}
