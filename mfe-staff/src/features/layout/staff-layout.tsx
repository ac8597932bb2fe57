import { useTranslation } from '@portal/i18n';
import { useUser } from '@portal/session';
import { Link, PageBody, PageHead, useLocation } from '@portal/ui';
import type { PageHeadProps } from '@portal/ui';
import type { ReactNode } from 'react';
import { StaffSearch } from '../../search/staff-search.tsx';
import { areasFor } from './areas.ts';
import './staff-layout.css';

interface StaffLayoutProps extends Pick<PageHeadProps, 'title' | 'lead' | 'back'> {
  /** Separated by 24 px. */
  readonly children: ReactNode;
}

/** A page of the staff: its title, links to the areas that the account's roles open, and the content. */
export function StaffLayout({ title, lead, back, children }: StaffLayoutProps) {
  return (
    <>
      <PageHead title={title} {...(lead !== undefined && { lead })} {...(back && { back })} />
      <PageBody stacked>
        <StaffSearch />
        <StaffNav />
        {children}
      </PageBody>
    </>
  );
}

/** `page` for the area's own page, `true` for a page below it. */
function findCurrent(path: string, pathname: string): 'page' | 'true' | undefined {
  if (pathname === path) return 'page';
  return pathname.startsWith(`${path}/`) ? 'true' : undefined;
}

function StaffNav() {
  const { t } = useTranslation('mfe-staff');
  const { roles } = useUser();
  const { pathname } = useLocation();
  return (
    <nav className="staff-nav" aria-label={t('staff.areasLabel')}>
      <ul role="list">
        <li>
          <Link to="/staff">{t('staff.overview')}</Link>
        </li>
        {areasFor(roles).map(({ name, path }) => (
          <li key={name} className="staff-nav__area">
            <Link to={path} aria-current={findCurrent(path, pathname)}>
              {t(`staff.areas.${name}.name`)}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
