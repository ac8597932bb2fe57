import { FALLBACK_LANGUAGE, type Language } from '@portal/contract/language';
import type { Messages } from '@portal/contract/remote-module';
import { addMessages, startI18n } from './i18n.ts';

/** Starts the portal's texts with those of the given namespaces ("shell", "mfe-hubs"), in English unless said otherwise. */
export async function startTestI18n(
  namespaces: Readonly<Record<string, Messages>>,
  language: Language = FALLBACK_LANGUAGE,
): Promise<void> {
  await startI18n({ language, messages: namespaces['shell'] ?? {} });
  for (const [namespace, messages] of Object.entries(namespaces)) addMessages(namespace, language, messages);
}

/**
 * What is wrong with a catalogue, compared with another language's: keys that one of them lacks, places to fill that differ. Empty
 * when all is well. Plural forms count as one key, as languages differ in them; each needs the forms of its own language.
 */
export function differences(reference: Messages, messages: Messages, language: Language): string[] {
  const wanted = entries(reference);
  const given = entries(messages);
  const found: string[] = [];
  for (const key of wanted.keys()) if (!given.has(key)) found.push(`${key} is missing`);
  for (const [key, texts] of given) {
    const others = wanted.get(key);
    if (!others) {
      found.push(`${key} is unknown`);
      continue;
    }
    if (places(texts) !== places(others)) found.push(`${key} has other places to fill`);
    if (!texts.has('')) {
      for (const form of new Intl.PluralRules(language).resolvedOptions().pluralCategories)
        if (!texts.has(form)) found.push(`${key} lacks the plural form "${form}"`);
    }
  }
  return found;
}

/** Key without its plural form -> plural form ('' for none) -> text. */
function entries(messages: Messages, prefix = ''): Map<string, Map<string, string>> {
  const found = new Map<string, Map<string, string>>();
  for (const [name, value] of Object.entries(messages)) {
    if (typeof value !== 'string') {
      for (const [key, texts] of entries(value, `${prefix}${name}.`)) found.set(key, texts);
      continue;
    }
    const [, stem = name, form = ''] = /^(.*)_(zero|one|two|few|many|other)$/.exec(name) ?? [];
    const texts = found.get(prefix + stem) ?? new Map<string, string>();
    found.set(prefix + stem, texts.set(form, value));
  }
  return found;
}

/** The names in {{braces}} and <tags> of any of the texts; a plural form need not repeat the count. */
function places(texts: Map<string, string>): string {
  const names = [...texts.values()].flatMap((text) => text.match(/\{\{[^}]+\}\}|<\/?[^>]+>/g) ?? []);
  return [...new Set(names.map((name) => name.replaceAll(' ', '')))].toSorted().join();
}
