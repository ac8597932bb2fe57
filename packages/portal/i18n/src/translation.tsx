import type { Language } from '@portal/contract/language';
import type { ReactNode } from 'react';
import { Fragment, useMemo } from 'react';
import { useTranslation as useUntyped } from 'react-i18next';
import { currentLanguage } from './i18n.ts';

/**
 * The English catalogue of each namespace. Empty here: each part adds its own in its `src/texts.d.ts`, so that no
 * central list of parts exists and the type checker knows the part's keys.
 */
export interface Namespaces {}

/** Names of the part's namespaces. */
type Namespace = keyof Namespaces;

type PluralForm = 'zero' | 'one' | 'two' | 'few' | 'many' | 'other';

/** A key without its plural form, which the count chooses. */
type Stem<Name extends string> = Name extends `${infer Before}_${PluralForm}` ? Before : Name;

type KeysOf<Texts, Above extends string = ''> = {
  [Name in keyof Texts & string]: Texts[Name] extends string
    ? `${Above}${Stem<Name>}`
    : KeysOf<Texts[Name], `${Above}${Name}.`>;
}[keyof Texts & string];

/** A key of the namespace, with dots between its levels. A table of such keys may choose one at run time. */
export type TextKey<In extends Namespace> = KeysOf<Namespaces[In]> & string;

/** Values for the {{placeholders}} of a text. */
type TextValues = Readonly<Record<string, string | number>>;

/** Gives the text of a key in the interface's language. */
export type Translate<In extends Namespace> = (key: TextKey<In>, values?: TextValues) => string;

/**
 * The texts of a namespace in the interface's language; re-renders when it changes. A key that English lacks is a type
 * error.
 */
export function useTranslation<In extends Namespace>(namespace: In): { readonly t: Translate<In> } {
  const { t } = useUntyped<string>(namespace);
  return useMemo(() => ({ t: (key: string, values: TextValues = {}) => t(key, values) }), [t]);
}

/** The interface's language; re-renders when it changes. */
export function useLanguage(): Language {
  useUntyped();
  return currentLanguage();
}

type Components = Readonly<Record<string, (children: ReactNode) => ReactNode>>;

interface TransProps<In extends Namespace> {
  readonly ns: In;
  readonly i18nKey: TextKey<In>;
  readonly values?: TextValues;
  /**
   * Make the elements for the tags in the text: `<mail>write to us</mail>` calls `components.mail` with these words.
   */
  readonly components: Components;
}

const NO_VALUES: TextValues = {};
const TAG = /<(\w+)>(.*?)<\/\1>|<(\w+) ?\/>/gs;
/**
 * Replaces "<" in values, so that a user's input never becomes a tag. A private-use character, which no text contains.
 */
const SHIELD = '\uE000';

function render(text: string, components: Components): ReactNode[] {
  const nodes: ReactNode[] = [];
  let end = 0;
  for (const match of text.matchAll(TAG)) {
    const [whole, around, inner = '', alone = ''] = match;
    const children = render(inner, components);
    const component = components[around ?? alone];
    nodes.push(text.slice(end, match.index).replaceAll(SHIELD, '<'));
    nodes.push(<Fragment key={match.index}>{component ? component(children) : children}</Fragment>);
    end = match.index + whole.length;
  }
  nodes.push(text.slice(end).replaceAll(SHIELD, '<'));
  return nodes;
}

/** A text that contains elements. react-i18next's own component would add a 4 KB HTML parser. */
export function Trans<In extends Namespace>({
  ns,
  i18nKey,
  values = NO_VALUES,
  components,
}: TransProps<In>): ReactNode {
  const { t } = useTranslation(ns);
  const shielded = Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      typeof value === 'string' ? value.replaceAll('<', SHIELD) : value,
    ]),
  );
  return render(t(i18nKey, shielded), components);
}
