import type { RouteDeclaration } from '@portal/contract/declaration';
import { useTranslation } from '@portal/i18n';
import { useSession } from '@portal/session';
import type { LazyImport } from '@portal/ui';
import { Button, LazyImportProvider, Message, PageBody, PageHead, Skeleton } from '@portal/ui';
import type { ComponentType, ErrorInfo, ReactNode } from 'react';
import { Component, useCallback, useEffect, useState } from 'react';
import { isCachedFailure } from '@portal/federation/runtime';
import { isFileFailure } from '../file-failure.ts';
import { hasOwnHeading } from '../layout/heading.ts';
import { OwnTitleProvider, useDeclaredText, useDocumentTitle } from '../layout/page-title.ts';
import { PageError } from '../layout/page-error.tsx';
import { usePortal } from '../portal.ts';
import type { PrerenderedPage } from './prerendered-page.tsx';
import { PrerenderedContent } from './prerendered-page.tsx';
import { forgetInput, replayInput } from './replay-input.ts';

interface RouteSkeletonProps {
  readonly owner: string;
  readonly route: RouteDeclaration;
}

/** The prerendered page of a route, else the skeleton that it declares. */
export function RouteSkeleton({ owner, route }: RouteSkeletonProps) {
  const { t } = useTranslation('shell');
  const title = useDeclaredText(owner, route.title);
  const { prerendered } = usePortal();
  const { status } = useSession();
  const isPrerendered = prerendered.isFor(route.path) && (route.access === 'open' || status !== 'unauthenticated');
  // A prerendered page has its title already, which may be its own.
  useDocumentTitle(isPrerendered ? undefined : title);
  if (isPrerendered) return <PrerenderedContent prerendered={prerendered} />;
  return <Skeleton kind={route.skeleton} {...(hasOwnHeading(route.skeleton) ? {} : { title })} label={t('loading')} />;
}

interface CrashBoundaryProps {
  readonly children: ReactNode;
  readonly path: string;
  readonly onCrash: (error: unknown) => void;
}

/** Catches the error of a page that throws, so that the rest of the portal continues. */
class CrashBoundary extends Component<CrashBoundaryProps, { readonly crashed: boolean }> {
  override state = { crashed: false };

  static getDerivedStateFromError(): { readonly crashed: boolean } {
    return { crashed: true };
  }

  override componentDidCatch(error: Error, info: ErrorInfo): void {
    console.error(`The page ${this.props.path} crashed.`, error, info.componentStack);
    this.props.onCrash(error);
  }

  override render(): ReactNode {
    return this.state.crashed ? null : this.props.children;
  }
}

type PageState =
  | { readonly status: 'loading' }
  | { readonly status: 'ready'; readonly Page: ComponentType }
  | { readonly status: 'failed'; readonly error: unknown }
  | { readonly status: 'retrying' };

interface FailedPageProps {
  readonly title: string;
  /** Can still be read. */
  readonly prerendered: PrerenderedPage | undefined;
  readonly retrying: boolean;
  readonly onRetry: () => void;
}

function FailedPage({ title, prerendered, retrying, onRetry }: FailedPageProps) {
  const { t } = useTranslation('shell');
  if (prerendered) {
    const again = (
      <Button size="small" icon="retry" busy={retrying} onClick={onRetry}>
        {t(retrying ? 'failure.trying' : 'failure.tryAgain')}
      </Button>
    );
    return (
      <>
        <div className="page prerendered-note">
          <Message kind="error" live="alert" title={t('failure.title')} titleAs="h2" actions={again}>
            {t('failure.text')}
          </Message>
        </div>
        <PrerenderedContent prerendered={prerendered} alone />
      </>
    );
  }
  return (
    <>
      <PageHead title={title} />
      <PageBody>
        <PageError retrying={retrying} onRetry={onRetry} />
      </PageBody>
    </>
  );
}

/** Loads a page, and again after a failure; replaces one that crashed. */
function usePage({ owner, route }: RouteSkeletonProps) {
  const { pages, openTab, reportCrash } = usePortal();
  const [state, setState] = useState<PageState>(() => {
    const Page = pages.peek(owner, route.page);
    if (Page) return { status: 'ready', Page };
    // The router has already tried to load it.
    const error = pages.failure(owner, route.page);
    return error === undefined ? { status: 'loading' } : { status: 'failed', error };
  });
  const load = useCallback(() => {
    pages.load(owner, route.page).then(
      (Page) => setState({ status: 'ready', Page }),
      (error: unknown) => {
        console.error(`The page ${route.path} could not be loaded.`, error);
        setState({ status: 'failed', error });
      },
    );
  }, [pages, owner, route]);
  useEffect(() => {
    if (state.status === 'loading') load();
  }, [state.status, load]);
  useEffect(() => {
    if (state.status !== 'failed') return undefined;
    let isShown = true;
    void openTab.replaceBroken(isFileFailure(state.error), isCachedFailure(state.error));
    pages.late(owner, route.page)?.then(
      (Page) => {
        if (isShown) setState({ status: 'ready', Page });
      },
      (error: unknown) => console.error(`The page ${route.path} has not come late, either.`, error),
    );
    return () => {
      isShown = false;
    };
  }, [state, pages, owner, route, openTab]);

  const tryAgain = () => {
    setState({ status: 'retrying' });
    if (pages.isStuck(owner, route.page)) window.location.reload();
    else load();
  };
  const replace = (error: unknown) => {
    if (owner === 'shell') reportCrash(error);
    setState(pages.replaceCrashed(owner, route.page, error) ? { status: 'loading' } : { status: 'failed', error });
  };
  const importLater = useCallback<LazyImport>(
    async (module) => {
      try {
        return await pages.importLater(owner, route.page, module, () => setState({ status: 'loading' }));
      } catch (error) {
        void openTab.replaceBroken(isFileFailure(error), isCachedFailure(error));
        throw error;
      }
    },
    [pages, owner, route, openTab],
  );
  return { state, tryAgain, replace, importLater };
}

/** A page of a part: its skeleton while it loads, then the page, or the page error. */
export function PartPage({ owner, route }: RouteSkeletonProps) {
  const { prerendered } = usePortal();
  const session = useSession();
  const [ownTitle, setOwnTitle] = useState<string>();
  const title = useDeclaredText(owner, route.title);
  const { state, tryAgain, replace, importLater } = usePage({ owner, route });
  const isPrerendered = state.status === 'loading' && prerendered.isFor(route.path);
  useDocumentTitle(ownTitle ?? (isPrerendered ? undefined : title));
  // A guarded page is never shown without a session, not even between the session's end and the redirect to sign-in.
  const waits = route.access !== 'open' && session.status !== 'authenticated';
  useEffect(() => {
    if (state.status !== 'ready' || waits) return;
    prerendered.drop();
    replayInput(route.path);
  }, [state.status, waits, prerendered, route.path]);
  useEffect(() => {
    if (state.status === 'failed' || session.status === 'unauthenticated') forgetInput();
  }, [state.status, session.status]);

  if (waits || state.status === 'loading') return <RouteSkeleton owner={owner} route={route} />;
  if (state.status !== 'ready')
    return (
      <FailedPage
        title={title}
        prerendered={route.access === 'open' && prerendered.isFor(route.path) ? prerendered : undefined}
        retrying={state.status === 'retrying'}
        onRetry={tryAgain}
      />
    );
  const { Page } = state;
  return (
    <CrashBoundary onCrash={replace} path={route.path}>
      <OwnTitleProvider value={setOwnTitle}>
        <LazyImportProvider value={importLater}>
          <Page />
        </LazyImportProvider>
      </OwnTitleProvider>
    </CrashBoundary>
  );
}
