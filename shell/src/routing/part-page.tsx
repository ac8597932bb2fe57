import type { RouteDeclaration } from '@portal/contract/declaration';
import { useTranslation } from '@portal/i18n';
import { useSession } from '@portal/session';
import { FailureCard, PageBody, PageHead, Skeleton } from '@portal/ui';
import type { ComponentType } from 'react';
import { useCallback, useEffect, useState } from 'react';
import { hasOwnHeading } from '../layout/heading.ts';
import { usePageTitle } from '../layout/page-title.ts';
import { usePortal } from '../portal.ts';
import { CrashBoundary } from './crash-boundary.tsx';

type PageState =
  | { readonly status: 'loading' }
  | { readonly status: 'ready'; readonly Page: ComponentType }
  | { readonly status: 'failed' }
  | { readonly status: 'retrying' };

interface PartPageProps {
  readonly owner: string;
  readonly route: RouteDeclaration;
}

/** One page of one part: its skeleton while it comes, the page, or the card that says it is not there. */
export function PartPage({ owner, route }: PartPageProps) {
  const { pages } = usePortal();
  const { t } = useTranslation('shell');
  const session = useSession();
  const title = usePageTitle(owner, route);
  const [state, setState] = useState<PageState>(() => {
    const Page = pages.peek(owner, route.page);
    return Page ? { status: 'ready', Page } : { status: 'loading' };
  });
  const load = useCallback(() => {
    pages.load(owner, route.page).then(
      (Page) => setState({ status: 'ready', Page }),
      (error: unknown) => {
        console.error(`The page ${route.path} could not be loaded.`, error);
        setState({ status: 'failed' });
      },
    );
  }, [pages, owner, route]);
  useEffect(() => {
    if (state.status === 'loading') load();
  }, [state.status, load]);

  const tryAgain = () => {
    setState({ status: 'retrying' });
    load();
  };
  // A page for users never meets a visitor who is none: not even in the moment between a session's end and the way to sign-in.
  const waits = route.access !== 'open' && session.status !== 'authenticated';
  if (waits || state.status === 'loading') {
    const heading = hasOwnHeading(route.skeleton) ? {} : { title };
    return <Skeleton kind={route.skeleton} {...heading} label={t('loading')} />;
  }
  if (state.status === 'ready') {
    const { Page } = state;
    return (
      <CrashBoundary onCrash={() => setState({ status: 'failed' })} path={route.path}>
        <Page />
      </CrashBoundary>
    );
  }
  return (
    <>
      <PageHead title={title} />
      <PageBody>
        <FailureCard
          heading={t('failure.title')}
          text={t('failure.text')}
          retryText={t('failure.tryAgain')}
          retryingText={t('failure.trying')}
          retrying={state.status === 'retrying'}
          onRetry={tryAgain}
        />
      </PageBody>
    </>
  );
}
