import type { Declaration, RedirectDeclaration, RouteDeclaration } from '@portal/contract/declaration';
import { onlyValue } from '@portal/contract/query';
import type { SessionState } from '@portal/session';
import { session } from '@portal/session';
import type { LoaderFunctionArgs, RouteObject } from 'react-router-dom';
import { createBrowserRouter, redirect } from 'react-router-dom';
import { languageKnown } from '../languages.ts';
import { Layout } from '../layout/layout.tsx';
import type { Portal } from '../portal.ts';
import { acceptedTarget, signInPath } from '../sign-in/target.ts';
import { decideAccess } from './access.ts';
import { FrameFailure } from './frame-failure.tsx';
import { PartPage, RouteSkeleton } from './part-page.tsx';

/** Runs before a route opens: returns a redirect, or null to continue. */
type RedirectLoader = (url: URL) => Promise<Response | null>;

/** The state of the session after its first check. */
async function settledSession(portal: Portal): Promise<SessionState> {
  await portal.checked;
  return session.getState();
}

/** Routes of the shell that always or sometimes redirect (specification, section 2). */
function shellRedirects(portal: Portal): Readonly<Record<string, RedirectLoader>> {
  return {
    '/': async (url) => redirect(`/login${url.search}`),
    '/loggedin': async () => redirect('/settings'),
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
  };
}

/** How long a navigation keeps the previous page before the next one's skeleton replaces it, in milliseconds (specification, section 9). */
const SKELETON_DELAY_MS = 300;

/** How long a page that needs no account waits for the account's language, in milliseconds. */
const LANGUAGE_LIMIT_MS = 1500;

export type PortalRouter = ReturnType<typeof createBrowserRouter>;

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

/** Waits until the page has loaded, at most for the delay. `PartPage` shows failures. */
async function waitForPage(portal: Portal, owner: string, page: string): Promise<void> {
  const loaded = portal.pages.load(owner, page).then(
    () => undefined,
    () => undefined,
  );
  await Promise.race([loaded, pause(SKELETON_DELAY_MS)]);
}

function toRoute(portal: Portal, declaration: Declaration, route: RouteDeclaration): RouteObject {
  const owner = declaration.name;
  const enter = async ({ request }: LoaderFunctionArgs) => {
    const url = new URL(request.url);
    const loaded = waitForPage(portal, owner, route.page);
    // Never resolves, because the browser is loading a new page.
    if (await portal.openTab.leavesFor(url, request.signal)) return new Promise<never>(() => undefined);
    if (route.access !== 'open') {
      await portal.checked;
      const isSame = await session.isStill(session.generation());
      // The page loads anew for another user, who has signed in in another tab.
      if (!isSame && session.getState().status === 'authenticated') return new Promise<never>(() => undefined);
      const decision = decideAccess(route.access, await settledSession(portal));
      if (decision.kind === 'sign-in') return redirect(signInPath(url));
      if (decision.kind === 'go') return redirect(decision.to);
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

function withShellRedirect(portal: Portal, route: RouteObject): RouteObject {
  const redirectLoader = shellRedirects(portal)[route.path ?? ''];
  if (!redirectLoader || route.index === true) return route;
  const { loader: ordinary } = route;
  return {
    ...route,
    loader: async (args) => {
      const answer = await redirectLoader(new URL(args.request.url));
      return answer ?? (typeof ordinary === 'function' ? ordinary(args) : null);
    },
  };
}

/** The routes of every live part, inside the layout. The declarations decide about access, before any code of the part has loaded. */
export function portalRoutes(portal: Portal): RouteObject[] {
  const shell = portal.page.release.shell.declaration;
  const children = portal.declarations.flatMap((declaration) =>
    declaration.routes.map((route) => {
      const made = toRoute(portal, declaration, route);
      return declaration === shell ? withShellRedirect(portal, made) : made;
    }),
  );
  const redirects = portal.declarations.flatMap((declaration) =>
    (declaration.redirects ?? []).map((each) => toRedirect(declaration, each)),
  );
  const notFound = shell.routes.find(({ path }) => path === '/404.html');
  const anyOther = notFound ? [{ ...toRoute(portal, shell, notFound), path: '*' }] : [];
  const frame = {
    element: <Layout />,
    errorElement: (
      <FrameFailure lost={notFound && <PartPage owner={shell.name} route={notFound} />} onCrash={portal.reportCrash} />
    ),
  };
  return [{ ...frame, children: [...children, ...redirects, ...anyOther] }];
}

export function createPortalRouter(portal: Portal): PortalRouter {
  return createBrowserRouter(portalRoutes(portal));
}
