import { useTranslation } from '@portal/i18n';
import { useTooOftenText } from '@portal/remote-ui/too-often';
import { Button, Message, useParams } from '@portal/ui';
import { useCallback } from 'react';
import { getFullName, getPerson } from '../calls/people.ts';
import { StaffLayout } from '../features/layout/staff-layout.tsx';
import { AccountStates } from '../features/person/account-info.tsx';
import { PersonScreen } from '../features/person/person-screen.tsx';
import { LoadBoundary } from '../loading/load-boundary.tsx';
import { useRead } from '../loading/use-read.ts';

/** `/staff/people/:id`: an account, its hubs, what was done and what can be. The title of the tab never says whose. */
export function Page() {
  const { t } = useTranslation('mfe-staff');
  const tooOftenText = useTooOftenText(t);
  const { id = '' } = useParams();
  const read = useRead(useCallback(() => getPerson(id), [id]));
  const { rereading, readAgain, shown } = read;
  const person = shown?.value && 'hubs' in shown.value ? shown.value : undefined;
  return (
    <StaffLayout
      title={(person && getFullName(person)) || t('person.title')}
      back={{ to: '/staff/people', text: t('person.back') }}
      lead={person && <AccountStates person={person} />}
    >
      <LoadBoundary read={read}>
        {(answer) => {
          if (!answer)
            return (
              <Message kind="warning" live="status" title={t('person.nobody.title')} titleAs="h2">
                {t('person.nobody.text')}
              </Message>
            );
          if ('status' in answer)
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
                {tooOftenText(answer)}
              </Message>
            );
          return <PersonScreen key={answer.id} person={answer} {...read} />;
        }}
      </LoadBoundary>
    </StaffLayout>
  );
}
