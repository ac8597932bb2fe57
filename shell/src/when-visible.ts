/**
 * Runs `work` when the page is shown: at once, unless the browser prepares the page for somebody who is about to go
 * there.
 */
export function whenVisible(work: () => void): void {
  if (document.prerendering) document.addEventListener('prerenderingchange', work, { once: true });
  else work();
}

/**
 * How long somebody has waited for the page, in milliseconds: since its load began or, if it was prepared before, since
 * it is shown.
 */
export function timeSinceVisible(): number {
  const [navigation] = performance.getEntriesByType('navigation');
  const shownAt = navigation && 'activationStart' in navigation ? navigation.activationStart : 0;
  return performance.now() - shownAt;
}
