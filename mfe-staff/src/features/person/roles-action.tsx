import { useTranslation } from '@portal/i18n';
import { ASSIGNABLE_ROLES } from '@portal/staff-api/wire';
import { Button, SelectField } from '@portal/ui';
import { useState } from 'react';
import { ActionDialog } from '../../action-dialog/action-dialog.tsx';
import { changeRole, assignableRole } from '../../calls/people.ts';
import type { AssignableRole } from '../../calls/people.ts';
import { getWhom, usePersonAction } from './person-action.tsx';
import type { PersonActionProps } from './person-action.tsx';

/** Gives or takes a role (specification, section 6). Nobody changes their own. */
export function RolesAction({ person, readAgain, show }: PersonActionProps) {
  const { t } = useTranslation('mfe-staff');
  const [role, setRole] = useState<AssignableRole>(ASSIGNABLE_ROLES[0]);
  const change = person.roles.includes(role) ? 'remove' : 'add';
  const name = t(`person.roles.${role}.name`);
  const { isOpen, open, dialog } = usePersonAction({
    call: (reason) => changeRole(person.id, { role, change, reason }),
    doneText: t(`person.actions.roles.${change}.done`, { role: name }),
    readAgain,
    onDone: show,
  });
  return (
    <>
      <div className="person-role-fields">
        <SelectField
          label={t('person.actions.roles.role')}
          value={role}
          options={ASSIGNABLE_ROLES.map((each) => {
            const text = t(`person.roles.${each}.name`);
            return {
              value: each,
              text: person.roles.includes(each) ? t('person.actions.roles.has', { role: text }) : text,
            };
          })}
          onChange={(value) => setRole(assignableRole(value) ?? role)}
        />
        <Button size="small" icon={change === 'add' ? 'larger' : 'smaller'} onClick={open}>
          {t(`person.actions.roles.${change}.open`)}
        </Button>
      </div>
      {isOpen && (
        <ActionDialog
          {...dialog}
          whom={getWhom(person)}
          heading={t(`person.actions.roles.${change}.question`, { role: name })}
          actionText={t(`person.actions.roles.${change}.action`)}
          busyText={t(`person.actions.roles.${change}.acting`)}
        >
          <p>{t(`person.roles.${role}.about`)}</p>
          <p>{t(`person.actions.roles.${change}.means`)}</p>
        </ActionDialog>
      )}
    </>
  );
}
