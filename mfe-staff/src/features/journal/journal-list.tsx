import { useTranslation } from '@portal/i18n';
import { ButtonLink, Cell, EmptyCard, focusIfLost, Link, Row, RowGroup, RowHeader, Table } from '@portal/ui';
import { useLayoutEffect, useRef } from 'react';
import type { JournalFilter, JournalPage } from '../../calls/journal.ts';
import { journalQuery } from './journal-address.ts';
import { Moment } from '../../lists/moment.tsx';
import { useDetail } from '../../lists/use-detail.ts';
import './journal.css';

/** Who did what on whom, when and why. Times are UTC, as the days that the filters take. */
function JournalTable({ entries, filter }: Pick<JournalPage, 'entries'> & { readonly filter: JournalFilter }) {
  const { t } = useTranslation('mfe-staff');
  const findDetail = useDetail();
  const columns = (['when', 'who', 'what', 'whom', 'reason'] as const).map((name) => ({
    name: t(`journal.columns.${name}`),
  }));
  return (
    <Table label={t('journal.entries')} columns={columns}>
      {entries.map((entry) => {
        const detail = findDetail(entry);
        return (
          <RowGroup key={entry.id}>
            <Row>
              <RowHeader>
                <Moment at={entry.at} />
              </RowHeader>
              <Cell label={t('journal.columns.who')} className="journal-who">
                <Link
                  to={`/staff/journal?${journalQuery({ ...filter, by: entry.by.id })}`}
                  aria-label={t('journal.onlyBy', { email: entry.by.email })}
                >
                  {entry.by.email}
                </Link>
              </Cell>
              <Cell label={t('journal.columns.what')} className="journal-action">
                <span>{t(`journal.actions.${entry.action}`)}</span>
                {detail !== undefined && <span className="journal-what">{detail}</span>}
              </Cell>
              <Cell label={t('journal.columns.whom')} className="journal-whom">
                <Link to={`/staff/people/${entry.on}`}>{entry.on}</Link>
              </Cell>
              <Cell label={t('journal.columns.reason')} className="journal-reason">
                {entry.reason ?? <span className="soft">{t('journal.noReason')}</span>}
              </Cell>
            </Row>
          </RowGroup>
        );
      })}
    </Table>
  );
}

interface JournalListProps {
  readonly page: JournalPage;
  readonly filter: JournalFilter;
  /** The focus was in a page that this one has replaced. */
  readonly takesFocus: boolean;
}

/** A page of entries, and the ways to the ones before and after it. */
export function JournalList({ page, filter, takesFocus }: JournalListProps) {
  const { t } = useTranslation('mfe-staff');
  const { entries, previous, next } = page;
  const heading = useRef<HTMLHeadingElement>(null);
  useLayoutEffect(() => {
    if (takesFocus) focusIfLost(heading.current);
  }, [page, takesFocus]);
  const to = (place: Parameters<typeof journalQuery>[1]) => `/staff/journal?${journalQuery(filter, place)}`;
  return (
    <section className="stack">
      <h2 ref={heading} tabIndex={-1}>
        {t('journal.entries')}
      </h2>
      <p className="visually-hidden" role="status">
        {entries.length === 0 ? t('journal.empty.heading') : t('journal.shown', { count: entries.length })}
      </p>
      {entries.length === 0 ? (
        <EmptyCard heading={t('journal.empty.heading')} text={t('journal.empty.text')} />
      ) : (
        <JournalTable entries={entries} filter={filter} />
      )}
      {(previous !== null || next !== null) && (
        <nav className="cluster" aria-label={t('journal.pages')}>
          {previous !== null && <ButtonLink to={to({ before: previous })}>{t('journal.previous')}</ButtonLink>}
          {next !== null && <ButtonLink to={to({ after: next })}>{t('journal.next')}</ButtonLink>}
        </nav>
      )}
    </section>
  );
}
