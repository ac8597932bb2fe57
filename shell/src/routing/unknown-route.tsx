import type { Declaration } from '@portal/contract/declaration';
import { DescriptorError } from '@portal/federation/runtime';
import { useLanguage, useTranslation } from '@portal/i18n';
import { PageBody, PageHead, Skeleton, useLoad } from '@portal/ui';
import type { ReactNode } from 'react';
import { useCallback, useEffect } from 'react';
import { useLoaderData, useLocation, useNavigate } from 'react-router-dom';
import { useDocumentTitle } from '../layout/page-title.ts';
import { PageError } from '../layout/page-error.tsx';
import { usePortal } from '../portal.ts';
import { findPart } from './find-part.ts';

/** What the loader of unknown paths says of one that no part declares. */
export const NOT_FOUND = 'not-found';

interface UnknownRouteProps {
  /** The page for a path of no part. */
  readonly lost: ReactNode;
  readonly addRoutes: (found: Declaration) => void;
}

/** A path whose part the page does not know yet: it is asked for, and its page then takes this one's place. */
function UnknownPath({ addRoutes }: Pick<UnknownRouteProps, 'addRoutes'>) {
  const portal = usePortal();
  const { page, openTab } = portal;
  const { header, footer } = page.release.navigation;
  const { t } = useTranslation('shell');
  const language = useLanguage();
  const location = useLocation();
  const navigate = useNavigate();
  const { pathname, search, hash } = location;
  const load = useCallback(() => findPart(portal, pathname), [portal, pathname]);
  const leave = useCallback(
    () => openTab.leave(new URL(`${pathname}${search}${hash}`, window.location.href)),
    [openTab, pathname, search, hash],
  );
  const [state, retry] = useLoad(load, {
    onFailure(error) {
      console.error(`It could not be found out whose ${pathname} is.`, error);
      if (error instanceof DescriptorError && error.isOutdated) leave();
    },
  });
  const hasFailed = state.status === 'failed' || (state.status === 'loading' && state.again);
  // As the link that leads there, if there is one.
  const title = [...header, ...footer].find(({ path }) => path === pathname)?.text[language];
  useDocumentTitle(title ?? t(hasFailed ? 'failure.title' : 'loading'));
  const isSettled = state.status === 'loaded';
  const found = isSettled ? state.value : undefined;
  useEffect(() => {
    if (!isSettled) return;
    if (typeof found === 'object') addRoutes(found);
    // The router now knows the path, or where it leads.
    void navigate({ pathname, search, hash }, { replace: true });
  }, [isSettled, found, addRoutes, navigate, pathname, search, hash]);
  if (!hasFailed) return <Skeleton kind="form" {...(title !== undefined && { title })} label={t('loading')} />;
  return (
    <>
      <PageHead title={title ?? t('brand')} />
      <PageBody>
        <PageError retrying={state.status === 'loading'} onRetry={retry} />
      </PageBody>
    </>
  );
}

/** What the router shows for a path that no known part declares. */
export function UnknownRoute({ lost, addRoutes }: UnknownRouteProps) {
  const { pathname } = useLocation();
  return useLoaderData() === NOT_FOUND ? lost : <UnknownPath key={pathname} addRoutes={addRoutes} />;
}
