import { reportFailure } from '@portal/api';
import { useTranslation } from '@portal/i18n';
import { notify, useOnce } from '@portal/ui';
import { getLogAddress } from '../../calls/logs.ts';
import type { Log } from '../../calls/logs.ts';

/** Lets the browser download a file, which its server sends as an attachment: the page stays. */
function openFile(address: string): void {
  const link = document.createElement('a');
  link.href = address;
  link.rel = 'noreferrer';
  link.download = '';
  link.click();
}

/** Downloads a log's file. `onGone`: the log has been deleted meanwhile. */
export function useLogDownload({ id, fileName }: Log, onGone: () => void) {
  const { t } = useTranslation('mfe-staff');
  return useOnce(async () => {
    try {
      const address = await getLogAddress(id);
      if (address !== undefined) {
        openFile(address);
        return;
      }
      notify({ kind: 'error', text: t('logs.gone', { file: fileName }) });
      onGone();
    } catch (error) {
      reportFailure(error, () => notify({ kind: 'error', text: t('staff.failure') }));
    }
  });
}
