import { assetOrigin } from '@portal/contract/asset-origin';
import { maskMessage, POSITION } from '@portal/contract/mask-message';
import { ASSETS_PATH } from '@portal/contract/paths';
import type { CrashDetails } from '@portal/contract/report';

/** The part whose code threw, and where. */
interface ErrorOrigin {
  readonly part: string;
  /** "settings.0123456789abcdef.js:1:2345" */
  readonly position: string;
}

/**
 * The end of a line of a stack in Chromium (" at press (URL:1:2)"), Firefox and WebKit ("press@URL:1:2", "URL:1:2").
 */
const FRAME = /([a-z][\w+.-]*:\/\/[^\s()]+):(\d+):(\d+)\)?$/i;

function getStack(error: unknown): readonly string[] {
  if (!(error instanceof Error) || typeof error.stack !== 'string') return [];
  const { stack } = error;
  // Chromium's stacks begin with the message, which may contain anything.
  const message = String(error);
  return (stack.startsWith(message) ? stack.slice(message.length) : stack).split('\n');
}

/**
 * The part whose error it is: of the frames from the top, the first remote's, also below frames of the shell, because
 * it has called the shell; with frames of the shell alone, the shell. The packages in the vendor file throw for whoever
 * calls them, so they count for nobody. Neither does an error that foreign code has thrown, such as that of a browser's
 * extension. `at` is where a browser says that something was thrown that has no stack
 * ("https://portal.example.com/assets/mfe-hubs/main.0123456789abcdef.js:1:2").
 */
export function findOrigin(error: unknown, at = ''): ErrorOrigin | undefined {
  let shell: ErrorOrigin | undefined;
  const origins = new Set([window.location.origin, assetOrigin()]);
  const stack = getStack(error).filter((line) => FRAME.test(line));
  for (const line of stack.length > 0 ? stack : [at]) {
    const [, address = '', row = '', column = ''] = FRAME.exec(line) ?? [];
    const url = URL.parse(address);
    if (!url || !origins.has(url.origin)) break;
    const [, part = '', file = ''] = url.pathname.startsWith(ASSETS_PATH) ? url.pathname.split('/').slice(1) : [];
    if (part === '' || (part === 'shell' && file.startsWith('vendor.'))) continue;
    const origin = { part, position: `${file}:${row}:${column}` };
    if (part !== 'shell') return origin;
    shell ??= origin;
  }
  return shell;
}

/** Causes of causes that are followed; errors may name each other. */
const MOST_CAUSES = 10;

/** The error at the bottom: what made others fail. */
function getCause(error: unknown, left = MOST_CAUSES): unknown {
  return left > 0 && error instanceof Error && error.cause instanceof Error ? getCause(error.cause, left - 1) : error;
}

const EXTENSION = /\b(?:chrome|moz|safari-web)-extension:/;
/** Set by Chromium on the page, by Edge, and around each text. The portal has no such element. */
const TRANSLATED = '.translated-ltr, .translated-rtl, [_msttexthash], font > font';

/** What made a part crash, where it is proved not to be the part. */
function outsideCause(error: unknown, at = ''): CrashDetails['causedBy'] {
  if (!findOrigin(error, at) && [...getStack(error), at].some((line) => EXTENSION.test(line))) return 'extension';
  // React does not find a text that the translation has replaced.
  const isMissing = error instanceof DOMException && error.name === 'NotFoundError';
  return isMissing && document.querySelector(TRANSLATED) ? 'translation' : undefined;
}

/** What is reported of an error: nothing about the person. */
export function crashDetails(error: unknown, at?: string): CrashDetails {
  const cause = getCause(error);
  const causedBy = outsideCause(cause, at);
  if (causedBy) return { causedBy };
  const isText = cause instanceof Error || typeof cause === 'string';
  const message = isText ? maskMessage(String(cause)) : '';
  const position = findOrigin(cause, at)?.position ?? '';
  return { ...(message !== '' && { message }), ...(POSITION.test(position) && { position }) };
}
