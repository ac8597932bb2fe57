import { useTranslation } from '@portal/i18n';
import { GIVEN_ROLES } from '@portal/staff-api/wire';
import { Button, Section, SelectField } from '@portal/ui';
import { useState } from 'react';
import { ActDialog } from '../../act-dialog/act-dialog.tsx';
import { changeRole, givenRole } from '../../calls/people.ts';
import type { GivenRole } from '../../calls/people.ts';
import { usePersonAct } from './person-act.tsx';
import type { PersonActProps } from './person-act.tsx';

/** Gives or takes a role (specification, section 6). Nobody changes their own. */
export function RolesAct({ person, readAgain }: PersonActProps) {
  const { t } = useTranslation('mfe-staff');
  const [role, setRole] = useState<GivenRole>(GIVEN_ROLES[0]);
  const change = person.roles.includes(role) ? 'remove' : 'add';
  const { isOpen, open, dialog } = usePersonAct({
    call: (reason) => changeRole(person.id, { role, change, reason }),
    readAgain,
  });
  const name = t(`person.roles.${role}.name`);
  return (
    <Section heading={t('person.acts.roles.heading')} text={t('person.acts.roles.text')}>
      <div className="person-role-fields">
        <SelectField
          label={t('person.acts.roles.role')}
          hint={t(`person.roles.${role}.about`)}
          value={role}
          options={GIVEN_ROLES.map((each) => {
            const text = t(`person.roles.${each}.name`);
            return {
              value: each,
              text: person.roles.includes(each) ? t('person.acts.roles.has', { role: text }) : text,
            };
          })}
          onChange={(value) => setRole(givenRole(value) ?? role)}
        />
        <Button icon={change === 'add' ? 'larger' : 'smaller'} onClick={open}>
          {t(`person.acts.roles.${change}.open`)}
        </Button>
      </div>
      {isOpen && (
        <ActDialog
          {...dialog}
          heading={t(`person.acts.roles.${change}.question`, { role: name })}
          actText={t(`person.acts.roles.${change}.act`)}
          busyText={t(`person.acts.roles.${change}.acting`)}
        >
          <p>{t(`person.roles.${role}.about`)}</p>
          <p>{t(`person.acts.roles.${change}.means`)}</p>
        </ActDialog>
      )}
    </Section>
  );
}
