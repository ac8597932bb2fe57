import { useTranslation } from '@portal/i18n';
import { useUser } from '@portal/session';
import { can } from '@portal/staff-api/permissions';
import { Cell, Link, Row, RowGroup, RowHeader, Table } from '@portal/ui';
import { useId } from 'react';
import { writeNote } from '../../calls/people.ts';
import { getQuery } from '../../calls/query.ts';
import { Moment } from '../../lists/moment.tsx';
import { useDetail } from '../../lists/use-detail.ts';
import { PersonActionButton } from './person-action.tsx';
import type { PersonActionProps } from './person-action.tsx';

/** What colleagues did with an account, and their notes, the newest first; and the ways to its logs and its journal. */
export function PersonHistory({ person, readAgain, show }: PersonActionProps) {
  const { t } = useTranslation('mfe-staff');
  const { roles } = useUser();
  const id = useId();
  return (
    <section className="stack" aria-labelledby={id}>
      <h2 id={id}>{t('person.history.heading')}</h2>
      {person.history.length === 0 ? (
        <p className="soft">{t('person.history.empty')}</p>
      ) : (
        <HistoryTable history={person.history} />
      )}
      <div className="cluster">
        {can('write notes', roles) && (
          <PersonActionButton
            name="note"
            icon="larger"
            person={person}
            call={(text) => writeNote(person.id, text)}
            readAgain={readAgain}
            onDone={show}
          />
        )}
        {can('list logs', roles) && (
          <Link to={`/staff/logs?${getQuery({ identifier: person.id })}`}>{t('person.logs')}</Link>
        )}
        {can('read the journal', roles) && (
          <Link to={`/staff/journal?${getQuery({ on: person.id })}`}>{t('person.history.journal')}</Link>
        )}
      </div>
    </section>
  );
}

function HistoryTable({ history }: Pick<PersonActionProps['person'], 'history'>) {
  const { t } = useTranslation('mfe-staff');
  const findDetail = useDetail();
  const names = {
    when: t('journal.columns.when'),
    what: t('journal.columns.what'),
    who: t('journal.columns.who'),
    why: t('person.history.why'),
  };
  return (
    <Table label={t('person.history.heading')} columns={Object.values(names).map((name) => ({ name }))}>
      {history.map((entry) => (
        <RowGroup key={entry.id}>
          <Row>
            <RowHeader>
              <Moment at={entry.at} />
            </RowHeader>
            <Cell label={names.what}>
              <span>{t(`journal.actions.${entry.action}`)}</span>
              {entry.action !== 'noted' && entry.what !== null && (
                <span className="soft person-history__detail">{findDetail(entry)}</span>
              )}
            </Cell>
            <Cell label={names.who} className="person-history__long">
              {entry.by.email}
            </Cell>
            <Cell label={names.why} className="person-history__long">
              {entry.action === 'noted' ? entry.what : entry.reason}
            </Cell>
          </Row>
        </RowGroup>
      ))}
    </Table>
  );
}
