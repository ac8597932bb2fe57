import { useTranslation } from '@portal/i18n';
import { Button, Section } from '@portal/ui';
import { ActDialog } from '../../act-dialog/act-dialog.tsx';
import { sendDeletionMail } from '../../calls/people.ts';
import { usePersonAct } from './use-person-act.ts';
import type { PersonActProps } from './use-person-act.ts';

/** Sends the deletion e-mail. */
export function MailAct({ person, readAgain }: PersonActProps) {
  const { t } = useTranslation('mfe-staff');
  const { isOpen, open, dialog } = usePersonAct((reason) => sendDeletionMail(person.id, reason), readAgain);
  return (
    <Section heading={t('person.acts.mail.heading')} text={t('person.acts.mail.text')}>
      <div>
        <Button icon="mail" onClick={open}>
          {t('person.acts.mail.act')}
        </Button>
      </div>
      {isOpen && (
        <ActDialog
          {...dialog}
          heading={t('person.acts.mail.question')}
          actText={t('person.acts.mail.act')}
          busyText={t('person.acts.mail.acting')}
        >
          <p>{t('person.acts.mail.means', { email: person.email })}</p>
          <p>{t('person.acts.mail.undo')}</p>
        </ActDialog>
      )}
    </Section>
  );
}
