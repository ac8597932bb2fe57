/** `text` as a path of this console ("/?part=mfe-hubs"), or "/" where it is none: no other origin, however it is written. */
export function ownPath(text: string | undefined): string {
  if (text === undefined || !/^\/(?![/\\])[\x21-\x7e]*$/.test(text) || text.includes('\\')) return '/';
  const url = URL.parse(text, 'http://console.invalid');
  return url?.origin === 'http://console.invalid' ? `${url.pathname}${url.search}` : '/';
}
