import type { RouteDeclaration } from '@portal/contract/declaration';
import { useTranslation } from '@portal/i18n';
import { Skeleton } from '@portal/ui';
import { hasOwnHeading } from '../layout/heading.ts';
import { useDeclaredText, useDocumentTitle } from '../layout/page-title.ts';

export interface RouteSkeletonProps {
  readonly owner: string;
  readonly route: RouteDeclaration;
}

/** The shape of a route's page, as its declaration names it. */
export function RouteSkeleton({ owner, route }: RouteSkeletonProps) {
  const { t } = useTranslation('shell');
  const title = useDeclaredText(owner, route.title);
  useDocumentTitle(title);
  return <Skeleton kind={route.skeleton} {...(hasOwnHeading(route.skeleton) ? {} : { title })} label={t('loading')} />;
}
