import { reportFailure } from '@portal/api';
import { useTranslation } from '@portal/i18n';
import { notify, useOnce } from '@portal/ui';
import { useState } from 'react';
import { countLogs } from '../../calls/logs.ts';
import type { Log, LogFilter } from '../../calls/logs.ts';

/** What the open dialog is about: one log, or how many match the filter. */
export type DeletionTarget = { readonly log: Log } | { readonly count: number };

/** Which logs somebody is about to delete. */
export function useLogDeletion(filter: LogFilter) {
  const { t } = useTranslation('mfe-staff');
  const [target, setTarget] = useState<DeletionTarget>();
  const [askForMany, counting] = useOnce(async () => {
    try {
      const count = await countLogs(filter);
      if (count > 0) setTarget({ count });
      else notify({ kind: 'error', text: t('logs.noneLeft') });
    } catch (error) {
      reportFailure(error, () => notify({ kind: 'error', text: t('staff.failure') }));
    }
  });
  return {
    target,
    askForOne: (log: Log) => setTarget({ log }),
    askForMany: () => void askForMany(),
    counting,
    close: () => setTarget(undefined),
  };
}
