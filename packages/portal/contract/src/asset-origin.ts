// For browser code only.

/**
 * The origin of the CDN that the page takes its files from: that of the shell's entry. Empty if it is the page's own.
 */
export function assetOrigin(): string {
  const entry = document.querySelector<HTMLScriptElement>('script[type="module"]');
  const origin = URL.parse(entry?.src ?? '')?.origin ?? '';
  return origin === window.location.origin ? '' : origin;
}
