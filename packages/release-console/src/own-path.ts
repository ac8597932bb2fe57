/** Only a stand-in: whatever leads away from it leads away from the console. */
const HERE = 'http://console.invalid';

/** `text` as a path of this console ("/?part=mfe-hubs"), or "/" where it leads elsewhere, however it is written. */
export function ownPath(text: string | undefined): string {
  const url = text?.startsWith('/') === true ? URL.parse(text, HERE) : null;
  if (url?.origin !== HERE) return '/';
  const path = `${url.pathname}${url.search}`;
  // "/..//elsewhere" becomes "//elsewhere", which is another host.
  return URL.parse(path, HERE)?.origin === HERE ? path : '/';
}
