import { useTranslation } from '@portal/i18n';
import { useUser } from '@portal/session';
import { can, STAFF_ROLES } from '@portal/staff-api/permissions';
import { Link, Message, Section, Sections, useFocusAfterRetry, useNavigate } from '@portal/ui';
import { useId, useRef, useState } from 'react';
import { deletePerson, sendDeletionMail, unmigratePerson } from '../../calls/people.ts';
import { Checkbox } from '../../fields/checkbox.tsx';
import { AFTER_DELETION } from '../../navigation-state/navigation-state.ts';
import { ActionSection } from './person-action.tsx';
import type { PersonActionProps } from './person-action.tsx';
import { RolesAction } from './roles-action.tsx';

interface PersonActionsProps extends PersonActionProps {
  readonly rereading: boolean;
}

/** What staff may do with an account, by their roles; nothing with their own. */
export function PersonActions({ person, readAgain, rereading }: PersonActionsProps) {
  const { t } = useTranslation('mfe-staff');
  const { roles, email } = useUser();
  const id = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  // After an action its button may be gone.
  useFocusAfterRetry(heading, { retrying: rereading, ended: !rereading });
  const isOwn = email.toLowerCase() === person.email.toLowerCase();
  const action = { person, readAgain };
  return (
    <section className="stack" aria-labelledby={id}>
      <h2 id={id} ref={heading} tabIndex={-1}>
        {t('person.actions.heading')}
      </h2>
      {isOwn && <Message title={t('person.own.title')}>{t('person.own.text')}</Message>}
      <Sections>
        {!isOwn && can('change roles', roles) && <RolesAction {...action} />}
        {!isOwn && can('send a person e-mails', roles) && <MailAction {...action} />}
        {!isOwn && can('unmigrate an account', roles) && <UnmigrateAction {...action} />}
        {!isOwn && can('delete an account', roles) && <DeleteAction {...action} />}
        {can('read the journal', roles) && (
          <Section heading={t('person.journal.heading')} text={t('person.journal.text')}>
            <p>
              <Link to={`/staff/journal?${new URLSearchParams({ on: person.id })}`}>{t('person.journal.open')}</Link>
            </p>
          </Section>
        )}
      </Sections>
    </section>
  );
}

/** Sends the deletion e-mail. */
function MailAction({ person, readAgain }: PersonActionProps) {
  const { t } = useTranslation('mfe-staff');
  return (
    <ActionSection name="mail" icon="mail" call={(reason) => sendDeletionMail(person.id, reason)} readAgain={readAgain}>
      <p>{t('person.actions.mail.means', { email: person.email })}</p>
      <p>{t('person.actions.mail.undo')}</p>
    </ActionSection>
  );
}

/** Takes an account off the central identity (specification, section 4). */
function UnmigrateAction({ person, readAgain }: PersonActionProps) {
  const { t } = useTranslation('mfe-staff');
  return (
    <ActionSection
      name="unmigrate"
      icon="release"
      danger
      reason={person.migrated ? undefined : t('person.actions.unmigrate.idle')}
      call={(reason) => unmigratePerson(person.id, reason)}
      readAgain={readAgain}
    >
      <p>{t('person.actions.unmigrate.means')}</p>
      <p>{t('person.actions.unmigrate.undo')}</p>
    </ActionSection>
  );
}

/**
 * Deletes the account, optionally that of the OBC system, too; never the central identity account (specification,
 * section 4).
 */
function DeleteAction({ person, readAgain }: PersonActionProps) {
  const { t } = useTranslation('mfe-staff');
  const navigate = useNavigate();
  const { roles } = useUser();
  const [withObc, setWithObc] = useState(false);
  // To delete somebody of the staff is to take their roles.
  const isOffered = can('change roles', roles) || !STAFF_ROLES.some((role) => person.roles.includes(role));
  return (
    <ActionSection
      name="delete"
      icon="delete"
      danger
      reason={isOffered ? undefined : t('person.refusals.STAFF_ACCOUNT')}
      onOpen={() => setWithObc(false)}
      call={(reason) => deletePerson(person.id, { reason, deleteObcAccount: withObc })}
      readAgain={readAgain}
      onDone={() => void navigate('/staff/people', { replace: true, state: AFTER_DELETION })}
    >
      <p>{t('person.actions.delete.means')}</p>
      <p>{t('person.actions.delete.identity')}</p>
      <p>{t('person.actions.delete.undo')}</p>
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
    </ActionSection>
  );
}
