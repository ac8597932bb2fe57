import type { Language } from '@portal/contract/language';
import type { Catalogue, Forms } from './catalogue.ts';
import { hasWords, findPlaceholders, findTags } from './catalogue.ts';

function unique(names: Iterable<string>): string {
  return [...new Set(names)].toSorted().join(', ');
}

/** Combines the plural forms of a language, because a single form need not contain the count ("one hub"). */
function allOf(forms: Forms, read: (text: string) => readonly string[]): string {
  return unique([...forms.values()].flatMap(read));
}

/** Mistakes within one catalogue: empty texts, unclosed tags, missing or superfluous plural forms. */
export function flaws(catalogue: Catalogue, language: Language): readonly string[] {
  const found: string[] = [];
  const needed = new Intl.PluralRules(language).resolvedOptions().pluralCategories;
  for (const [key, forms] of catalogue) {
    for (const text of forms.values()) {
      if (text.trim() === '') found.push(`${key} is empty`);
      const tags = findTags(text);
      const opened = tags.filter((tag) => !tag.startsWith('</') && !tag.endsWith('/>')).map((tag) => tag.slice(1));
      const closed = tags.filter((tag) => tag.startsWith('</')).map((tag) => tag.slice(2));
      if (opened.toSorted().join() !== closed.toSorted().join()) found.push(`${key} has a tag that does not close`);
    }
    if (forms.has('')) {
      if (forms.size > 1) found.push(`${key} is there with and without plural forms`);
      continue;
    }
    for (const form of needed) if (!forms.has(form)) found.push(`${key} lacks the plural form "${form}"`);
    for (const form of forms.keys())
      if (!needed.some((name) => name === form))
        found.push(`${key} has a plural form "${form}", which nothing chooses`);
  }
  return found;
}

/** Flaws of a translation, compared with English. */
export function translationFlaws(english: Catalogue, translation: Catalogue): readonly string[] {
  const found = [...english.keys()].filter((key) => !translation.has(key)).map((key) => `${key} is missing`);
  for (const [key, forms] of translation) {
    const originals = english.get(key);
    if (!originals) found.push(`${key} is not in English`);
    else if (allOf(forms, findPlaceholders) !== allOf(originals, findPlaceholders))
      found.push(`${key} has other placeholders`);
    else if (allOf(forms, findTags) !== allOf(originals, findTags)) found.push(`${key} has other tags`);
  }
  return found;
}

/** Keys of texts with words that are the same as in English. */
export function sameAsEnglish(english: Catalogue, translation: Catalogue): readonly string[] {
  const same = [...translation].filter(([key, forms]) => {
    const originals = new Set(english.get(key)?.values());
    return [...forms.values()].some((text) => originals.has(text) && hasWords(text));
  });
  return same.map(([key]) => key);
}
