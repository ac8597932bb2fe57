/** Only a stand-in: whatever leads away from it leads away from the console. */
const HERE = 'http://console.invalid';

/** `text` as a path of this console ("/?part=mfe-hubs"), or "/" where it leads elsewhere, however it is written. */
export function ownPath(text: string | undefined): string {
  const url = text?.startsWith('/') === true ? URL.parse(text, HERE) : null;
  return url?.origin === HERE ? `${url.pathname}${url.search}` : '/';
}
