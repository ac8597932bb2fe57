import { useTranslation } from '@portal/i18n';
import { PAGE_SIZES } from '@portal/staff-api/wire';
import { Button, SelectField } from '@portal/ui';
import type { LogsPage } from '../../calls/logs.ts';
import type { LogsAddress } from './use-logs-address.ts';

interface LogsPagingProps {
  readonly address: LogsAddress;
  readonly page: LogsPage;
  readonly onPage: () => void;
}

/** The ways to newer and older logs, and how many a page has. */
export function LogsPaging({ address: { filter, size, go }, page: { previous, next }, onPage }: LogsPagingProps) {
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
