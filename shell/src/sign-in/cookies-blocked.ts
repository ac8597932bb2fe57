import { cookieText, cookieValues, ownCookieName } from '@portal/contract/cookies';

/** Whether the browser drops cookies. Tries it, because `navigator.cookieEnabled` is true in Chromium when its settings block those of this site. */
export function areCookiesBlocked(): boolean {
  if (typeof document === 'undefined') return false; // the page is painted
  const secure = location.protocol === 'https:';
  const name = ownCookieName('portal_try', secure);
  document.cookie = cookieText(name, '1', { maxAgeSeconds: 1, secure });
  const isBlocked = cookieValues(document.cookie, name).length === 0;
  document.cookie = cookieText(name, '', { maxAgeSeconds: 0, secure });
  return isBlocked;
}
