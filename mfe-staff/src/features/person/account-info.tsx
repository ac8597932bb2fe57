import { LANGUAGE_NAMES, parseLanguage } from '@portal/contract/language';
import { useTranslation } from '@portal/i18n';
import { Badge, Entries } from '@portal/ui';
import { useId } from 'react';
import { assignableRole } from '../../calls/people.ts';
import type { Person } from '../../calls/people.ts';
import { CopyButton } from '../../copy-button/copy-button.tsx';
import { Moment } from '../../lists/moment.tsx';
import { dayText } from '../../lists/numbers.ts';

/** The address and the states of an account; only exceptions stand out. */
export function AccountStates({ person }: { readonly person: Person }) {
  const { t } = useTranslation('mfe-staff');
  const { confirmed, migrated, roles, refusedMails } = person;
  return (
    <span className="person-states">
      <span>{person.email}</span>
      <CopyButton text={person.email} what={t('person.fields.email')} />
      {!confirmed && <Badge kind="warn">{t('person.unconfirmed')}</Badge>}
      {!migrated && <Badge kind="warn">{t('person.unmigrated')}</Badge>}
      {refusedMails.length > 0 && <Badge kind="bad">{t('person.refusedMails', { count: refusedMails.length })}</Badge>}
      {confirmed && <Badge>{t('person.confirmed')}</Badge>}
      {migrated && <Badge>{t('person.migrated')}</Badge>}
      {roles.map((role) => {
        const known = assignableRole(role);
        // One that the portal does not know as the API spells it.
        return <Badge key={role}>{t('person.role', { role: known ? t(`person.roles.${known}.name`) : role })}</Badge>;
      })}
    </span>
  );
}

/** What else staff see of an account (specification, section 3). */
export function AccountInfo({ person }: { readonly person: Person }) {
  const { t } = useTranslation('mfe-staff');
  const id = useId();
  const language = parseLanguage(person.language);
  const idEntry = (name: 'id' | 'singleSignOnId' | 'obcId') => ({
    name: t(`person.fields.${name}`),
    value: person[name] === null ? t('person.none') : <Copied text={person[name]} what={t(`person.fields.${name}`)} />,
  });
  return (
    <section className="stack person-info" aria-labelledby={id}>
      <h2 id={id}>{t('person.info')}</h2>
      <Entries
        entries={[
          {
            name: t('person.fields.language'),
            value: language ? <span lang={language}>{LANGUAGE_NAMES[language]}</span> : t('person.unknown'),
          },
          { name: t('person.fields.registered'), value: dayText(person.registeredAt) },
          {
            name: t('person.fields.lastSeen'),
            value: person.lastSeen ? dayText(person.lastSeen) : t('person.never'),
          },
          idEntry('id'),
          idEntry('singleSignOnId'),
          idEntry('obcId'),
          ...(person.refusedMails.length > 0
            ? [{ name: t('person.fields.refusedMails'), value: <RefusedMails mails={person.refusedMails} /> }]
            : []),
        ]}
      />
    </section>
  );
}

/** An id, with a button that copies it. */
function Copied({ text, what }: { readonly text: string; readonly what: string }) {
  return (
    <span className="person-id">
      <span>{text}</span>
      <CopyButton text={text} what={what} />
    </span>
  );
}

/** Mails that did not arrive: when they were given up, what they were about, and what the mail server said. */
function RefusedMails({ mails }: { readonly mails: Person['refusedMails'] }) {
  const { t } = useTranslation('mfe-staff');
  return (
    <ul className="person-mails" aria-label={t('person.fields.refusedMails')}>
      {mails.map(({ kind, at, reason }) => (
        <li key={`${at.toISOString()} ${kind}`}>
          <Moment at={at} />
          {` · ${t(`person.mails.${kind}`)} · ${reason}`}
        </li>
      ))}
    </ul>
  );
}
