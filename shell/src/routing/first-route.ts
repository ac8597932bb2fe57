import type { PortalRouter } from './router.tsx';

/** How long the painted frame may stand for the first route; then the living shell takes over, with the route's skeleton. */
const FIRST_ROUTE_LIMIT_MS = 800;

/** Resolves when the first route is ready to be shown, or the limit has passed. */
export function firstRouteReady(router: PortalRouter): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(done, FIRST_ROUTE_LIMIT_MS);
    const stop = router.subscribe((state) => {
      if (state.initialized) done();
    });
    function done() {
      clearTimeout(timer);
      stop();
      resolve();
    }
    if (router.state.initialized) done();
  });
}
