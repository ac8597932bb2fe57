import { useLanguage, useTranslation } from '@portal/i18n';
import { useUser } from '@portal/session';
import { can } from '@portal/staff-api/permissions';
import { Button, Cell, notify, Row, RowGroup, RowHeader, Table } from '@portal/ui';
import { getLogAddress } from '../../calls/logs.ts';
import type { Log } from '../../calls/logs.ts';
import { useDownload } from '../../downloads/use-download.ts';
import { Moment } from '../../lists/moment.tsx';
import { numberText } from '../../lists/numbers.ts';

const COLUMNS = ['id', 'type', 'identifier', 'platform', 'fileName', 'size', 'createdAt'] as const;

export interface LogsTableProps {
  readonly logs: readonly Log[];
  readonly onDelete: (log: Log) => void;
  /** A log has been deleted meanwhile. */
  readonly onGone: () => void;
}

/** Logs with all that is known of them (specification, section 3). */
export function LogsTable({ logs, onDelete, onGone }: LogsTableProps) {
  const { t } = useTranslation('mfe-staff');
  const columns = COLUMNS.map((column) => ({ name: t(`logs.columns.${column}`) }));
  return (
    <Table label={t('logs.title')} columns={[...columns, { name: t('logs.columns.actions'), hidden: true }]}>
      {logs.map((log) => (
        <LogRow key={log.id} log={log} onDelete={onDelete} onGone={onGone} />
      ))}
    </Table>
  );
}

interface LogRowProps extends Omit<LogsTableProps, 'logs'> {
  readonly log: Log;
}

function LogRow({ log, onDelete, onGone }: LogRowProps) {
  const { t } = useTranslation('mfe-staff');
  const language = useLanguage();
  const { id, type, identifier, platform, fileName, sizeKb, createdAt } = log;
  return (
    <RowGroup className="log">
      <Row>
        <RowHeader>
          <span className="numerals">{id}</span>
        </RowHeader>
        <Cell label={t('logs.columns.type')}>{t(`logs.types.${type}`)}</Cell>
        <Cell label={t('logs.columns.identifier')} className="log__long">
          {identifier}
        </Cell>
        <Cell label={t('logs.columns.platform')}>{platform}</Cell>
        <Cell label={t('logs.columns.fileName')} className="log__long">
          {fileName}
        </Cell>
        <Cell label={t('logs.columns.size')} className="numerals figure">
          {numberText(language, sizeKb)}
        </Cell>
        <Cell label={t('logs.columns.createdAt')}>
          <Moment at={createdAt} />
        </Cell>
        <Cell className="end">
          <LogActions log={log} onDelete={onDelete} onGone={onGone} />
        </Cell>
      </Row>
    </RowGroup>
  );
}

/** What the account's roles allow to do with a log. */
function LogActions({ log, onDelete, onGone }: LogRowProps) {
  const { t } = useTranslation('mfe-staff');
  const { roles } = useUser();
  const [download, downloading] = useDownload(
    () => getLogAddress(log.id),
    () => {
      notify({ kind: 'error', text: t('logs.gone', { file: log.fileName }) });
      onGone();
    },
  );
  return (
    <div className="log__acts">
      {can('download a log', roles) && (
        <Button
          variant="quiet"
          size="small"
          icon="download"
          busy={downloading}
          aria-label={t('logs.downloadNamed', { file: log.fileName })}
          title={t('logs.download')}
          onClick={() => void download()}
        >
          {t('logs.download')}
        </Button>
      )}
      {can('delete logs', roles) && (
        <Button
          variant="danger-quiet"
          size="small"
          icon="delete"
          aria-label={t('logs.deleteNamed', { file: log.fileName })}
          title={t('logs.delete')}
          onClick={() => onDelete(log)}
        >
          {t('logs.delete')}
        </Button>
      )}
    </div>
  );
}
