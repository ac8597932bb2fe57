import { useTranslation } from '@portal/i18n';
import { useUser } from '@portal/session';
import { Message, useLocation } from '@portal/ui';
import { StaffLayout } from '../features/layout/staff-layout.tsx';
import { SearchHelp } from '../search/search-help.tsx';
import { SearchResults } from '../search/search-results.tsx';
import { foundInState, isAfterDeletion } from '../navigation-state/navigation-state.ts';

/** `/staff/people`: the people whom a search has found. After a deletion, it says what was deleted. */
export function Page() {
  const { t } = useTranslation('mfe-staff');
  const location = useLocation();
  const { email } = useUser();
  const found = foundInState(location.state, email);
  return (
    <StaffLayout title={t('people.title')} lead={t('people.lead')}>
      {isAfterDeletion(location.state) && (
        <Message kind="success" title={t('people.deleted.title')} titleAs="h2" live="status">
          {t('people.deleted.text')}
        </Message>
      )}
      {found ? <SearchResults key={location.key} found={found} /> : <SearchHelp />}
    </StaffLayout>
  );
}
