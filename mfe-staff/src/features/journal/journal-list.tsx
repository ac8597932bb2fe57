import { useTranslation } from '@portal/i18n';
import { ButtonLink, EmptyCard, focusIfLost } from '@portal/ui';
import { useLayoutEffect, useRef } from 'react';
import type { JournalFilter, JournalPage } from '../../calls/journal.ts';
import { journalQuery } from './journal-address.ts';
import { JournalTable } from './journal-table.tsx';

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
        {t('journal.shown', { count: entries.length })}
      </p>
      {entries.length === 0 ? (
        <EmptyCard heading={t('journal.empty.heading')} text={t('journal.empty.text')} />
      ) : (
        <JournalTable entries={entries} />
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
