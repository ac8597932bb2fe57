import { useTranslation } from '@portal/i18n';
import { useUser } from '@portal/session';
import { can, canOverrule } from '@portal/staff-api/permissions';
import { Message, useFocusAfterRetry, useNavigate } from '@portal/ui';
import { useId, useRef, useState } from 'react';
import { deletePerson, sendMail, unmigratePerson } from '../../calls/people.ts';
import type { PersonMail } from '../../calls/people.ts';
import { Checkbox } from '../../fields/checkbox.tsx';
import { AFTER_DELETION } from '../../navigation-state/navigation-state.ts';
import { PersonActionButton } from './person-action.tsx';
import type { PersonActionProps } from './person-action.tsx';
import { RolesAction } from './roles-action.tsx';

interface PersonActionsProps extends PersonActionProps {
  readonly rereading: boolean;
}

/** What staff may do with an account, by their roles; nothing with their own. */
export function PersonActions({ rereading, ...action }: PersonActionsProps) {
  const { t } = useTranslation('mfe-staff');
  const { email } = useUser();
  const id = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  // After an action its button may be gone.
  useFocusAfterRetry(heading, { retrying: rereading, ended: !rereading });
  const isOwn = email.toLowerCase() === action.person.email.toLowerCase();
  return (
    <section className="stack person-actions" aria-labelledby={id}>
      <h2 id={id} ref={heading} tabIndex={-1}>
        {t('person.actions.heading')}
      </h2>
      {isOwn ? <Message title={t('person.own.title')}>{t('person.own.text')}</Message> : <OtherActions {...action} />}
    </section>
  );
}

/** The mails that this account may need. */
function listMails({ confirmed, migrated }: PersonActionProps['person']): readonly PersonMail[] {
  return [
    ...(confirmed ? [] : (['confirmation-mail'] as const)),
    ...(migrated ? [] : (['password-mail'] as const)),
    'deletion-mail',
  ];
}

function OtherActions({ person, readAgain, show }: PersonActionProps) {
  const { t } = useTranslation('mfe-staff');
  const { roles } = useUser();
  const action = { person, readAgain, show };
  const mayOverrule = canOverrule(person.roles, roles);
  return (
    <>
      {can('send a person e-mails', roles) &&
        listMails(person).map((mail) => (
          <PersonActionButton
            key={mail}
            name={mail}
            icon="mail"
            person={person}
            call={(reason) => sendMail(person.id, mail, reason)}
            readAgain={readAgain}
            onDone={show}
          />
        ))}
      {can('change roles', roles) && <RolesAction {...action} />}
      {can('unmigrate an account', roles) && mayOverrule && person.migrated && (
        <PersonActionButton
          name="unmigrate"
          icon="release"
          danger
          person={person}
          call={(reason) => unmigratePerson(person.id, reason)}
          readAgain={readAgain}
          onDone={show}
        />
      )}
      {can('delete an account', roles) && mayOverrule && <DeleteAction {...action} />}
      {!mayOverrule && <p className="soft">{t('person.refusals.STAFF_ACCOUNT')}</p>}
    </>
  );
}

/**
 * Deletes the account, optionally that of the OBC system, too; never the central identity account (specification,
 * section 4).
 */
function DeleteAction({ person, readAgain }: PersonActionProps) {
  const { t } = useTranslation('mfe-staff');
  const navigate = useNavigate();
  const [withObc, setWithObc] = useState(false);
  return (
    <PersonActionButton
      name="delete"
      icon="delete"
      danger
      person={person}
      typesAddress
      onOpen={() => setWithObc(false)}
      call={(reason) => deletePerson(person.id, { reason, deleteObcAccount: withObc })}
      readAgain={readAgain}
      onDone={() => void navigate('/staff/people', { replace: true, state: AFTER_DELETION })}
    >
      {person.obcId === null ? (
        <p className="soft">{t('person.actions.delete.noObc')}</p>
      ) : (
        <Checkbox
          label={t('person.actions.delete.obc')}
          name="obc"
          checked={withObc}
          onChange={({ target }) => setWithObc(target.checked)}
        />
      )}
    </PersonActionButton>
  );
}
