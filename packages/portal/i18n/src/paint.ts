import type { PaintedChoice, PaintedCondition, PaintedOpenPage, VariantToPaint } from '@portal/contract/painted-page';
import { variantsToPaint } from '@portal/contract/painted-page';
import type { Language } from '@portal/contract/language';
import { LANGUAGES } from '@portal/contract/language';
import type { RemoteModule } from '@portal/contract/remote-module';
import type { ComponentType } from 'react';
import { addMessages, changeLanguage, startI18n } from './i18n.ts';

/** A page that a build paints; the build adds the styles. */
export type UnstyledPage = Omit<PaintedOpenPage, 'styles'>;

interface PaintedInLanguage {
  readonly html: string;
  readonly title?: string | undefined;
  readonly part?: string | undefined;
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

/** The values if there is one in each language. */
function all(values: Readonly<Record<Language, string | undefined>>): Record<Language, string> | undefined {
  const { en, de, fr, nl } = values;
  const isComplete = en !== undefined && de !== undefined && fr !== undefined && nl !== undefined;
  return isComplete ? { en, de, fr, nl } : undefined;
}

/** Paints every variant of a page in every language. */
export async function paintVariants(
  page: Omit<UnstyledPage, 'variants'>,
  paintOne: (variant: VariantToPaint, language: Language) => PaintedInLanguage,
): Promise<UnstyledPage> {
  const variants: UnstyledPage['variants'] = {};
  for (const variant of variantsToPaint(page)) {
    const { en, de, fr, nl } = await inEveryLanguage((language) => paintOne(variant, language));
    const title = all({ en: en.title, de: de.title, fr: fr.title, nl: nl.title });
    const part = all({ en: en.part, de: de.part, fr: fr.part, nl: nl.part });
    variants[variant.name] = {
      html: { en: en.html, de: de.html, fr: fr.html, nl: nl.html },
      ...(title && { title }),
      ...(part && { part }),
    };
  }
  return { ...page, variants };
}

/** An open page of a remote, as its build paints it. */
interface RemotePage {
  readonly path: string;
  /** Its name in `pages`. */
  readonly page: string;
  readonly choice?: PaintedChoice;
  readonly conditions?: readonly PaintedCondition[];
}

/** Static HTML of a page at an address, with the links out of the portal that `holding` names ("link:app"). */
export type PaintPage = (address: string, Page: ComponentType, holding: readonly string[]) => string;

/** Paints open pages of a remote; `paintPage` is that of `@portal/ui/paint`. */
export async function paintRemotePages(
  { name, pages, loadMessages }: RemoteModule,
  declared: readonly RemotePage[],
  paintPage: PaintPage,
): Promise<readonly UnstyledPage[]> {
  await startI18n({ language: 'en', messages: {} });
  for (const language of LANGUAGES) addMessages(name, language, await loadMessages(language));
  const painted: UnstyledPage[] = [];
  for (const { path, page, choice, conditions = [] } of declared) {
    const load = pages[page];
    if (!load) throw new Error(`${name} has no page "${page}"`);
    const { Page } = await load();
    const facts = { paths: [path], conditions: [...conditions], leavesSignedIn: false, ...(choice && { choice }) };
    painted.push(
      await paintVariants(facts, ({ search, holding }) => ({ html: paintPage(`${path}${search}`, Page, holding) })),
    );
  }
  return painted;
}
