import { onlyValue } from '@portal/contract/paths';

/** The known keys of `/info` (specification, sections 2 and 8). */
export const INFO_KEYS = ['successful_deletion', 'failed_deletion'] as const;
export type InfoMessage = (typeof INFO_KEYS)[number];

/** The known values of `/user-info?show=` (specification, section 2). */
export const USER_INFO_VALUES = [
  'account-confirmation',
  'account-already-confirmed',
  'account-confirmation-error',
  'hub-release',
  'hub-already-released',
] as const;
export type UserInfoMessage = (typeof USER_INFO_VALUES)[number];

/**
 * The message of `/info`, named by the only key of its query besides `locale`; undefined if the key is unknown or there
 * are several.
 */
export function infoMessage(query: URLSearchParams): InfoMessage | undefined {
  const [key, ...others] = [...query.keys()].filter((name) => name !== 'locale');
  return others.length === 0 ? INFO_KEYS.find((known) => known === key) : undefined;
}

/** The message of `/user-info`, named by its only parameter `show`; undefined if the name is unknown. */
export function userInfoMessage(query: URLSearchParams): UserInfoMessage | undefined {
  const value = onlyValue(query, 'show');
  return USER_INFO_VALUES.find((known) => known === value);
}
