import { useTranslation } from '@portal/i18n';
import { focusIfLost, useLocation } from '@portal/ui';
import { useLayoutEffect, useRef } from 'react';
import { StaffLayout } from '../features/layout/staff-layout.tsx';
import { HubAnswer, useHubQuery } from '../features/hub-status/hub-answer.tsx';
import { HubQuery } from '../features/hub-status/hub-query.tsx';
import { hubInState } from '../navigation-state/navigation-state.ts';

/** `/staff/hubs`: whether a hub is activated, and its forced release. No number of a hub stands in the address. */
export function Page() {
  const { t } = useTranslation('mfe-staff');
  const location = useLocation();
  const { answer, query, querying } = useHubQuery();
  const region = useRef<HTMLDivElement>(null);
  // After a release the button is gone that had the focus.
  useLayoutEffect(() => {
    if (answer) focusIfLost(region.current);
  }, [answer]);
  return (
    <StaffLayout title={t('hubStatus.title')} lead={t('hubStatus.lead')}>
      <HubQuery handed={hubInState(location.state)} busy={querying} onQuery={(numbers) => void query(numbers)} />
      {answer && (
        <div ref={region} className="stack" tabIndex={-1}>
          <HubAnswer answer={answer} onAgain={() => void query(answer.numbers, 'again')} />
        </div>
      )}
    </StaffLayout>
  );
}
