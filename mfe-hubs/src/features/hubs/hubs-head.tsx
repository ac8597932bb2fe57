import { trimText } from '@portal/contract/trim-text';
import { useTranslation } from '@portal/i18n';
import type { Ref } from 'react';
import { SortField } from './list-toolbar.tsx';
import { SharingDescription } from './audience-texts.tsx';
import type { Audience } from './audience.ts';
import type { ListView } from './use-list-view.ts';

interface HubsHeadProps {
  readonly heading: Ref<HTMLHeadingElement>;
  readonly audience: Audience | undefined;
  /** The loaded list; undefined before. */
  readonly view: ListView | undefined;
}

/** Heading and count of the hubs, and what sharing means. A list too short for the search can be sorted here. */
export function HubsHead({ heading, audience, view }: HubsHeadProps) {
  const { t } = useTranslation('mfe-hubs');
  return (
    <div className="hubs-head">
      <div className="hubs-head__title">
        <h2 ref={heading} tabIndex={-1}>
          {t('hubs')}
        </h2>
        {view && view.total > 0 && <Count view={view} live={view.searchable} />}
      </div>
      <SharingDescription audience={audience} />
      {view?.sortable && !view.searchable && (
        <div className="hubs-head__sort">
          <SortField sort={view.sort} onChange={view.sortBy} />
        </div>
      )}
    </div>
  );
}

function Count({ view, live }: { readonly view: ListView; readonly live: boolean }) {
  const { t } = useTranslation('mfe-hubs');
  const { matching, total, searched, filter } = view;
  return (
    <p className="soft" role={live ? 'status' : undefined}>
      {trimText(searched) === '' && filter === undefined
        ? t('hubCount', { count: total })
        : t('search.found', { count: total, shown: matching })}
    </p>
  );
}
