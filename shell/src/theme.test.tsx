/** @jest-environment jsdom */
import { beforeEach, expect, test } from '@jest/globals';
import type { Language } from '@portal/contract/language';
import { startTestSession } from '@portal/session/testing';
import { act, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { openPortal } from './testing/open-portal.tsx';
import { followTheme } from './theme.ts';

/** The channel of this tab; `receive` is a message from another one. */
class StubChannel extends EventTarget {
  static last: StubChannel | undefined;
  readonly posted: unknown[] = [];

  constructor() {
    super();
    StubChannel.last = this;
  }
  postMessage(message: unknown): void {
    this.posted.push(message);
  }
  receive(data: unknown): void {
    this.dispatchEvent(new MessageEvent('message', { data }));
  }
}
Object.assign(globalThis, { BroadcastChannel: StubChannel });

const theme = () => document.documentElement.dataset['theme'];
const colors = () => [...document.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]')].map((m) => m.content);
const picker = (name = 'Appearance') => screen.getByRole<HTMLSelectElement>('combobox', { name });

async function open(cookie = '', language: Language = 'en'): Promise<void> {
  document.cookie = cookie === '' ? 'portal_theme=; Max-Age=0; Path=/' : `portal_theme=${cookie}; Path=/`;
  document.head.innerHTML = ['light', 'dark']
    .map((device) => `<meta name="theme-color" media="(prefers-color-scheme: ${device})" content="">`)
    .join('');
  followTheme();
  await openPortal('/forbidden', [], language);
  await screen.findByRole('contentinfo');
}

beforeEach(async () => {
  await startTestSession(null);
});

test('a choice applies at once, also to the browser’s own surfaces, and is kept', async () => {
  await open();
  await userEvent.selectOptions(picker(), 'Dark');
  expect(theme()).toBe('dark');
  expect(colors()).toEqual(['#0e1614', '#0e1614']);
  expect(document.cookie).toContain('portal_theme=dark');
  await userEvent.selectOptions(picker(), 'Automatic');
  expect(theme()).toBeUndefined();
  expect(colors()).toEqual(['#f1f3ef', '#0e1614']);
  expect(document.cookie).not.toContain('portal_theme');
});

test('an earlier choice applies from the start; an unreadable one is that of the device', async () => {
  await open('dark');
  expect([theme(), picker().value]).toEqual(['dark', 'dark']);
  act(() => followTheme());
  document.cookie = 'portal_theme=%22red; Path=/';
  act(() => followTheme());
  expect([theme(), picker().value]).toEqual([undefined, 'system']);
});

test('a choice reaches the other tabs, and this tab follows theirs', async () => {
  await open();
  await userEvent.selectOptions(picker(), 'Light');
  expect(StubChannel.last?.posted).toEqual(['light']);
  act(() => StubChannel.last?.receive('dark'));
  expect([theme(), picker().value]).toEqual(['dark', 'dark']);
  act(() => StubChannel.last?.receive({ theme: 'light' }));
  expect(theme()).toBe('dark');
});

test('a page that the browser kept in memory takes over what was chosen meanwhile', async () => {
  await open('light');
  document.cookie = 'portal_theme=dark; Path=/';
  act(() => {
    window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }));
  });
  expect([theme(), picker().value]).toEqual(['dark', 'dark']);
});
