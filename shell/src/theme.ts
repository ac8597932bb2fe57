import { CHOICE_COOKIE_SECONDS, cookieText, cookieValues, ownCookieName } from '@portal/contract/cookies';
import type { Theme } from '@portal/contract/theme';
import { DEVICE_THEMES, THEME_COOKIE, themeColor, parseTheme } from '@portal/contract/theme';
import { useSyncExternalStore } from 'react';

let current: Theme = 'system';
let otherTabs: BroadcastChannel | undefined;
const listeners = new Set<() => void>();

const isSecure = () => location.protocol === 'https:';
const cookieName = () => ownCookieName(THEME_COOKIE, isSecure());

function remember(theme: Theme): void {
  const maxAgeSeconds = theme === 'system' ? 0 : CHOICE_COOKIE_SECONDS;
  document.cookie = cookieText(cookieName(), theme, { maxAgeSeconds, secure: isSecure() });
}

function remembered(): Theme {
  return parseTheme(cookieValues(document.cookie, cookieName())[0]);
}

/** Changes the open page as the web server paints it (`theme-tags.ts`). */
function apply(theme: Theme): void {
  current = theme;
  const root = document.documentElement;
  if (theme === 'system') delete root.dataset['theme'];
  else root.dataset['theme'] = theme;
  for (const meta of document.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]')) {
    const device = DEVICE_THEMES.find((name) => meta.getAttribute('media')?.includes(name));
    if (device) meta.content = themeColor(theme, device);
  }
  for (const listener of listeners) listener();
}

/** Applies the choice in the picker here and in all other tabs, and keeps it. */
export function chooseTheme(value: string): void {
  const theme = parseTheme(value);
  apply(theme);
  remember(theme);
  otherTabs?.postMessage(theme);
}

/** Applies the theme that was chosen earlier, and follows the choice in other tabs. */
export function followTheme(): void {
  apply(remembered());
  remember(current); // for another year; some browsers keep the cookies of scripts for a few days only
  otherTabs = new BroadcastChannel('portal-theme');
  otherTabs.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
    if (typeof data === 'string') apply(parseTheme(data));
  });
  // A page that the browser kept in memory has missed the messages.
  window.addEventListener('pageshow', ({ persisted }) => {
    if (persisted) apply(remembered());
  });
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The chosen theme. */
export function useTheme(): Theme {
  return useSyncExternalStore(subscribe, () => current);
}
