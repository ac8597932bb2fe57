import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmod, chown, copyFile, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { replaceEach } from '@portal/node-kit/testing';
import { waitForResponse } from '../../../scripts/start/servers.ts';
import { AS_NOBODY, IS_ROOT, NOBODY } from '../../../tools/packages/testing.ts';
import { killable } from './killable-portal.ts';
import type { KillableServer } from './killable-portal.ts';

type Environment = Readonly<Record<string, string>>;

const START_LIMIT_MS = 60_000;

/** Folders of a machine that the steps of docs/install.md name. */
const PLACES = ['/opt', '/etc', '/srv', '/var/lib', '/usr/local/bin'] as const;

/**
 * What the steps ask of a machine, where a test has no such thing: accounts and systemd. Units that are to run are
 * noted.
 */
const programs = (folder: string): Readonly<Record<string, string>> => ({
  useradd: 'exit 0',
  runuser: `shift 3\nexec ${AS_NOBODY.join(' ')} "$@"`,
  systemctl: `[ "$1" = enable ] || exit 0\nshift 2\nprintf '%s\\n' "$@" >> ${folder}/units`,
});

/** A folder that stands for the machine of an operator who takes the steps of docs/install.md. */
export class OperatorsMachine {
  readonly folder: string;
  /** What stands in the page -> what it is here, such as a port or a host. */
  readonly #here: Readonly<Record<string, string>>;

  private constructor(folder: string, here: Readonly<Record<string, string>>) {
    this.folder = folder;
    this.#here = here;
  }

  /** With nothing on it but Node and what Debian has. */
  static async make(here: Readonly<Record<string, string>>): Promise<OperatorsMachine> {
    const folder = await mkdtemp(join(tmpdir(), 'portal-machine-'));
    await chmod(folder, 0o755);
    const machine = new OperatorsMachine(folder, here);
    for (const place of [...PLACES, '/etc/portal', '/etc/systemd/system', '/home'])
      await mkdir(machine.at(place), { recursive: true });
    await copyFile(process.execPath, machine.at('/usr/local/bin/node'));
    for (const [name, script] of Object.entries(programs(folder)))
      await writeFile(machine.at(`/usr/local/bin/${name}`), `#!/bin/sh\n${script}\n`, { mode: 0o755 });
    return machine;
  }

  /** Where a path of the page is here. */
  at(path: string): string {
    return join(this.folder, path);
  }

  /** A text of the page, or of a file that came with a package, as it is to be read here. */
  #asHere(text: string): string {
    let result = replaceEach(text, this.#here);
    for (const place of PLACES)
      result = result.replaceAll(new RegExp(`(?<![\\w.-])${place}(?=[/\\s"])`, 'g'), this.folder + place);
    return result;
  }

  /** Types commands of the page. @returns what they print. @throws with all of it if one fails. */
  async type(commands: string, env: Environment = {}): Promise<string> {
    const child = spawn('bash', ['--norc', '-e', '-u', '-o', 'pipefail', '-c', this.#asHere(commands)], {
      cwd: this.at('/home'),
      env: { PATH: `${this.at('/usr/local/bin')}:/usr/bin:/bin`, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text) => (output += text));
    await once(child, 'close');
    if (child.exitCode !== 0) throw new Error(`exit code ${String(child.exitCode)}: ${commands}\n${output}`);
    return output;
  }

  /** Lines "NAME=VALUE" of a file. */
  async #environmentIn(file: string): Promise<readonly (readonly [string, string])[]> {
    if (((await stat(file)).mode & 0o077) !== 0) throw new Error(`${file} has secrets, and not only root can read it`);
    const lines = this.#asHere(await readFile(file, 'utf8')).split('\n');
    return lines.filter((line) => /^\w+=/.test(line)).map((line) => this.#pair(line));
  }

  #pair(line: string): readonly [string, string] {
    const [name = '', ...rest] = line.split('=');
    return [name, rest.join('=').replaceAll('%S', this.at('/var/lib'))];
  }

  /** What a unit and its drop-ins say: a setting's values, in order. */
  async #unit(name: string): Promise<(setting: string) => readonly string[]> {
    const file = this.at(`/etc/systemd/system/${name}.service`);
    const dropIns = await readdir(`${file}.d`).catch(() => []);
    const texts = [file, ...dropIns.map((each) => join(`${file}.d`, each))].map((each) => readFile(each, 'utf8'));
    const lines = this.#asHere((await Promise.all(texts)).join('\n')).split('\n');
    return (setting) =>
      lines.filter((line) => line.startsWith(`${setting}=`)).map((line) => line.slice(setting.length + 1));
  }

  async #launch(name: string, answers: string): Promise<ChildProcess> {
    const unit = await this.#unit(name);
    const [program = ''] = unit('ExecStart');
    const files = unit('EnvironmentFile').map((file) => this.#environmentIn(file));
    const own = Object.fromEntries(unit('Environment').map((line) => this.#pair(line)));
    for (const folder of unit('StateDirectory')) {
      await mkdir(this.at(`/var/lib/${folder}`), { recursive: true });
      if (IS_ROOT) await chown(this.at(`/var/lib/${folder}`), NOBODY, NOBODY);
    }
    const [file, ...words] = [...AS_NOBODY, program];
    const child = spawn(file, words, {
      cwd: '/',
      env: { PATH: this.at('/usr/local/bin'), ...own, ...Object.fromEntries((await Promise.all(files)).flat()) },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text) => (output += text));
    const ended = new AbortController();
    child.once('close', () => {
      ended.abort(new Error(`${name} has ended:\n${output}`));
    });
    await waitForResponse(answers, START_LIMIT_MS, ended.signal);
    return child;
  }

  /** The units that the steps have enabled. */
  async enabled(): Promise<readonly string[]> {
    return (await readFile(join(this.folder, 'units'), 'utf8')).trim().split('\n');
  }

  /**
   * A unit, as systemd would run it: its program and environment, as another user if this process is root. `answers`:
   * an address that it answers once it is up.
   */
  server(name: string, answers: string): KillableServer & { stop(): Promise<void> } {
    return killable(() => this.#launch(name, answers));
  }

  async remove(): Promise<void> {
    await rm(this.folder, { recursive: true, force: true });
  }
}
