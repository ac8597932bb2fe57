import { useLanguage, useTranslation } from '@portal/i18n';
import { useUser } from '@portal/session';
import { can } from '@portal/staff-api/permissions';
import { PAGE_SIZES } from '@portal/staff-api/wire';
import { Button, EmptyCard, SelectField, TableSkeleton } from '@portal/ui';
import { useCallback, useEffect, useRef, useState } from 'react';
import { getLogs } from '../../calls/logs.ts';
import type { LogsPage } from '../../calls/logs.ts';
import { LoadBoundary } from '../../loading/load-boundary.tsx';
import { useRead } from '../../loading/use-read.ts';
import { numberText } from '../../lists/numbers.ts';
import { DeleteDialog } from './log-deletion.tsx';
import type { DeletionTarget } from './log-deletion.tsx';
import { isFiltered, readLogsAddress } from './logs-address.ts';
import type { LogsAddress } from './logs-address.ts';
import { LogsTable } from './logs-table.tsx';
import type { LogsTableProps } from './logs-table.tsx';

/** Heading and table of the logs that the address asks for, and what can be done with them. */
export function LogsSection({ address }: { readonly address: LogsAddress }) {
  const { t } = useTranslation('mfe-staff');
  const language = useLanguage();
  const { roles } = useUser();
  const { filter, size, isFirstPage, text, go } = address;
  const load = useCallback(() => getLogs(readLogsAddress(new URLSearchParams(text))), [text]);
  const list = useRead(load, { keepsLast: true });
  const heading = useRef<HTMLHeadingElement>(null);
  const [deletion, setDeletion] = useState<DeletionTarget>();
  const [deletions, setDeletions] = useState(0);
  // The dialog has given the focus back, but what it goes to may be deleted.
  useEffect(() => {
    if (deletions > 0) heading.current?.focus();
  }, [deletions]);

  function onDeleted(): void {
    setDeletion(undefined);
    setDeletions((last) => last + 1);
    if (isFirstPage) list.readAgain();
    else go({ ...filter, size });
  }

  const total = list.shown?.value.total ?? 0;
  const found = total === 0 ? t('logs.noMatch.heading') : t('logs.total', { number: numberText(language, total) });
  const said = list.rereading ? t('staff.loading') : found;
  return (
    <section className="logs stack">
      <div className="card__head">
        <div className="cluster">
          <h2 ref={heading} tabIndex={-1}>
            {t('logs.found')}
          </h2>
          <p className={total > 0 ? 'soft' : 'visually-hidden'} role="status">
            {list.shown && said}
          </p>
        </div>
        {can('delete logs', roles) && isFiltered(filter) && total > 0 && !list.rereading && (
          <Button variant="danger-quiet" size="small" icon="delete" onClick={() => setDeletion({ count: total })}>
            {t('logs.deleteMany.open')}
          </Button>
        )}
      </div>
      <LoadBoundary read={list} skeleton={<TableSkeleton />} heading={heading}>
        {(page) => (
          <div className="stack" aria-busy={list.rereading}>
            <LogsContent
              address={address}
              page={page}
              onDelete={(log) => setDeletion({ log })}
              onGone={list.readAgain}
            />
            <LogsPaging address={address} page={page} onPage={() => heading.current?.focus()} />
          </div>
        )}
      </LoadBoundary>
      <DeleteDialog
        target={deletion}
        filter={filter}
        readAgain={list.readAgain}
        onDone={onDeleted}
        onCancel={() => setDeletion(undefined)}
      />
    </section>
  );
}

interface LogsContentProps extends Omit<LogsTableProps, 'logs'> {
  readonly address: LogsAddress;
  readonly page: LogsPage;
}

function LogsContent({ address, page, ...table }: LogsContentProps) {
  const { t } = useTranslation('mfe-staff');
  const { filter, size, isFirstPage, go } = address;
  if (page.logs.length > 0) return <LogsTable logs={page.logs} {...table} />;
  const found = isFiltered(filter) || !isFirstPage ? 'logs.noMatch' : 'logs.empty';
  return (
    <EmptyCard
      heading={t(`${found}.heading`)}
      text={t(`${found}.text`)}
      action={!isFirstPage && <Button onClick={() => go({ ...filter, size })}>{t('logs.toFirst')}</Button>}
    />
  );
}

interface LogsPagingProps {
  readonly address: LogsAddress;
  readonly page: LogsPage;
  readonly onPage: () => void;
}

/** The ways to newer and older logs, and how many a page has. */
function LogsPaging({ address: { filter, size, go }, page: { previous, next }, onPage }: LogsPagingProps) {
  const { t } = useTranslation('mfe-staff');
  const goTo = (place: { readonly before?: string; readonly after?: string }) => {
    go({ ...filter, size, ...place });
    onPage();
  };
  return (
    <div className="logs-paging">
      <SelectField
        label={t('logs.perPage')}
        value={String(size)}
        options={PAGE_SIZES.map((each) => ({ value: String(each), text: String(each) }))}
        onChange={(value) => go({ ...filter, size: Number(value) })}
      />
      {(previous !== undefined || next !== undefined) && (
        <nav className="cluster" aria-label={t('logs.pages')}>
          {previous !== undefined && (
            <Button icon="back" onClick={() => goTo({ before: previous })}>
              {t('logs.newer')}
            </Button>
          )}
          {next !== undefined && <Button onClick={() => goTo({ after: next })}>{t('logs.older')}</Button>}
        </nav>
      )}
    </div>
  );
}
