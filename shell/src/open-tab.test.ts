/** @jest-environment jsdom */
import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import type { LiveView } from '@portal/contract/live-view';
import { discardUnsavedInput, holdUnsavedInput, notify } from '@portal/ui';
import { testPortal } from './testing/open-portal.tsx';
import { createOpenTab, openTabEnvironment } from './open-tab.ts';
import type { OpenTabEnvironment } from './open-tab.ts';

const PAGE = testPortal().page.release; // release 7
const SAME: LiveView = { number: 7, view: PAGE.view, urgent: 0 };
const NEWER: LiveView = { number: 8, view: 'anotherViewX', urgent: 0 };
const URGENT: LiveView = { ...NEWER, urgent: 8 };
const TEN_SECONDS = 10_000;
const FIVE_MINUTES = 5 * 60_000;
/** A web server may take the other two of ten seconds to notice a release. */
const EIGHT_SECONDS = 8000;

let onScreen: DocumentVisibilityState = 'visible';
const stops: (() => void)[] = [];

beforeEach(() => {
  jest.useFakeTimers();
  sessionStorage.clear();
  window.history.replaceState(null, '', '/settings');
  onScreen = 'visible';
  jest.spyOn(document, 'visibilityState', 'get').mockImplementation(() => onScreen);
});
afterEach(() => {
  for (const stop of stops.splice(0)) stop();
  jest.useRealTimers();
  savesData(false);
  discardUnsavedInput();
  document.body.innerHTML = '';
});

function savesData(saveData: boolean): void {
  Object.defineProperty(navigator, 'connection', { value: { saveData }, configurable: true });
}

/** Lets time pass in which the tab does not ask. */
async function passUnseen(ms: number): Promise<void> {
  onScreen = 'hidden';
  await jest.advanceTimersByTimeAsync(ms);
  onScreen = 'visible';
}

/** A tab with release 7, whose server answers with `live`. */
function openTab(
  live: LiveView,
  changes: Partial<Omit<OpenTabEnvironment, 'go' | 'reload' | 'reloadOnce'>> = {},
  hash = '',
) {
  const server = { live };
  const environment = {
    ask: jest.fn(async () => server.live),
    isFree: () => true,
    isTyping: () => false,
    avoidAssetOrigin: () => false,
    go: jest.fn(),
    reload: jest.fn(),
    reloadOnce: jest.fn(),
    ...changes,
  };
  const listened = jest.spyOn(document, 'addEventListener');
  const tab = createOpenTab(PAGE, environment);
  let underWay: { readonly hash: string } | undefined;
  tab.start(() => underWay);
  for (const [type, listener] of listened.mock.calls) stops.push(() => document.removeEventListener(type, listener));
  listened.mockRestore();
  /** Whether the navigation leaves the page; undefined if that is not known `within` so many milliseconds. */
  const navigate = async (path: string, within = 0, signal = new AbortController().signal) => {
    underWay = { hash };
    let left: boolean | undefined;
    const leaves = tab.leavesFor(new URL(path, window.location.origin), signal);
    void leaves.then((isLeft) => {
      left = isLeft;
    });
    await jest.advanceTimersByTimeAsync(within);
    underWay = undefined;
    return left;
  };
  /** The same after somebody has pointed at the link for a moment. */
  const follow = async (path: string) => {
    await passUnseen(TEN_SECONDS);
    void tab.expectNavigation();
    await jest.advanceTimersByTimeAsync(0);
    return navigate(path);
  };
  return { server, environment, navigate, follow, tab };
}

async function after<Value>(ms: number, value: Value): Promise<Value> {
  return await new Promise((resolve) => setTimeout(() => resolve(value), ms));
}

async function comeBack(): Promise<void> {
  document.dispatchEvent(new Event('visibilitychange'));
  await jest.advanceTimersByTimeAsync(0);
}

describe('a tab that is open', () => {
  test('stays as long as no release is newer', async () => {
    const { environment, navigate } = openTab(SAME);
    expect(await navigate('/account')).toBe(false);
    expect(environment.go).not.toHaveBeenCalled();
  });

  test('moves to a newer release by loading the page that the user opens, with query and fragment', async () => {
    const { environment, follow } = openTab(NEWER, {}, '#country');
    expect(await follow('/account?sort=a')).toBe(true);
    expect(environment.go.mock.calls).toEqual([['http://localhost/account?sort=a#country']]);
  });

  test('says before a navigation whether that will leave the page', async () => {
    const tabs = [openTab(SAME), openTab(NEWER), openTab(NEWER, { isFree: () => false })];
    await passUnseen(TEN_SECONDS);
    expect(await Promise.all(tabs.map(({ tab }) => tab.expectNavigation()))).toEqual([false, true, false]);
  });

  test('stays when the newer release gives its visitor the same versions', async () => {
    const { follow } = openTab({ ...NEWER, view: PAGE.view });
    expect(await follow('/account')).toBe(false);
  });

  test('stays when the server has an older release', async () => {
    const { follow } = openTab({ ...NEWER, number: 6 });
    expect(await follow('/account')).toBe(false);
  });

  test('moves once for each release, even if the old one is loaded again, and so does every other tab', async () => {
    expect(await openTab(NEWER).follow('/account')).toBe(true);
    expect(await openTab(NEWER).follow('/account')).toBe(false);
    expect(await openTab({ ...NEWER, number: 9 }).follow('/account')).toBe(true);
    sessionStorage.clear(); // another tab has its own
    expect(await openTab(NEWER).follow('/account')).toBe(true);
  });

  test('does not move when it cannot store that it has moved', async () => {
    jest.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('denied', 'SecurityError');
    });
    expect(await openTab(NEWER).follow('/account')).toBe(false);
  });

  test.each([
    ['a change of the query', '/settings?sort=type'],
    ['back and forward, where the address changes before the page', '/settings'],
  ])('does not move on %s, and does not ask the server', async (_, path) => {
    const { environment, navigate } = openTab(NEWER);
    await passUnseen(TEN_SECONDS);
    expect(await navigate(path)).toBe(false);
    expect(environment.ask).not.toHaveBeenCalled();
  });

  test('with a page whose files are gone moves to a newer release at once, once', async () => {
    const { environment, tab } = openTab(NEWER);
    await tab.replaceBroken(true);
    await tab.replaceBroken(true);
    expect(environment.reload).toHaveBeenCalledTimes(1);
  });

  test('with a page whose files are gone stays when there is no newer release, or unsaved input', async () => {
    for (const { environment, tab } of [openTab(SAME), openTab(NEWER, { isFree: () => false })]) {
      await tab.replaceBroken(true);
      expect(environment.reload).not.toHaveBeenCalled();
    }
  });

  describe('with a page that lacks a file of the CDN', () => {
    const replaced = async (...[live, changes]: Parameters<typeof openTab>) => {
      const avoidAssetOrigin = jest.fn(() => true);
      const { environment, tab } = openTab(live, { avoidAssetOrigin, ...changes });
      await tab.replaceBroken(true);
      const [reloads, without] = [environment.reload, environment.reloadOnce].map(({ mock }) => mock.calls.length);
      return { reloads, without, avoids: avoidAssetOrigin.mock.calls.length };
    };

    test('loads the page again without the CDN, once also if a newer release is there', async () => {
      expect(await replaced(SAME)).toEqual({ reloads: 0, without: 1, avoids: 1 });
      expect(await replaced(NEWER)).toEqual({ reloads: 1, without: 0, avoids: 1 });
    });

    test('stays if something would be lost; the next page does without the CDN', async () => {
      expect(await replaced(SAME, { isFree: () => false })).toEqual({ reloads: 0, without: 0, avoids: 1 });
    });

    test('stays if the portal does not answer, either', async () => {
      const ask = jest.fn<OpenTabEnvironment['ask']>().mockRejectedValue(new TypeError('offline'));
      expect(await replaced(SAME, { ask })).toEqual({ reloads: 0, without: 0, avoids: 0 });
    });

    test('stays if that would change nothing, or if nothing is lacking', async () => {
      const { environment, tab } = openTab(SAME);
      await tab.replaceBroken(true);
      const { environment: other, tab: crashed } = openTab(SAME, { avoidAssetOrigin: () => true });
      await crashed.replaceBroken(false);
      const reloads = [environment, other].flatMap(({ reload, reloadOnce }) => [reload, reloadOnce]);
      expect(reloads.flatMap(({ mock }) => mock.calls)).toEqual([]);
    });
  });

  test.each([
    ['is loaded again, once', true, 1],
    ['stays if something would be lost', false, 0],
  ])('with a page that lacks a script whose failure the browser keeps %s', async (_, isFree, times) => {
    const { environment, tab } = openTab(SAME, { isFree: () => isFree });
    await tab.replaceBroken(true, true);
    expect([environment.reload, environment.reloadOnce].map(({ mock }) => mock.calls.length)).toEqual([0, times]);
  });

  test('does not move on a navigation that a later one has replaced', async () => {
    const { environment, navigate } = openTab(NEWER);
    await comeBack();
    expect(await navigate('/account', 0, AbortSignal.abort())).toBe(false);
    expect(environment.go).not.toHaveBeenCalled();
  });

  test('does not move when the server no longer answers', async () => {
    let answers = true;
    const ask = async () => {
      if (!answers) throw new TypeError('Failed to fetch');
      return NEWER;
    };
    const { navigate } = openTab(NEWER, { ask });
    await comeBack();
    answers = false;
    await comeBack();
    expect(await navigate('/account')).toBe(false);
  });
});

describe('a tab asks for the live release', () => {
  test('when it becomes visible, and all the time while it is visible', async () => {
    const asked = jest.fn(async () => SAME);
    openTab(SAME, { ask: asked });
    await comeBack();
    expect(asked).toHaveBeenCalledTimes(1);
    await jest.advanceTimersByTimeAsync(10 * EIGHT_SECONDS);
    const times = asked.mock.calls.length;
    expect(times).toBeGreaterThan(10);
    onScreen = 'hidden';
    await jest.advanceTimersByTimeAsync(FIVE_MINUTES);
    expect(asked).toHaveBeenCalledTimes(times);
  });

  test('at other times than those that were opened with it', async () => {
    const chance = jest.spyOn(Math, 'random').mockReturnValue(0);
    const { environment: first } = openTab(SAME);
    chance.mockReturnValue(0.99);
    const { environment: second } = openTab(SAME);
    await jest.advanceTimersByTimeAsync(7000);
    expect(first.ask).toHaveBeenCalledTimes(1);
    expect(second.ask).not.toHaveBeenCalled();
  });

  test.each([
    ['data are saved', () => savesData(true)],
    ['it is offline', () => jest.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)],
  ])('every five minutes while %s', async (_, begin) => {
    begin();
    const { environment } = openTab(SAME);
    await jest.advanceTimersByTimeAsync(FIVE_MINUTES - 1);
    expect(environment.ask).toHaveBeenCalledTimes(0);
    await jest.advanceTimersByTimeAsync(EIGHT_SECONDS);
    expect(environment.ask).toHaveBeenCalledTimes(1);
  });

  test('on a navigation, unless it has just asked', async () => {
    const { environment, navigate } = openTab(SAME);
    await navigate('/account'); // its page has just come
    expect(environment.ask).toHaveBeenCalledTimes(0);
    await passUnseen(TEN_SECONDS);
    await navigate('/welcome');
    await navigate('/account');
    expect(environment.ask).toHaveBeenCalledTimes(1);
    await passUnseen(TEN_SECONDS);
    await navigate('/welcome');
    expect(environment.ask).toHaveBeenCalledTimes(2);
  });

  test('and the first navigation after a release waits for the answer, and moves', async () => {
    const { navigate } = openTab(NEWER, { ask: async () => await after(299, NEWER) });
    await passUnseen(TEN_SECONDS);
    expect(await navigate('/account', 299)).toBe(true);
  });

  test('without delaying a navigation for longer: the next one moves', async () => {
    const { navigate } = openTab(NEWER, { ask: async () => await after(1000, NEWER) });
    await passUnseen(TEN_SECONDS);
    expect(await navigate('/account', 299)).toBeUndefined();
    expect(await navigate('/legal', 300)).toBe(false);
    await jest.advanceTimersByTimeAsync(1000);
    expect(await navigate('/welcome')).toBe(true);
  });
});

describe('an urgent release', () => {
  test('is loaded at once', async () => {
    const { environment } = openTab(URGENT);
    await comeBack();
    expect(environment.reload).toHaveBeenCalledTimes(1);
    await comeBack();
    expect(environment.reload).toHaveBeenCalledTimes(1);
  });

  test.each([0, 0.99])('is loaded within ten seconds by a tab that nobody touches, by chance %d', async (chance) => {
    jest.spyOn(Math, 'random').mockReturnValue(chance);
    const { server, environment } = openTab(SAME);
    await jest.advanceTimersByTimeAsync(65_000);
    server.live = URGENT;
    await jest.advanceTimersByTimeAsync(EIGHT_SECONDS);
    expect(environment.reload).toHaveBeenCalledTimes(1);
  });

  test('that the page already has does not reload it', async () => {
    const { environment } = openTab({ ...NEWER, urgent: 7 });
    await comeBack();
    expect(environment.reload).not.toHaveBeenCalled();
  });

  test.each([
    ['something is unsaved', { isFree: () => false }],
    ['the user is typing', { isTyping: () => true }],
  ])('waits while %s', async (_, changes) => {
    const { environment } = openTab(URGENT, changes);
    await comeBack();
    expect(environment.reload).not.toHaveBeenCalled();
  });

  test('does not interrupt a navigation, and is loaded soon after it', async () => {
    const { environment, navigate } = openTab(URGENT, { ask: async () => await after(400, URGENT) });
    await passUnseen(TEN_SECONDS);
    expect(await navigate('/account', 400)).toBe(false);
    expect(environment.reload).not.toHaveBeenCalled();
    await jest.advanceTimersByTimeAsync(5000);
    expect(environment.reload).toHaveBeenCalledTimes(1);
  });

  test('is loaded soon after the unsaved input is saved', async () => {
    let free = false;
    const { environment } = openTab(URGENT, { isFree: () => free });
    await comeBack();
    free = true;
    await jest.advanceTimersByTimeAsync(5000);
    expect(environment.reload).toHaveBeenCalledTimes(1);
  });
});

describe('a navigation that needs a new page', () => {
  test('loads that of its target, with the hash of the navigation', () => {
    const { environment, tab } = openTab(SAME);
    tab.leave(new URL('http://localhost/account?a=1'));
    expect(environment.go).toHaveBeenCalledWith('http://localhost/account?a=1');
    expect(environment.reload).not.toHaveBeenCalled();
  });

  test('loads the page again where the address is the target’s already, as after back', () => {
    const { environment, tab } = openTab(SAME);
    tab.leave(new URL('http://localhost/settings'));
    expect(environment.reload).toHaveBeenCalled();
    expect(environment.go).not.toHaveBeenCalled();
  });

  test('loads nothing while the first page opens: that would come again and again', () => {
    const go = jest.fn();
    const reload = jest.fn();
    const tab = createOpenTab(PAGE, { ...openTab(SAME).environment, go, reload });
    tab.leave(new URL('http://localhost/settings'));
    expect([go.mock.calls, reload.mock.calls]).toEqual([[], []]);
  });
});

const { ask, isFree, isTyping } = openTabEnvironment;

function answer(body: unknown, status = 200) {
  const asked = jest.fn<typeof fetch>(async () =>
    Promise.resolve(Object.assign(new Response(null), { ok: status < 300, status, json: async () => body })),
  );
  Object.assign(globalThis, { fetch: asked });
  return asked;
}

describe('a page can be replaced', () => {
  test('when nothing on it would be lost', () => {
    expect(isFree()).toBe(true);
  });

  test('but not while it has unsaved input', () => {
    const release = holdUnsavedInput(() => undefined);
    expect(isFree()).toBe(false);
    release();
    expect(isFree()).toBe(true);
  });

  test.each(['<button aria-busy="true">Deleting…</button>', '<input type="checkbox" role="switch" aria-busy="true">'])(
    'and not while an action such as a deletion runs: %s',
    (control) => {
      document.body.innerHTML = control;
      expect(isFree()).toBe(false);
    },
  );

  test.each([
    ['that loads', '<div class="page-skeleton" aria-busy="true"></div>'],
    ['whose language is changing', '<select aria-busy="true"></select>'],
    ['whose way to the provider hangs', '<a href="/" aria-busy="true">Leaving…</a>'],
  ])('even one %s', (_, busy) => {
    document.body.innerHTML = busy;
    expect(isFree()).toBe(true);
  });

  test('and not while offline', () => {
    jest.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    expect(isFree()).toBe(false);
  });

  test('and not while a notice is shown', () => {
    notify({ kind: 'success', text: 'Saved.' });
    expect(isFree()).toBe(false);
  });
});

test('and a focused field means that the user is typing', () => {
  document.body.innerHTML = '<button>A</button><input>';
  document.querySelector('button')?.focus();
  expect(isTyping()).toBe(false);
  document.querySelector('input')?.focus();
  expect(isTyping()).toBe(true);
});

describe('the request for the live release', () => {
  test('revalidates the browser’s cache with its tag', async () => {
    const asked = answer({ number: 8, view: 'abc', urgent: 0 });
    expect(await ask()).toEqual({ number: 8, view: 'abc', urgent: 0 });
    expect(asked.mock.calls[0]?.[0]).toBe('/release.json');
    expect(asked.mock.calls[0]?.[1]?.cache).toBe('no-cache');
  });

  test.each([
    ['refused', {}, 503, '/release.json answered 503'],
    ['answered in another shape', { number: '8' }, 200, '/release.json: "number"'],
  ])('fails when it is %s', async (_, body, status, message) => {
    answer(body, status);
    await expect(ask()).rejects.toThrow(message);
  });
});
