import { useTranslation } from '@portal/i18n';
import { Button, Section } from '@portal/ui';
import { ActDialog } from '../../act-dialog/act-dialog.tsx';
import { unmigratePerson } from '../../calls/people.ts';
import { usePersonAct } from './use-person-act.ts';
import type { PersonActProps } from './use-person-act.ts';

/** Takes an account off the central identity (specification, section 4). */
export function UnmigrateAct({ person, readAgain }: PersonActProps) {
  const { t } = useTranslation('mfe-staff');
  const { isOpen, open, dialog } = usePersonAct((reason) => unmigratePerson(person.id, reason), readAgain);
  return (
    <Section heading={t('person.acts.unmigrate.heading')} text={t('person.acts.unmigrate.text')}>
      {person.migrated ? (
        <div>
          <Button variant="danger-quiet" outlined icon="release" onClick={open}>
            {t('person.acts.unmigrate.act')}
          </Button>
        </div>
      ) : (
        <p className="prose">{t('person.acts.unmigrate.idle')}</p>
      )}
      {isOpen && (
        <ActDialog
          {...dialog}
          danger
          heading={t('person.acts.unmigrate.question')}
          actText={t('person.acts.unmigrate.act')}
          busyText={t('person.acts.unmigrate.acting')}
        >
          <p>{t('person.acts.unmigrate.means')}</p>
          <p>{t('person.acts.unmigrate.undo')}</p>
        </ActDialog>
      )}
    </Section>
  );
}
