import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { expect } from '@playwright/test';
import type { WebKitPrograms } from '../../../../scripts/find-engines.ts';
import { pictureOfDisplay } from './display-picture.ts';
import type { Area } from './display-picture.ts';
import type { Engine, Key, Tab, Visit } from '../engine.ts';
import { readyElement } from '../query.ts';
import type { Query } from '../query.ts';
import { WebKitDriver } from './webdriver.ts';
import type { WebDriverSession } from './webdriver.ts';

/** WebDriver's code points for keys without a character. */
const KEYS: Readonly<Record<Key, string>> = {
  Enter: '\uE007',
  Escape: '\uE00C',
  Tab: '\uE004',
  Space: ' ',
  Delete: '\uE017',
};

/** Largest size that a page is given. */
const SCREEN = '1920x2100x24';

/** How long a page may take to come to rest. */
const PICTURE_LIMIT_MS = 5000;

/**
 * MiniBrowser's toolbar would make every window at least 447 px wide; this removes what it holds. Pages do not see it.
 */
const NARROW_TOOLBAR =
  '* { min-width: 0; min-height: 0; padding: 0; margin: 0; border-width: 0; font-size: 1px; -gtk-icon-source: none; }';

/** The path of the commands for an element, which WebDriver wraps in an object with one key. */
const elementPath = (element: unknown): string => `element/${Object.values(element as Record<string, string>).join()}`;

/** `screen` is the display's own file: the driver's answer with a picture does not always come. */
function createTab(session: WebDriverSession, handle: string, screen: string): Tab {
  const within = async <Result>(run: () => Promise<Result>) => await session.inWindow(handle, run);
  const send = async (method: 'GET' | 'POST', path: string, body?: object) =>
    await within(async () => await session.send(method, path, body));
  // Promises that a script returns are awaited.
  const execute = async (inPage: string, args: readonly unknown[]) =>
    await send('POST', 'execute/sync', { script: `return (${inPage}).apply(null, arguments)`, args });
  const ready = async (query: Query) => elementPath(await execute(readyElement.toString(), [query]));
  return {
    goto: async (url) => {
      await send('POST', 'url', { url });
    },
    reload: async () => {
      await send('POST', 'refresh');
    },
    goBack: async () => {
      await send('POST', 'back');
    },
    run: async (script) => {
      await send('POST', 'execute/sync', { script, args: [] });
    },
    evaluate: async (inPage, ...args) => (await execute(inPage.toString(), args)) as Awaited<ReturnType<typeof inPage>>,
    click: async (query) => {
      await send('POST', `${await ready(query)}/click`);
    },
    point: async (query) => {
      const origin = await execute(readyElement.toString(), [query]);
      const actions = [{ type: 'pointerMove', origin, x: 0, y: 0 }];
      await send('POST', 'actions', { actions: [{ type: 'pointer', id: 'pointer', actions }] });
    },
    choose: async (query, value) => {
      const option = { using: 'css selector', value: `option[value="${value}"]` };
      await send('POST', `${elementPath(await send('POST', `${await ready(query)}/element`, option))}/click`);
    },
    type: async (text) => {
      await send('POST', `${elementPath(await send('GET', 'element/active'))}/value`, { text });
    },
    press: async (key) => {
      const value = KEYS[key];
      const keys = { type: 'key', id: 'keys', actions: ['keyDown', 'keyUp'].map((type) => ({ type, value })) };
      await send('POST', 'actions', { actions: [keys] });
    },
    resize: async (width, height) => {
      const toolbar = Number(await execute('() => outerHeight - innerHeight', []));
      await send('POST', 'window/rect', { x: 0, y: 0, width, height: height + toolbar });
      // The window takes its new size a moment later.
      await expect
        .poll(async () => await execute('() => [innerWidth, innerHeight]', []), { intervals: [20] })
        .toEqual([width, height]);
    },
    toFront: async () => {
      await within(async () => {});
    },
    picture: async () => {
      const page = '() => ({ x: 0, y: outerHeight - innerHeight, width: innerWidth, height: innerHeight })';
      const area = (await execute(page, [])) as Area;
      let last: Buffer = Buffer.alloc(0);
      // The window shows the page a moment after the page has changed.
      await expect(async () => {
        const before = last;
        last = await pictureOfDisplay(screen, area);
        expect(before.equals(last)).toBe(true);
      }).toPass({ intervals: [100], timeout: PICTURE_LIMIT_MS });
      return last;
    },
  };
}

function createVisit(session: WebDriverSession, screen: string): Visit {
  let isFresh = true;
  return {
    openTab: async () => {
      // A window each, because a tab that another one covers draws nothing.
      const opened = isFresh
        ? await session.send('GET', 'window')
        : await session.send('POST', 'window/new', { type: 'window' });
      isFresh = false;
      return createTab(
        session,
        typeof opened === 'string' ? opened : String((opened as { readonly handle: unknown }).handle),
        screen,
      );
    },
    addCookies: async (url, cookies) => {
      await session.send('POST', 'url', { url });
      // Without a domain they are of this host alone, as the portal's own are; it could not remove others.
      for (const { name, value, path } of cookies)
        await session.send('POST', 'cookie', { cookie: { name, value, path } });
    },
    end: async () => {
      await session.end();
    },
  };
}

/** Starts a display, which keeps what it shows in a file of the folder, and waits for its name. */
async function startDisplay(program: string, folder: string): Promise<{ display: ChildProcess; name: string }> {
  const args = ['-displayfd', '3', '-screen', '0', SCREEN, '-nolisten', 'tcp', '-fbdir', folder];
  const display = spawn(program, args, { stdio: ['ignore', 'ignore', 'ignore', 'pipe'] });
  const [number] = (await once(display.stdio[3] as Readable, 'data')) as [Buffer];
  return { display, name: `:${String(number).trim()}` };
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  await ended;
}

/** A new session is a browser without a past: MiniBrowser keeps nothing in automation. */
export async function startDebianWebKit(programs: WebKitPrograms): Promise<Engine> {
  const folder = await mkdtemp(join(tmpdir(), 'portal-webkit-'));
  await mkdir(join(folder, 'gtk-3.0'));
  await writeFile(join(folder, 'gtk-3.0/gtk.css'), NARROW_TOOLBAR);
  const { display, name } = await startDisplay(programs.display, folder);
  const driver = new WebKitDriver(programs, {
    ...process.env,
    DISPLAY: name,
    XDG_CONFIG_HOME: folder,
    GTK_THEME: 'Adwaita',
    WEBKIT_DISABLE_DMABUF_RENDERER: '1',
    LIBGL_ALWAYS_SOFTWARE: '1',
  });
  return {
    name: 'webkit',
    visit: async () => createVisit(await driver.open(), join(folder, 'Xvfb_screen0')),
    stop: async () => {
      await driver.stop();
      await end(display);
      await rm(folder, { recursive: true, force: true });
    },
  };
}
