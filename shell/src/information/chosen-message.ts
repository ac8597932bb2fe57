import { onlyValue } from '@portal/contract/query';

/** The keys of `/info` that say something (specification, sections 2 and 8). */
const INFO_KEYS = ['successful_deletion', 'failed_deletion'] as const;
export type InfoMessage = (typeof INFO_KEYS)[number];

/** The values of `/user-info?show=` that say something (specification, section 2). */
const USER_INFO_VALUES = [
  'account-confirmation',
  'account-already-confirmed',
  'account-confirmation-error',
  'hub-release',
  'hub-already-released',
] as const;
export type UserInfoMessage = (typeof USER_INFO_VALUES)[number];

/** What `/info` says: its query has exactly one key besides `locale`, and that is a known one; else undefined. */
export function infoMessage(query: URLSearchParams): InfoMessage | undefined {
  const [key, ...others] = [...query.keys()].filter((name) => name !== 'locale');
  return others.length === 0 ? INFO_KEYS.find((known) => known === key) : undefined;
}

/** What `/user-info` says: there is one `show`, of a known value; else undefined. */
export function userInfoMessage(query: URLSearchParams): UserInfoMessage | undefined {
  const value = onlyValue(query, 'show');
  return USER_INFO_VALUES.find((known) => known === value);
}
