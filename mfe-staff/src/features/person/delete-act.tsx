import { useTranslation } from '@portal/i18n';
import { useUser } from '@portal/session';
import { mayDo, STAFF_ROLES } from '@portal/staff-api/acts';
import { Button, Section, useNavigate } from '@portal/ui';
import { useState } from 'react';
import { ActDialog } from '../../act-dialog/act-dialog.tsx';
import { deletePerson } from '../../calls/people.ts';
import { Checkbox } from '../../fields/checkbox.tsx';
import { AFTER_DELETION } from '../../handover/deleted-person.ts';
import { usePersonAct } from './use-person-act.ts';
import type { PersonActProps } from './use-person-act.ts';

/** Deletes the account, optionally that of the OBC system, too; never the central identity account (specification, section 4). */
export function DeleteAct({ person, readAgain }: PersonActProps) {
  const { t } = useTranslation('mfe-staff');
  const navigate = useNavigate();
  const { roles } = useUser();
  const [withObc, setWithObc] = useState(false);
  const { isOpen, open, dialog } = usePersonAct(
    (reason) => deletePerson(person.id, { reason, deleteObcAccount: withObc }),
    readAgain,
    () => void navigate('/staff/people', { replace: true, state: AFTER_DELETION }),
  );
  // To delete somebody of the staff is to take their roles.
  const isOffered = mayDo('change roles', roles) || !STAFF_ROLES.some((role) => person.roles.includes(role));
  return (
    <Section heading={t('person.acts.delete.heading')} text={t('person.acts.delete.text')}>
      {isOffered ? (
        <div>
          <Button
            variant="danger-quiet"
            outlined
            icon="delete"
            onClick={() => {
              setWithObc(false);
              open();
            }}
          >
            {t('person.acts.delete.act')}
          </Button>
        </div>
      ) : (
        <p className="prose">{t('person.refusals.STAFF_ACCOUNT')}</p>
      )}
      {isOpen && (
        <ActDialog
          {...dialog}
          danger
          heading={t('person.acts.delete.question')}
          actText={t('person.acts.delete.act')}
          busyText={t('person.acts.delete.acting')}
        >
          <p>{t('person.acts.delete.means')}</p>
          <p>{t('person.acts.delete.identity')}</p>
          <p>{t('person.acts.delete.undo')}</p>
          {person.obcId === null ? (
            <p className="soft">{t('person.acts.delete.noObc')}</p>
          ) : (
            <Checkbox label={t('person.acts.delete.obc')} name="obc" checked={withObc} onChange={setWithObc} />
          )}
        </ActDialog>
      )}
    </Section>
  );
}
