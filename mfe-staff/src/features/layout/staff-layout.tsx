import { useTranslation } from '@portal/i18n';
import { useUser } from '@portal/session';
import { Button, ButtonLink, Icon, Link, useLocation } from '@portal/ui';
import type { PageHeadProps } from '@portal/ui';
import { useId } from 'react';
import type { ReactNode } from 'react';
import { StaffSearch } from '../../search/staff-search.tsx';
import { areaGroups } from './areas.tsx';
import './staff-layout.css';
import './density.css';

interface StaffLayoutProps extends Pick<PageHeadProps, 'title' | 'lead' | 'back'> {
  /** Separated by 16 px. */
  readonly children: ReactNode;
}

/** A page of the staff: the areas that the account's roles open, the page's title, and the content. */
export function StaffLayout({ title, lead, back, children }: StaffLayoutProps) {
  const { t } = useTranslation('mfe-staff');
  const id = useId();
  return (
    <div className="page staff">
      <StaffNav id={id} />
      <div className="staff__content">
        <div className="staff__bar">
          <Button className="staff__areas" popoverTarget={id}>
            <span>{t('staff.areasShort')}</span>
            <Icon name="unsorted" small />
          </Button>
          <StaffSearch />
        </div>
        <div className="staff__head">
          {back && (
            <ButtonLink variant="quiet" size="small" icon="back" to={back.to}>
              {back.text}
            </ButtonLink>
          )}
          <h1 tabIndex={-1}>{title}</h1>
          {lead && <p className="soft">{lead}</p>}
        </div>
        <div className="stack">{children}</div>
      </div>
    </div>
  );
}

/** `page` for the area's own page, `true` for a page below it. */
function findCurrent(path: string, pathname: string): 'page' | 'true' | undefined {
  if (pathname === path) return 'page';
  return pathname.startsWith(`${path}/`) ? 'true' : undefined;
}

/** The areas in their groups: beside a wide page; on a phone a native popover. */
function StaffNav({ id }: { readonly id: string }) {
  const { t } = useTranslation('mfe-staff');
  const { roles } = useUser();
  const { pathname } = useLocation();
  return (
    <nav id={id} popover="auto" className="staff-nav" aria-label={t('staff.areasLabel')}>
      {areaGroups(roles).map(({ name: group, areas }) => (
        <div key={group}>
          <p id={`${id}-${group}`}>{t(`staff.groups.${group}`)}</p>
          <ul role="list" aria-labelledby={`${id}-${group}`}>
            {areas.map(({ name, path, icon }) => (
              <li key={name}>
                <Link to={path} aria-current={findCurrent(path, pathname)}>
                  {icon}
                  {t(`staff.areas.${name}`)}
                </Link>
              </li>
            ))}
          </ul>
        </div>
      ))}
    </nav>
  );
}
