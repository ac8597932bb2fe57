import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { expect } from '@playwright/test';
import { freePort } from '@portal/node-kit/testing';
import type { WebKitPrograms } from '../../../../scripts/find-engines.ts';

/** A refused WebDriver command; its message has WebDriver's own words. */
class WebDriverError extends Error {}

/** A command that got no answer within its limit, or whose connection failed. */
class NoAnswerError extends Error {}

/** Longer than any page takes; a command that hangs must not use up the test's time, and is named. */
const COMMAND_LIMIT_MS = 40_000;

type Method = 'GET' | 'POST' | 'DELETE';

/** Sends a WebDriver command (https://www.w3.org/TR/webdriver2/) and returns the value of its answer. */
async function command(url: string, method: Method, body?: object, limitMs = COMMAND_LIMIT_MS): Promise<unknown> {
  const answer = await fetch(url, {
    method,
    signal: AbortSignal.timeout(limitMs),
    ...(method === 'POST' && { body: JSON.stringify(body ?? {}) }),
  }).catch((error: unknown) => {
    throw new NoAnswerError(`${method} ${new URL(url).pathname} ${JSON.stringify(body)} has no answer`, {
      cause: error,
    });
  });
  // The answer's shape is WebDriver's; this is a test's own driver on this machine.
  const { value } = (await answer.json()) as { readonly value: unknown };
  if (answer.ok) return value;
  const { error, message } = value as { readonly error: string; readonly message: string };
  throw new WebDriverError(`${error}: ${message}`);
}

/** The open session of a driver. Commands of several tabs run one after the other, each in its own window. */
export class WebDriverSession {
  readonly #url: string;
  #window: string | undefined;
  #last: Promise<unknown> = Promise.resolve();

  private constructor(url: string) {
    this.#url = url;
  }

  /** Throws {@link NoAnswerError} if no browser has started within the limit, in milliseconds. */
  static async open(driver: string, capabilities: object, limitMs: number): Promise<WebDriverSession> {
    const body = { capabilities: { alwaysMatch: capabilities } };
    const opened = await command(`${driver}/session`, 'POST', body, limitMs);
    return new WebDriverSession(`${driver}/session/${(opened as { readonly sessionId: string }).sessionId}`);
  }

  /** Sends a command of the session. */
  async send(method: Method, path: string, body?: object): Promise<unknown> {
    return await command(`${this.#url}/${path}`, method, body);
  }

  /** Runs commands in a window, when the commands before have ended. */
  async inWindow<Result>(handle: string, run: () => Promise<Result>): Promise<Result> {
    const done = this.#last.then(async () => {
      if (this.#window !== handle) await this.send('POST', 'window', { handle });
      this.#window = handle;
      return await run();
    });
    this.#last = done.catch(() => {});
    return await done;
  }

  async end(): Promise<void> {
    await command(this.#url, 'DELETE');
  }
}

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
   * Opens a session: a new browser. The driver never answers if the browser ends while it starts, or if another program
   * takes the port that the driver has chosen for it; then a new driver tries again.
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
