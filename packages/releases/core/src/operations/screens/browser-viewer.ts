import type { ChildProcess } from 'node:child_process';
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseInput } from '@portal/contract/parse';
import * as v from 'valibot';
import { newKey, readSigner } from '../../release-log/signed-note.ts';
import { refusal, RefusedError } from '../../policy/refusal.ts';
import type { Store } from '../../store/store.ts';
import { folderDriver } from '../../store/folder-driver.ts';
import { openStore } from '../../store/store.ts';
import type { Screen, ScreenViewer } from './screen.ts';

const MAIN = join(import.meta.dirname, '../../../../../../e2e/src/screens/main.ts');
/** How much of the program's errors a message shows, in characters from their end. */
const SHOWN = 2000;

const AnswerSchema = v.union([
  v.strictObject({ ready: v.literal(true) }),
  v.strictObject({ problems: v.array(v.string()) }),
]);
type Answer = v.InferOutput<typeof AnswerSchema>;

/**
 * What the program may take from the environment. Nothing else: settings of a store, a database or a portal are not for
 * its servers.
 */
const TAKEN = new Set([
  'PATH',
  'HOME',
  'TMPDIR',
  'LANG',
  'CHROMIUM_PATH',
  'PLAYWRIGHT_BROWSERS_PATH',
  'NODE_COMPILE_CACHE',
]);

const environment = (): NodeJS.ProcessEnv =>
  Object.fromEntries(Object.entries(process.env).filter(([name]) => TAKEN.has(name)));

/** @throws {RefusedError} */
function refuse(problem: string, remedy: string): never {
  throw new RefusedError([refusal('browser', ['the pages', 'the browser'], problem, remedy)]);
}

/** Opens pages in Chromium, beside a web server and a development backend of its own, on a store of its own. */
export class BrowserViewer implements ScreenViewer {
  /** The store whose live release is seen; empty at first. */
  readonly store: Store;
  readonly #folder: string;
  readonly #child: ChildProcess;
  readonly #ended: Promise<never>;

  private constructor(folder: string, store: Store, child: ChildProcess) {
    this.#folder = folder;
    this.#child = child;
    this.store = store;
    let errors = '';
    child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      errors = (errors + text).slice(-SHOWN);
    });
    this.#ended = once(child, 'close').then(() => {
      refuse(`The browser or its servers ended: ${errors.trim()}`, 'Correct that, then repeat the command.');
    });
    this.#ended.catch(() => {});
  }

  /** Starts servers and browser; the signal ends them. @throws {RefusedError} if they do not start. */
  static async start(signal: AbortSignal): Promise<BrowserViewer> {
    if (!existsSync(MAIN))
      refuse(
        'Only a checkout of the portal has the program that opens pages.',
        'Give the command there, for the same store.',
      );
    const folder = await mkdtemp(join(tmpdir(), 'portal-screens-'));
    // A key of its own, which its web server trusts: the key of whoever gave the command is not for a store of samples.
    const signer = readSigner(newKey());
    await writeFile(join(folder, 'trusted-keys'), `${signer.vkey}\n`);
    const access = { trusted: [signer.vkey], signer: { signer, role: 'break-glass' } } as const;
    const store = openStore(folderDriver(join(folder, 'store')), access);
    // In a group of its own: Ctrl-C on the terminal must not end it before its files can be removed.
    const child = fork(MAIN, {
      env: { ...environment(), PORTAL_STATE: folder },
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
      detached: true,
    });
    const viewer = new BrowserViewer(folder, store, child);
    signal.addEventListener('abort', () => child.kill('SIGTERM'), { once: true });
    try {
      await viewer.#answer();
      return viewer;
    } catch (error) {
      await viewer.close();
      throw error;
    }
  }

  async open(screen: Screen): Promise<readonly string[]> {
    const answered = this.#answer();
    this.#child.send(screen);
    const answer = await answered;
    if ('problems' in answer) return answer.problems;
    throw new Error('the browser has started twice');
  }

  /** Ends servers and browser, and removes their files. */
  async close(): Promise<void> {
    this.#child.kill('SIGTERM');
    await this.#ended.catch(() => {});
    await rm(this.#folder, { recursive: true, force: true, maxRetries: 3 });
  }

  async #answer(): Promise<Answer> {
    const { promise, resolve } = Promise.withResolvers<unknown>();
    this.#child.once('message', resolve);
    return parseInput('the answer of the browser', AnswerSchema, await Promise.race([promise, this.#ended]));
  }
}
