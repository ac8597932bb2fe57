/**
 * Runs `work` when the page has loaded and the browser has nothing else to do. WebKit does not say when; there it is a
 * moment later.
 */
export function whenIdle(work: () => void): void {
  const wait = () => ('requestIdleCallback' in window ? window.requestIdleCallback(work) : setTimeout(work, 1000));
  if (document.readyState === 'complete') wait();
  else window.addEventListener('load', wait, { once: true });
}
