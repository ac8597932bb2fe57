import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { runCommand } from '../../scripts/processes/run-command.ts';
import type { CommandResult } from '../../scripts/processes/run-command.ts';
import { installPackages } from '../../scripts/system-packages.ts';
import type { PackageMachine } from '../../scripts/system-packages.ts';

/** Program -> Debian package. */
const PROGRAMS = { '/usr/bin/podman': 'podman', '/usr/bin/crun': 'crun', '/usr/bin/mmdebstrap': 'mmdebstrap' } as const;
const SKIPPED = 'the tests of images and of systemd units';
const SCRIPT = join(import.meta.dirname, '../../operations/containers/base-image.sh');
const BASE_IMAGE = 'localhost/portal-base';

const missing = (): readonly string[] =>
  Object.entries(PROGRAMS).flatMap(([program, name]) => (existsSync(program) ? [] : [name]));

/** Installs what the tests of containers need, if that is allowed. */
export function obtainContainers(machine: PackageMachine): void {
  const packages = missing();
  if (packages.length > 0) installPackages(packages, SKIPPED, machine);
}

/**
 * The ways to call podman, as scripts. crun refuses a machine that has both hierarchies of control groups; if it sees
 * only the first, it takes that.
 */
const getWays = (storage: string): readonly string[] => [
  `exec podman ${storage} "$@"`,
  `exec unshare --mount --propagation private sh -c 'umount /sys/fs/cgroup/unified && exec podman ${storage} "$@"' podman "$@"`,
];

/** Podman sets higher limits by default, which not every root may. */
export const LIMITS = ['--ulimit', 'nofile=1024:1024', '--ulimit', 'nproc=1000:1000'];

/** Containers whose images and data are in one folder. */
export class Containers {
  readonly #podman: string;
  readonly #started: string[] = [];

  private constructor(podman: string) {
    this.#podman = podman;
  }

  /** Makes the base image in `folder`, and looks whether a container of it runs. @returns why it does not, if so. */
  static async open(folder: string): Promise<Containers | string> {
    if (missing().length > 0) return `not installed: ${missing().join(', ')}`;
    await mkdir(folder, { recursive: true });
    const storage = `--storage-driver vfs --root '${join(folder, 'storage')}' --runroot '${join(folder, 'run')}'`;
    const reasons = new Set<string>();
    for (const [index, way] of getWays(storage).entries()) {
      const podman = join(folder, `podman-${String(index)}`);
      await writeFile(podman, `#!/bin/sh\n${way}\n`, { mode: 0o755 });
      const containers = new Containers(podman);
      const probe = ['run', '--rm', '--network', 'host', ...LIMITS, BASE_IMAGE, 'node', '-v'];
      const made = await containers.#makeBaseImage();
      const { code, output } = made.code === 0 ? await containers.try(...probe) : made;
      if (code === 0) return containers;
      reasons.add(output.trim().split('\n').at(-1) ?? '');
    }
    return `containers do not run here: ${[...reasons].join('; ')}`;
  }

  async #makeBaseImage(): Promise<CommandResult> {
    const { code } = await this.try('image', 'exists', BASE_IMAGE);
    if (code === 0) return { code, output: '' };
    return await runCommand({ file: 'sh', args: [SCRIPT, process.execPath], cwd: '/', env: { PODMAN: this.#podman } });
  }

  /** Runs podman to its end. */
  async try(...args: readonly string[]): Promise<CommandResult> {
    return await runCommand({ file: this.#podman, args, cwd: '/' });
  }

  /** Runs podman to its end. @returns what it printed. @throws with that, if it fails. */
  async run(...args: readonly string[]): Promise<string> {
    const { code, output } = await this.try(...args);
    if (code !== 0) throw new Error(`podman ${args.join(' ')} failed (${String(code)}): ${output}`);
    return output.trim();
  }

  /** Starts a container that goes on until it is stopped. `args`: further options, what runs, and its arguments. */
  async start(name: string, ...args: readonly string[]): Promise<void> {
    this.#started.push(name);
    await this.run('run', '--detach', '--name', name, ...LIMITS, ...args);
  }

  /** Ends all that was started. */
  async remove(): Promise<void> {
    for (const name of this.#started) await this.try('rm', '--force', '--time', '1', '--volumes', name);
  }
}
