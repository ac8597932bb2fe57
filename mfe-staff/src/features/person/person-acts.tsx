import { useTranslation } from '@portal/i18n';
import { useUser } from '@portal/session';
import { mayDo } from '@portal/staff-api/acts';
import { Link, Message, Section, Sections, useFocusAfterRetry } from '@portal/ui';
import { useId, useRef } from 'react';
import type { Rereading } from '../../reading/use-read.ts';
import { DeleteAct } from './delete-act.tsx';
import { MailAct } from './mail-act.tsx';
import { RolesAct } from './roles-act.tsx';
import { UnmigrateAct } from './unmigrate-act.tsx';
import type { PersonActProps } from './use-person-act.ts';

interface PersonActsProps extends PersonActProps {
  readonly rereading: Rereading['rereading'];
}

/** What staff may do with an account, by their roles; nothing with their own. */
export function PersonActs({ person, readAgain, rereading }: PersonActsProps) {
  const { t } = useTranslation('mfe-staff');
  const { roles, email } = useUser();
  const id = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  // After an act its button may be gone.
  useFocusAfterRetry(heading, { retrying: rereading, ended: !rereading });
  const isOwn = email.toLowerCase() === person.email.toLowerCase();
  const act = { person, readAgain };
  return (
    <section className="stack" aria-labelledby={id}>
      <h2 id={id} ref={heading} tabIndex={-1}>
        {t('person.acts.heading')}
      </h2>
      {isOwn && <Message title={t('person.own.title')}>{t('person.own.text')}</Message>}
      <Sections>
        {!isOwn && mayDo('change roles', roles) && <RolesAct {...act} />}
        {!isOwn && mayDo('send the deletion e-mail', roles) && <MailAct {...act} />}
        {!isOwn && mayDo('unmigrate an account', roles) && <UnmigrateAct {...act} />}
        {!isOwn && mayDo('delete an account', roles) && <DeleteAct {...act} />}
        {mayDo('read the journal', roles) && (
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
