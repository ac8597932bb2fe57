import { useTranslation } from '@portal/i18n';
import { useTooOftenText } from '@portal/remote-ui/too-often';
import { Button, Message, useParams } from '@portal/ui';
import { useCallback } from 'react';
import { getPerson } from '../calls/people.ts';
import { StaffLayout } from '../features/layout/staff-layout.tsx';
import { AccountInfo } from '../features/person/account-info.tsx';
import { PersonActions } from '../features/person/person-actions.tsx';
import { PersonHubs } from '../features/person/person-hubs.tsx';
import { LoadBoundary } from '../loading/load-boundary.tsx';
import { useRead } from '../loading/use-read.ts';

/** `/staff/people/:id`: an account, its hubs, and what may be done with it. */
export function Page() {
  const { t } = useTranslation('mfe-staff');
  const tooOftenText = useTooOftenText(t);
  const { id = '' } = useParams();
  const read = useRead(useCallback(() => getPerson(id), [id]));
  const { rereading, readAgain } = read;
  return (
    <StaffLayout title={t('person.title')} back={{ to: '/staff/people', text: t('person.back') }}>
      <LoadBoundary read={read}>
        {(person) => {
          if (!person)
            return (
              <Message kind="warning" live="status" title={t('person.nobody.title')} titleAs="h2">
                {t('person.nobody.text')}
              </Message>
            );
          if ('status' in person)
            return (
              <Message
                kind="warning"
                live="status"
                title={t('staff.loadFailed.title')}
                titleAs="h2"
                actions={
                  <Button size="small" busy={rereading} onClick={readAgain}>
                    {t('staff.tryAgain')}
                  </Button>
                }
              >
                {tooOftenText(person)}
              </Message>
            );
          return (
            <div className="person">
              <AccountInfo person={person} />
              <PersonHubs hubs={person.hubs} />
              <PersonActions key={person.id} person={person} rereading={rereading} readAgain={readAgain} />
            </div>
          );
        }}
      </LoadBoundary>
    </StaffLayout>
  );
}
