import { getAccount, getHubs, reportFailure } from '@portal/api';
import { useLanguage, useTranslation } from '@portal/i18n';
import { notify, useOnce } from '@portal/ui';
import { useState } from 'react';
import { csv } from './csv.ts';
import { dataRows } from './data-rows.ts';
import { isoDay, personalData } from './personal-data.ts';
import { saveFile } from './save-file.ts';
import type { TextFile } from './save-file.ts';

export const FORMATS = ['csv', 'json'] as const;
export type Format = (typeof FORMATS)[number];

/** The download: `active` is the format that is being prepared or, with `failed`, that could not be made. */
export function useDataDownload() {
  const { t } = useTranslation('mfe-account');
  const language = useLanguage();
  const [active, setActive] = useState<Format>();
  const [failed, setFailed] = useState(false);

  async function makeFile(format: Format): Promise<TextFile> {
    const made = new Date();
    const data = personalData(...(await Promise.all([getAccount(), getHubs()])), made);
    const name = `ebike-portal-data-${isoDay(made)}.${format}`;
    return format === 'json'
      ? { name, type: 'application/json', text: `${JSON.stringify(data, null, 2)}\n` }
      : { name, type: 'text/csv', text: csv(dataRows(data, t, language), language) };
  }

  const [download, running] = useOnce(async (format: Format) => {
    setActive(format);
    try {
      const file = await makeFile(format);
      setFailed(false);
      saveFile(file);
      notify({ kind: 'success', text: t('data.saved', { file: file.name }) });
    } catch (error) {
      setFailed(true);
      reportFailure(error, () => notify({ kind: 'error', text: t('failure') }));
    }
  });

  return { download: (format: Format) => void download(format), active, running, failed };
}
