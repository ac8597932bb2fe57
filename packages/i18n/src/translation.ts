import { useMemo } from 'react';
import { useTranslation as useUntyped } from 'react-i18next';

/**
 * What each namespace says, in the shape of its English catalogue. Empty here, as nobody lists the parts: each names its own in its
 * `src/texts.d.ts`, and then only its keys are keys.
 */
export interface Namespaces {}

/** The namespaces that the part at hand knows. */
export type Namespace = keyof Namespaces;

type PluralForm = 'zero' | 'one' | 'two' | 'few' | 'many' | 'other';

/** A key without its plural form, which the count chooses. */
type Stem<Name extends string> = Name extends `${infer Before}_${PluralForm}` ? Before : Name;

type KeysOf<Texts, Above extends string = ''> = {
  [Name in keyof Texts & string]: Texts[Name] extends string
    ? `${Above}${Stem<Name>}`
    : KeysOf<Texts[Name], `${Above}${Name}.`>;
}[keyof Texts & string];

/** A key of the namespace, in the notation with dots. A table whose values are of this type may choose one at run time. */
export type TextKey<In extends Namespace> = KeysOf<Namespaces[In]> & string;

/** What fills the {{places}} of a text. */
export type TextValues = Readonly<Record<string, string | number>>;

/** Text by key, in the interface's language. */
export type Translate<In extends Namespace> = (key: TextKey<In>, values?: TextValues) => string;

/** The texts of a namespace in the interface's language; re-renders when it changes. A key that English lacks is a type error. */
export function useTranslation<In extends Namespace>(namespace: In): { readonly t: Translate<In> } {
  const { t } = useUntyped<string>(namespace);
  return useMemo(() => ({ t: (key: string, values: TextValues = {}) => t(key, values) }), [t]);
}
