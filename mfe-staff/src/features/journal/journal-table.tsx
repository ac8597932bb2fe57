import { useTranslation } from '@portal/i18n';
import { GIVEN_ROLES } from '@portal/staff-api/wire';
import { Cell, Link, Row, RowGroup, RowHeader, Table } from '@portal/ui';
import type { JournalEntry } from '../../calls/journal.ts';
import { utcMomentText } from '../../lists/numbers.ts';

/** What an entry says besides its act: the role, the hub, the log or how many logs. */
function useDetail(): (entry: JournalEntry) => string | undefined {
  const { t } = useTranslation('mfe-staff');
  return ({ act, what }) => {
    if (what === null) return undefined;
    if (act === 'deleted' && what === 'obc-account') return t('journal.withObc');
    if (act === 'logs-deleted' && /^\d+$/.test(what)) return t('journal.logs', { count: Number(what) });
    const role = GIVEN_ROLES.find((each) => each === what);
    return role ? t(`person.roles.${role}.name`) : what;
  };
}

/** Who did what on whom, when and why. Times are UTC, as the days that the filters take. */
export function JournalTable({ entries }: { readonly entries: readonly JournalEntry[] }) {
  const { t } = useTranslation('mfe-staff');
  const detailOf = useDetail();
  const columns = (['when', 'who', 'what', 'whom', 'reason'] as const).map((name) => ({
    name: t(`journal.columns.${name}`),
  }));
  return (
    <Table label={t('journal.entries')} columns={columns}>
      {entries.map((entry) => {
        const detail = detailOf(entry);
        return (
          <RowGroup key={entry.id}>
            <Row>
              <RowHeader>
                <time className="numerals nowrap" dateTime={entry.at.toISOString()}>
                  {utcMomentText(entry.at)}
                </time>
              </RowHeader>
              <Cell label={t('journal.columns.who')} className="journal-who">
                <Link to={`/staff/people/${entry.by.id}`}>{entry.by.email}</Link>
              </Cell>
              <Cell label={t('journal.columns.what')} className="journal-act">
                <span>{t(`journal.acts.${entry.act}`)}</span>
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
