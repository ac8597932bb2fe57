import { useTranslation } from '@portal/i18n';
import { Message, useLocation } from '@portal/ui';
import { StaffLayout } from '../features/layout/staff-layout.tsx';
import { FindPerson } from '../features/people/find-person.tsx';
import { isAfterDeletion } from '../navigation-state/navigation-state.ts';

/** `/staff/people`: finds a person by e-mail. After a deletion, it says what was deleted. */
export function Page() {
  const { t } = useTranslation('mfe-staff');
  const location = useLocation();
  return (
    <StaffLayout title={t('people.title')} lead={t('people.lead')}>
      {isAfterDeletion(location.state) && (
        <Message kind="success" title={t('people.deleted.title')} titleAs="h2" live="status">
          {t('people.deleted.text')}
        </Message>
      )}
      <FindPerson />
    </StaffLayout>
  );
}
