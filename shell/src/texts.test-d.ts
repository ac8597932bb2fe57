/** What the types of the texts promise to all parts: the type checker fails if an expected error does not occur. */
import type { TextKey, Translate } from '@portal/i18n';

export const keys = ['brand', 'nav.logOut'] satisfies TextKey<'shell'>[];
// @ts-expect-error English has no such text.
export const unknownKey = 'subtitle' satisfies TextKey<'shell'>;
// @ts-expect-error A group is not a text.
export const group = 'nav' satisfies TextKey<'shell'>;
// @ts-expect-error A computed key could be any text; use a table of keys.
export const computed = (chosen: string) => chosen satisfies TextKey<'shell'>;
// @ts-expect-error No namespace has this name.
export type UnknownNamespace = TextKey<'no-part'>;

export const text = (t: Translate<'shell'>) => t('brand', { count: 2 });
// @ts-expect-error Values of texts are texts or numbers.
export const strangeValue = (t: Translate<'shell'>) => t('brand', { since: new Date() });
