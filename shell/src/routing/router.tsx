import type { Declaration, RedirectDeclaration, RouteDeclaration } from '@portal/contract/declaration';
import { onlyValue } from '@portal/contract/paths';
import type { SessionState } from '@portal/session';
import { session } from '@portal/session';
import { SPINNER_DELAY_MS } from '@portal/ui';
import type { LoaderFunctionArgs, PatchRoutesOnNavigationFunction, RouteObject } from 'react-router-dom';
import { createBrowserRouter, redirect } from 'react-router-dom';
import { loadLiveParts } from '../information/load-live-parts.ts';
import { languageKnown } from '../languages.ts';
import { Layout } from '../layout/layout.tsx';
import type { Portal } from '../portal.ts';
import { acceptedTarget, signInPath } from '../sign-in-target.ts';
import { decideAccess } from './access.ts';
import { UnknownRoute, NOT_FOUND } from './unknown-route.tsx';
import { findPart } from './find-part.ts';
import { findHome } from './landing.ts';
import { RouterError } from './router-error.tsx';
import { PartPage, RouteSkeleton } from './part-page.tsx';

/** Runs before a route of the shell opens: returns a redirect, or what its page needs. */
type ShellLoader = (url: URL) => Promise<unknown>;

/** The state of the session after its first check. */
async function settledSession(portal: Portal): Promise<SessionState> {
  await portal.checked;
  return session.getState();
}

/** Routes of the shell that always or sometimes redirect (specification, section 2), or need something first. */
function shellLoaders(portal: Portal): Readonly<Record<string, ShellLoader>> {
  return {
    '/': async (url) => redirect(`/login${url.search}`),
    '/loggedin': async () => redirect(await findHome(portal)),
    '/login': async (url) => {
      const state = await settledSession(portal);
      return state.status === 'authenticated'
        ? redirect(acceptedTarget(onlyValue(url.searchParams, 'redirect'), url.origin))
        : null;
    },
    '/user-info': async (url) => (url.searchParams.has('show') ? null : redirect('/404.html')),
    '/welcome': async () => {
      await settledSession(portal); // so that its headline does not change after it is shown
      return null;
    },
    '/build-information': async () => {
      const state = await settledSession(portal);
      return await loadLiveParts(portal, state.status === 'authenticated' ? state.user.roles : []);
    },
  };
}

/** How long a page that needs no account waits for the account's language, in milliseconds. */
const LANGUAGE_LIMIT_MS = 1500;

export type PortalRouter = ReturnType<typeof createBrowserRouter>;

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

/**
 * Waits until the page has loaded, at most until its skeleton replaces the previous page. `PartPage` shows failures.
 */
async function waitForPage(portal: Portal, owner: string, page: string): Promise<void> {
  const loaded = portal.pages.load(owner, page).then(
    () => undefined,
    () => undefined,
  );
  await Promise.race([loaded, pause(SPINNER_DELAY_MS)]);
}

/** Never resolves, because the browser is loading a new page. */
const LEAVING = new Promise<never>(() => undefined);

/** The hash of the address that is about to open; the router does not tell it to loaders. */
type TargetHash = () => string;

/** To sign-in, and from there to the address with its hash. */
function toSignIn(url: URL, targetHash: TargetHash): Response {
  const target = new URL(url);
  target.hash = targetHash();
  return redirect(signInPath(target));
}

function toRoute(portal: Portal, owner: string, route: RouteDeclaration, targetHash: TargetHash): RouteObject {
  const enter = async ({ request }: LoaderFunctionArgs) => {
    const url = new URL(request.url);
    void portal.preload(owner, route.page);
    const loaded = waitForPage(portal, owner, route.page);
    if (await portal.openTab.leavesFor(url, request.signal)) return LEAVING;
    if (route.access !== 'open') {
      await portal.checked;
      const isSame = await session.isStill(session.generation());
      // The page loads anew for another user, who has signed in in another tab.
      if (!isSame && session.getState().status === 'authenticated') return LEAVING;
      const decision = decideAccess(route.access, await settledSession(portal));
      if (decision.kind === 'sign-in') return toSignIn(url, targetHash);
      if (decision.kind === 'go') return redirect(decision.to);
      if (portal.landing.isDue) {
        portal.landing.isDue = false;
        const home = await findHome(portal);
        if (home !== url.pathname) return redirect(home);
      }
    }
    await languageKnown(portal.checked, LANGUAGE_LIMIT_MS);
    await loaded;
    return null;
  };
  return {
    path: route.path,
    caseSensitive: true, // like the web server
    handle: route,
    loader: enter,
    element: <PartPage owner={owner} route={route} key={route.path} />,
    // The shell may render before the API's first answer.
    hydrateFallbackElement: <RouteSkeleton owner={owner} route={route} />,
  };
}

/** A declared redirect inside the portal; for a full page load, the web server redirects in the same way. */
function toRedirect({ name, routes }: Declaration, { from, to }: RedirectDeclaration): RouteObject {
  const target = routes.find(({ path }) => path === to);
  // A tab that opens with a redirect shows its target's skeleton until the target has loaded.
  const skeleton = target && <RouteSkeleton owner={name} route={target} />;
  return {
    path: from,
    caseSensitive: true,
    loader: ({ request }) => redirect(`${to}${new URL(request.url).search}`),
    element: skeleton,
    hydrateFallbackElement: skeleton,
  };
}

function withShellLoader(portal: Portal, route: RouteObject): RouteObject {
  const shellLoader = shellLoaders(portal)[route.path ?? ''];
  if (!shellLoader || route.index === true) return route;
  const { loader: ordinary } = route;
  return {
    ...route,
    loader: async (args) => {
      const answer = await shellLoader(new URL(args.request.url));
      if (answer instanceof Response) return answer;
      const leads = typeof ordinary === 'function' ? await ordinary(args) : null;
      return leads ?? answer;
    },
  };
}

/** The routes and redirects of a part that no other one knows. */
function listRoutes(portal: Portal, declaration: Declaration, targetHash: TargetHash): RouteObject[] {
  return [
    ...declaration.routes.map((route) => toRoute(portal, declaration.name, route, targetHash)),
    ...(declaration.redirects ?? []).map((each) => toRedirect(declaration, each)),
  ];
}

/** Id of the route of the frame, which all pages are in. */
const FRAME_ID = 'frame';

/** The route for paths that no known part declares: they belong to a further part, or to nobody. */
function unknownPaths(portal: Portal, addRoutes: (found: Declaration) => void, targetHash: TargetHash): RouteObject[] {
  const shell = portal.page.release.shell.declaration;
  const notFound = shell.routes.find(({ path }) => path === '/404.html');
  if (!notFound) return [];
  const lost = toRoute(portal, shell.name, notFound, targetHash);
  return [
    {
      ...lost,
      path: '*',
      loader: async (args) => {
        const url = new URL(args.request.url);
        const found = findPart(portal, url.pathname).catch(() => NOT_KNOWN);
        // `patchRoutesOnNavigation` has waited for the answer already.
        const whose = await Promise.race([found, pause(0).then(() => NOT_KNOWN)]);
        if (whose === 'sign-in') return toSignIn(url, targetHash);
        if (whose === 'forbidden') return redirect(FORBIDDEN_PATH);
        if (whose !== undefined) return null;
        if (typeof lost.loader === 'function') await lost.loader(args);
        return NOT_FOUND;
      },
      element: <UnknownRoute lost={lost.element} addRoutes={addRoutes} />,
    },
  ];
}

const NOT_KNOWN = null;
/** Where those are led who lack the role (specification, section 6). */
const FORBIDDEN_PATH = '/forbidden';

/**
 * The routes of the parts that the page knows, inside the layout. The declarations decide about access, before any code
 * of the part has loaded. `addRoutes` adds those of a part that the page has met.
 */
export function portalRoutes(
  portal: Portal,
  addRoutes: (found: Declaration) => void = () => undefined,
  targetHash: TargetHash = () => '',
): RouteObject[] {
  const shell = portal.page.release.shell.declaration;
  const children = portal.parts.declarations().flatMap((declaration) => {
    const routes = listRoutes(portal, declaration, targetHash);
    return declaration === shell ? routes.map((route) => withShellLoader(portal, route)) : routes;
  });
  const unknown = unknownPaths(portal, addRoutes, targetHash);
  const frame = {
    id: FRAME_ID,
    element: <Layout />,
    errorElement: <RouterError lost={lostPage(portal)} onCrash={portal.reportCrash} />,
  };
  return [{ ...frame, children: [...children, ...unknown] }];
}

function lostPage({ page }: Portal) {
  const { name, routes } = page.release.shell.declaration;
  const notFound = routes.find(({ path }) => path === '/404.html');
  return notFound && <PartPage owner={name} route={notFound} />;
}

/**
 * The router of the page. Before a navigation to a path that it does not know, it finds out whose that is; if that
 * takes longer than people wait without a sign, the page for unknown paths goes on with it. `create` makes a router in
 * memory in tests.
 */
export function createPortalRouter(
  portal: Portal,
  create: (routes: RouteObject[], options: RouterOptions) => PortalRouter = createBrowserRouter,
): PortalRouter {
  const targetHash = () => (router.state.navigation.location ?? router.state.location).hash;
  const added = new Set(portal.parts.declarations().map(({ name }) => name));
  const add = (found: Declaration, patch: (routes: RouteObject[]) => void) => {
    if (added.has(found.name)) return;
    added.add(found.name);
    patch(listRoutes(portal, found, targetHash));
  };
  const router = create(
    portalRoutes(portal, (found) => add(found, (routes) => router.patchRoutes(FRAME_ID, routes)), targetHash),
    {
      async patchRoutesOnNavigation({ path, patch, signal }) {
        const asked = findPart(portal, path).catch(() => undefined); // the page for unknown paths shows the failure
        const found = await Promise.race([asked, pause(SPINNER_DELAY_MS)]);
        // The router takes no routes for a navigation that another one has replaced.
        if (typeof found === 'object' && !signal.aborted) add(found, (routes) => patch(FRAME_ID, routes));
      },
    },
  );
  return router;
}

interface RouterOptions {
  readonly patchRoutesOnNavigation: PatchRoutesOnNavigationFunction;
}
