import type { Declaration, RedirectDeclaration, RouteDeclaration } from '@portal/contract/declaration';
import { onlyValue } from '@portal/contract/query';
import type { SessionState } from '@portal/session';
import { session } from '@portal/session';
import type { LoaderFunctionArgs, RouteObject } from 'react-router-dom';
import { createBrowserRouter, redirect } from 'react-router-dom';
import { Layout } from '../layout/layout.tsx';
import type { Portal } from '../portal.ts';
import { acceptedTarget, signInPath } from '../sign-in/target.ts';
import { decideAccess } from './access.ts';
import { PartPage, RouteSkeleton } from './part-page.tsx';

/** What happens before a route opens: a way elsewhere, or null to go on. */
type RedirectLoader = (url: URL) => Promise<Response | null>;

/** Who is signed in, once the first check has answered. */
async function settledSession(portal: Portal): Promise<SessionState> {
  await portal.checked;
  return session.getState();
}

/** Routes of the shell that lead elsewhere, always or sometimes (specification, section 2). */
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
      await settledSession(portal); // so that its headline does not change under the reader's eyes
      return null;
    },
  };
}

/** How long a navigation waits on the page shown before, until the skeleton of the next one takes its place (specification, section 9). */
const SKELETON_DELAY_MS = 300;

export type PortalRouter = ReturnType<typeof createBrowserRouter>;

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

/** The page's code comes within the delay, or the route shows its skeleton; a failure is the page's to show. */
async function bringPage(portal: Portal, owner: string, page: string): Promise<void> {
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
    const coming = bringPage(portal, owner, route.page);
    // Nothing more happens here: the whole page goes.
    if (await portal.openTab.leavesFor(url, request.signal)) return new Promise<never>(() => undefined);
    if (route.access !== 'open') {
      const decision = decideAccess(route.access, await settledSession(portal));
      if (decision.kind === 'sign-in') return redirect(signInPath(url));
      if (decision.kind === 'go') return redirect(decision.to);
    }
    await coming;
    return null;
  };
  return {
    path: route.path,
    caseSensitive: true, // as the web server matches it
    handle: route,
    loader: enter,
    element: <PartPage owner={owner} route={route} key={route.path} />,
    // The living frame may come before the first answer of the API has.
    hydrateFallbackElement: <RouteSkeleton owner={owner} route={route} />,
  };
}

/** A declared redirect inside the portal; the web server answers the same to a full page load. */
function toRedirect({ name, routes }: Declaration, { from, to }: RedirectDeclaration): RouteObject {
  const target = routes.find(({ path }) => path === to);
  // Where a tab begins with one, the shape of what it leads to stands until that is there.
  const coming = target && <RouteSkeleton owner={name} route={target} />;
  return {
    path: from,
    caseSensitive: true,
    loader: ({ request }) => redirect(`${to}${new URL(request.url).search}`),
    element: coming,
    hydrateFallbackElement: coming,
  };
}

function withLeading(portal: Portal, route: RouteObject): RouteObject {
  const lead = shellRedirects(portal)[route.path ?? ''];
  if (!lead || route.index === true) return route;
  const { loader: ordinary } = route;
  return {
    ...route,
    loader: async (args) => {
      const answer = await lead(new URL(args.request.url));
      return answer ?? (typeof ordinary === 'function' ? ordinary(args) : null);
    },
  };
}

/** The routes of every live part, in the portal's frame. They know who may enter before any code of the part is here. */
export function portalRoutes(portal: Portal): RouteObject[] {
  const shell = portal.page.release.shell.declaration;
  const children = portal.declarations.flatMap((declaration) =>
    declaration.routes.map((route) => {
      const made = toRoute(portal, declaration, route);
      return declaration === shell ? withLeading(portal, made) : made;
    }),
  );
  const redirects = portal.declarations.flatMap((declaration) =>
    (declaration.redirects ?? []).map((each) => toRedirect(declaration, each)),
  );
  const notFound = shell.routes.find(({ path }) => path === '/404.html');
  const anyOther = notFound ? [{ ...toRoute(portal, shell, notFound), path: '*' }] : [];
  return [{ element: <Layout />, children: [...children, ...redirects, ...anyOther] }];
}

export function createPortalRouter(portal: Portal): PortalRouter {
  return createBrowserRouter(portalRoutes(portal));
}
