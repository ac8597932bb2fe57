import { getAccount, getHubs, getNewsConsent, getStaffAccess } from '@portal/api';
import type { useTranslation } from '@portal/i18n';
import type { Language } from '@portal/contract/language';
import { csv } from '@portal/remote-ui/csv';
import { dataRows } from './data-rows.ts';
import type { Format } from './formats.ts';
import { isoDay, personalData } from './personal-data.ts';
import { saveFile } from '@portal/remote-ui/save-file';

interface FileRequest {
  readonly format: Format;
  readonly language: Language;
  readonly t: ReturnType<typeof useTranslation<'mfe-account'>>['t'];
  /** Whether the user is asked about news by e-mail. */
  readonly isAskedAboutNews: boolean;
}

/**
 * Reads what the API has about the user, and lets the browser download it. @returns the name of the file.
 * @throws {CallError} if a part cannot be read.
 */
export async function makeFile(
  { format, language, t, isAskedAboutNews }: FileRequest,
  signal: AbortSignal,
): Promise<string> {
  const made = new Date();
  const [user, hubs, staffAccess, news] = await Promise.all([
    getAccount(),
    getHubs(),
    getStaffAccess(),
    isAskedAboutNews ? getNewsConsent() : undefined,
  ]);
  const data = personalData({ user, hubs, news, staffAccess }, made);
  const name = `ebike-portal-data-${isoDay(made)}.${format}`;
  signal.throwIfAborted(); // nobody waits for it any more
  saveFile(
    format === 'json'
      ? { name, type: 'application/json', text: `${JSON.stringify(data, null, 2)}\n` }
      : { name, type: 'text/csv', text: csv(dataRows(data, t, language), language) },
  );
  return name;
}
