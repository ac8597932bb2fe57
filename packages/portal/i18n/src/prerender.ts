import type { Language } from '@portal/contract/language';
import { LANGUAGES } from '@portal/contract/language';
import type { PageCase, PrerenderedPage } from '@portal/contract/prerendered';
import { pageCases } from '@portal/contract/prerendered';
import { textSlot } from '@portal/contract/markup';
import { addMessages, changeLanguage, startI18n } from './i18n.ts';

/** What a page shows in one case. */
export interface RenderedCase {
  readonly choices: Readonly<Record<string, string>>;
  readonly html: string;
  /** Title of the document, if it is not the declared one. */
  readonly title?: string | undefined;
}

type InLanguages<Value> = Readonly<Record<Language, Value>>;

/**
 * A page as its part renders it. The build merges the cases, and adds the styles. Slots among nodes are elements:
 * `<slot name="rows">`.
 */
export interface RenderedPage extends Pick<PrerenderedPage, 'paths' | 'conditions' | 'query' | 'data' | 'document'> {
  readonly leavesSignedIn?: boolean;
  /** Beginning of the name of a file of its own. */
  readonly file?: string;
  readonly cases: InLanguages<readonly RenderedCase[]>;
  /** What stands in the slot for rows or parts. */
  readonly items?: InLanguages<readonly RenderedCase[]>;
  /** What stands in the slot for the text. */
  readonly text?: string;
  /** The fields of the account that a form writes into its inputs when it runs, by the inputs' names. */
  readonly inputs?: Readonly<Record<string, string>>;
}

/** Starts the texts of these namespaces in all languages. */
export async function startTexts(
  namespaces: Readonly<Record<string, (language: Language) => Promise<Parameters<typeof addMessages>[2]>>>,
): Promise<void> {
  await startI18n({ language: 'en', messages: {} });
  for (const [namespace, load] of Object.entries(namespaces))
    for (const language of LANGUAGES) addMessages(namespace, language, await load(language));
}

/** The links out of the portal that conditions name ("link:app"), as the slots that the web server fills in. */
export function linkSlots(activeConditions: readonly string[]): Readonly<Record<string, string>> {
  const names = activeConditions
    .filter((condition) => condition.startsWith('link:'))
    .map((condition) => condition.slice(5));
  return Object.fromEntries(names.map((name) => [name, textSlot(`link.${name}`)]));
}

/** Calls `make` in each language, one after the other, because all share the current one. */
export async function inEveryLanguage<Value>(
  make: (language: Language) => Value | Promise<Value>,
): Promise<Record<Language, Value>> {
  const inLanguage = async (language: Language) => {
    await changeLanguage(language);
    return make(language);
  };
  return {
    en: await inLanguage('en'),
    de: await inLanguage('de'),
    fr: await inLanguage('fr'),
    nl: await inLanguage('nl'),
  };
}

/** Renders a page in every case and language. */
export async function renderCases<Facts extends Omit<RenderedPage, 'cases'>>(
  facts: Facts,
  render: (each: PageCase, language: Language) => Omit<RenderedCase, 'choices'>,
): Promise<Facts & Pick<RenderedPage, 'cases'>> {
  const cases = await inEveryLanguage((language) =>
    pageCases(facts).map((each) => ({ choices: each.choices, ...render(each, language) })),
  );
  return { ...facts, cases };
}

/** Puts a slot in the place of the elements with this name. */
export function cutOut(html: string, element: string, slot: string): { readonly html: string; readonly cut: string } {
  const elements = new RegExp(`<${element}[ >].*</${element}>`, 's');
  return { html: html.replace(elements, `<slot name="${slot}"></slot>`), cut: elements.exec(html)?.[0] ?? '' };
}
