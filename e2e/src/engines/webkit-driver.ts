import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { expect } from '@playwright/test';
import { freePort } from '@portal/node-kit/testing';
import type { WebKitPrograms } from '../../../scripts/find-engines.ts';
import { command, NoAnswerError, WebDriverSession } from './webdriver-session.ts';

/** Longer than MiniBrowser takes to start on a busy machine. */
const START_LIMIT_MS = 10_000;
const ATTEMPTS = 3;

/** Ends a process that leads a group, with all that it has started. */
async function endGroup(child: ChildProcess): Promise<void> {
  const { pid } = child;
  if (pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  process.kill(-pid, 'SIGKILL');
  await ended;
}

/** WebKitWebDriver on a port of its own, with the browser of the session that it has opened. */
export class WebKitDriver {
  readonly #programs: WebKitPrograms;
  readonly #env: NodeJS.ProcessEnv;
  #running: { readonly child: ChildProcess; readonly url: string } | undefined;

  constructor(programs: WebKitPrograms, env: NodeJS.ProcessEnv) {
    this.#programs = programs;
    this.#env = env;
  }

  /**
   * Opens a session: a new browser. The driver never answers if the browser ends while it starts, or if another program takes the port
   * that the driver has chosen for it; then a new driver tries again.
   */
  async open(attempt = 1): Promise<WebDriverSession> {
    const { url } = (this.#running ??= await this.#start());
    const capabilities = {
      browserName: 'MiniBrowser',
      'webkitgtk:browserOptions': { binary: this.#programs.browser, args: ['--automation'] },
    };
    try {
      return await WebDriverSession.open(url, capabilities, START_LIMIT_MS);
    } catch (error) {
      if (!(error instanceof NoAnswerError) || attempt === ATTEMPTS) throw error;
      await this.stop();
      return await this.open(attempt + 1);
    }
  }

  async stop(): Promise<void> {
    if (this.#running) await endGroup(this.#running.child);
    this.#running = undefined;
  }

  async #start() {
    const port = await freePort();
    const child = spawn(this.#programs.driver, [`--port=${port}`], { stdio: 'ignore', detached: true, env: this.#env });
    const url = `http://127.0.0.1:${port}`;
    await expect(async () => await command(`${url}/status`, 'GET')).toPass({ intervals: [50], timeout: 20_000 });
    return { child, url };
  }
}
