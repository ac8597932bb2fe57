import type { StaffAction } from '@portal/api';
import type { Language } from '@portal/contract/language';
import type { useTranslation } from '@portal/i18n';
import { isoDay } from './personal-data.ts';
import type { PersonalData } from './personal-data.ts';

type Access = NonNullable<PersonalData['customerService']>[number];
type Translate = ReturnType<typeof useTranslation<'mfe-account'>>['t'];

const ACTIONS: Readonly<Record<StaffAction, true>> = {
  found: true,
  viewed: true,
  noted: true,
  'deletion-mail-sent': true,
  'confirmation-sent': true,
  'password-link-sent': true,
  deleted: true,
  unmigrated: true,
  'role-added': true,
  'role-removed': true,
  'hub-released': true,
  'log-downloaded': true,
  'logs-deleted': true,
};
const isKnown = (action: string): action is StaffAction => Object.hasOwn(ACTIONS, action);

/** What customer service did, in words. */
function actionText({ action, what }: Access, t: Translate): string {
  return isKnown(action)
    ? t(`data.file.actions.${action}`, { what: what ?? '' })
    : t('data.file.actions.other', { action });
}

/**
 * The rows of the CSV file, in the user's language, because people read them: the account's fields, a row for each hub,
 * and one for each action of customer service, with empty rows between.
 */
export function dataRows(
  { made, account, hubs, customerService }: PersonalData,
  t: Translate,
  language: Language,
): string[][] {
  const day = (time: string | null) => (time === null ? '' : isoDay(new Date(time)));
  const newsRows = (news: PersonalData['account']['newsByEmail']): string[][] => {
    if (!news) return [];
    const agreed = [t('news.heading'), t(news.agreed ? 'data.file.yes' : 'data.file.no')];
    return news.agreedAt === null ? [agreed] : [agreed, [t('data.file.agreedOn'), day(news.agreedAt)]];
  };
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
    ...newsRows(account.newsByEmail),
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
    ...(customerService && customerService.length > 0
      ? [
          [],
          [t('data.file.service'), t('data.file.day')],
          ...customerService.map((access) => [actionText(access, t), day(access.at)]),
        ]
      : []),
  ];
}
