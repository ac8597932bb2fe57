import { useTranslation } from '@portal/i18n';
import { Message, useLocation } from '@portal/ui';
import { StaffFrame } from '../features/frame/staff-frame.tsx';
import { FindPerson } from '../features/people/find-person.tsx';
import { tellsOfDeletion } from '../handover/handover.ts';

/** `/staff/people`: finds a person by e-mail. After a deletion, it says what was deleted. */
export function Page() {
  const { t } = useTranslation('mfe-staff');
  const location = useLocation();
  return (
    <StaffFrame title={t('people.title')} lead={t('people.lead')}>
      {tellsOfDeletion(location.state) && (
        <Message kind="success" title={t('people.deleted.title')} titleAs="h2" live="status">
          {t('people.deleted.text')}
        </Message>
      )}
      <FindPerson />
    </StaffFrame>
  );
}
