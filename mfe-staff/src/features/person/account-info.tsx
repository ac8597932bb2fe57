import { LANGUAGE_NAMES, parseLanguage } from '@portal/contract/language';
import { formatDate, useTranslation } from '@portal/i18n';
import { Badge, Card, Entries } from '@portal/ui';
import { assignableRole } from '../../calls/people.ts';
import type { Person } from '../../calls/people.ts';
import { momentText } from '../../lists/numbers.ts';
import './person.css';

/** Everything that staff see of an account (specification, section 3), but its hubs. */
export function AccountInfo({ person }: { readonly person: Person }) {
  const { t } = useTranslation('mfe-staff');
  const language = parseLanguage(person.language);
  return (
    <Card>
      <section className="stack stack--wide" aria-label={t('person.info')}>
        <h2>{t('person.info')}</h2>
        <Entries
          entries={[
            { name: t('person.fields.name'), value: [person.firstname, person.lastname].filter(Boolean).join(' ') },
            { name: t('person.fields.email'), value: person.email },
            {
              name: t('person.fields.language'),
              value: language ? <span lang={language}>{LANGUAGE_NAMES[language]}</span> : t('person.unknown'),
            },
            { name: t('person.fields.registered'), value: formatDate(person.registeredAt) },
            {
              name: t('person.fields.lastSeen'),
              value: person.lastSeen ? formatDate(person.lastSeen) : t('person.never'),
            },
            {
              name: t('person.fields.confirmed'),
              value: (
                <Badge kind={person.confirmed ? 'good' : 'warn'}>
                  {t(person.confirmed ? 'person.confirmed' : 'person.unconfirmed')}
                </Badge>
              ),
            },
            {
              name: t('person.fields.migration'),
              value: (
                <Badge kind={person.migrated ? 'good' : 'neutral'}>
                  {t(person.migrated ? 'person.migrated' : 'person.unmigrated')}
                </Badge>
              ),
            },
            { name: t('person.fields.roles'), value: <RoleBadges roles={person.roles} /> },
            { name: t('person.fields.id'), value: <span className="person-id">{person.id}</span> },
            {
              name: t('person.fields.singleSignOnId'),
              value: <span className="person-id">{person.singleSignOnId}</span>,
            },
            {
              name: t('person.fields.obcId'),
              value: person.obcId === null ? t('person.none') : <span className="person-id">{person.obcId}</span>,
            },
            ...(person.refusedMails.length > 0
              ? [{ name: t('person.fields.refusedMails'), value: <RefusedMails mails={person.refusedMails} /> }]
              : []),
          ]}
        />
      </section>
    </Card>
  );
}

/** The roles in words; one that the portal does not know as the API spells it. */
function RoleBadges({ roles }: { readonly roles: readonly string[] }) {
  const { t } = useTranslation('mfe-staff');
  if (roles.length === 0) return t('person.none');
  return (
    <span className="person-roles">
      {roles.map((role) => {
        const known = assignableRole(role);
        return <Badge key={role}>{known ? t(`person.roles.${known}.name`) : role}</Badge>;
      })}
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
          <time dateTime={at.toISOString()}>{momentText(at)}</time>
          {` · ${t(`person.mails.${kind}`)} · ${reason}`}
        </li>
      ))}
    </ul>
  );
}
