import { useTranslation } from '@portal/i18n';
import type { JournalEntry } from '../calls/journal.ts';
import { assignableRole } from '../calls/people.ts';

/** What an entry says besides its action: the role, the hub, the log or how many logs. */
export function useDetail(): (entry: JournalEntry) => string | undefined {
  const { t } = useTranslation('mfe-staff');
  return ({ action, what }) => {
    if (what === null) return undefined;
    if (action === 'deleted' && what === 'obc-account') return t('journal.withObc');
    if (action === 'logs-deleted' && /^\d+$/.test(what)) return t('journal.logs', { count: Number(what) });
    const role = assignableRole(what);
    return role ? t(`person.roles.${role}.name`) : what;
  };
}
