import { languageSettled } from '../languages.ts';
import type { PortalRouter } from './router.tsx';

/** How long the painted frame may stand; then the living shell takes over, with the route's skeleton. */
const FIRST_RENDER_LIMIT_MS = 800;

function firstRouteReady(router: Pick<PortalRouter, 'state' | 'subscribe'>): Promise<void> {
  return new Promise((resolve) => {
    const stop = router.subscribe(({ initialized }) => {
      if (initialized) done();
    });
    function done() {
      stop();
      resolve();
    }
    if (router.state.initialized) done();
  });
}

/** Resolves when the first route is ready to be shown in its language, or the limit has passed. */
export function readyToRender(router: Pick<PortalRouter, 'state' | 'subscribe'>): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, FIRST_RENDER_LIMIT_MS);
    void firstRouteReady(router)
      .then(languageSettled)
      .then(() => {
        clearTimeout(timer);
        resolve();
      });
  });
}
