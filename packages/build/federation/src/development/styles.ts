import type { BuiltEvent } from './events.ts';
import { serverAddress } from './server-address.ts';

/** A part's style sheet in its latest build. */
type BuiltStyle = BuiltEvent['styles'][number];

function getLinks(part: string): readonly HTMLLinkElement[] {
  return [
    ...document.querySelectorAll<HTMLLinkElement>(
      `link[rel="stylesheet"][href^="${serverAddress(`/assets/${part}/`)}"]`,
    ),
  ];
}

/** Adds a link after the part's old ones, to keep the order of the parts. */
function addLink({ url, integrity }: BuiltStyle, before?: HTMLLinkElement): Promise<void> {
  const link = document.createElement('link');
  link.rel = 'stylesheet';
  link.href = serverAddress(url);
  link.integrity = integrity;
  link.crossOrigin = 'anonymous';
  return new Promise((resolve) => {
    link.addEventListener('load', () => resolve(), { once: true });
    link.addEventListener('error', () => resolve(), { once: true });
    if (before) before.after(link);
    else document.body.append(link);
  });
}

/** Resolves when the style sheets of a part apply that the page has none of. */
export async function addStyles(styles: readonly BuiltStyle[]): Promise<void> {
  await Promise.all(styles.map((style) => addLink(style)));
}

/** Replaces a part's style sheets by the latest ones; the old ones stay until the new ones apply. */
export async function replaceStyles(part: string, styles: readonly BuiltStyle[]): Promise<void> {
  const present = getLinks(part);
  const missing = styles.filter(({ url }) => present.every((link) => link.getAttribute('href') !== serverAddress(url)));
  if (present.length === 0 || missing.length === 0) return;
  await Promise.all(missing.map((style) => addLink(style, present.at(-1))));
  // The styles of the prerendered frame come from the shell's previous style sheet.
  if (part === 'shell') document.querySelector('head > style')?.remove();
  const wanted = new Set(styles.map(({ url }) => serverAddress(url)));
  for (const link of present) if (!wanted.has(link.getAttribute('href') ?? '')) link.remove();
}
