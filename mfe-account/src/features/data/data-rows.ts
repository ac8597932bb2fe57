import type { Language } from '@portal/contract/language';
import type { useTranslation } from '@portal/i18n';
import { isoDay } from './personal-data.ts';
import type { PersonalData } from './personal-data.ts';

type Translate = ReturnType<typeof useTranslation<'mfe-account'>>['t'];

/** The rows of the CSV file, in the user's language, because people read them: the account's fields, an empty row, a row for each hub. */
export function dataRows({ made, account, hubs }: PersonalData, t: Translate, language: Language): string[][] {
  const day = (time: string | null) => (time === null ? '' : isoDay(new Date(time)));
  const name = (type: 'region' | 'language', code: string | null) =>
    code === null
      ? ''
      : (new Intl.DisplayNames(language, { type }).of(type === 'region' ? code.toUpperCase() : code) ?? code);
  return [
    [t('data.file.field'), t('data.file.value')],
    [t('data.file.made'), day(made)],
    [t('profile.firstName'), account.firstName],
    [t('profile.lastName'), account.lastName],
    [t('email.address'), account.email],
    [t('data.file.language'), name('language', account.language)],
    [t('profile.country'), name('region', account.country)],
    [t('data.file.roles'), account.roles.join(', ')],
    [t('data.file.usesIdentity'), t(account.usesSingleSignOn ? 'data.file.yes' : 'data.file.no')],
    [t('data.file.lastVisit'), day(account.lastSeen)],
    [],
    [
      t('data.file.serial'),
      t('data.file.partNumber'),
      t('data.file.type'),
      t('data.file.role'),
      t('data.file.sharing'),
      t('data.file.addedOn'),
    ],
    ...hubs.map(({ serial, partNumber, type, role, sharing, activatedAt }) => [
      serial,
      partNumber ?? '',
      type === null ? '' : t(`deletion.types.${type}`),
      role === null ? '' : t(`data.file.roleNames.${role}`),
      sharing === null ? '' : t(`data.file.sharingStates.${sharing}`),
      day(activatedAt),
    ]),
  ];
}
