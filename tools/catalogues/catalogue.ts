import type { Messages } from '@portal/contract/remote-module';

/** The plural forms of a text; the form of a text without plural is ''. */
export type Forms = ReadonlyMap<string, string>;

/** The texts of one language by their keys, in the notation with dots and without plural forms. */
export type Catalogue = ReadonlyMap<string, Forms>;

const PLURAL_KEY = /^(.+)_(zero|one|two|few|many|other)$/;

/** Flattens nested texts. Plural forms count as one key, because languages have different forms. */
export function getCatalogue(messages: Messages, above = ''): Catalogue {
  const found = new Map<string, Map<string, string>>();
  const add = (key: string, form: string, text: string) => {
    found.set(key, (found.get(key) ?? new Map<string, string>()).set(form, text));
  };
  for (const [name, value] of Object.entries(messages)) {
    if (typeof value === 'string') {
      const [, stem = name, form = ''] = PLURAL_KEY.exec(name) ?? [];
      add(above + stem, form, value);
    } else {
      for (const [key, forms] of getCatalogue(value, `${above}${name}.`))
        for (const [form, text] of forms) add(key, form, text);
    }
  }
  return found;
}

/** The names of the {{placeholders}} in a text. */
export function findPlaceholders(text: string): readonly string[] {
  return [...text.matchAll(/\{\{([^}]+)\}\}/g)].map(([, name = '']) => name.trim());
}

/** The <tags> of a text, each as often as it occurs. */
export function findTags(text: string): readonly string[] {
  return (text.match(/<\/?\w+ ?\/?>/g) ?? []).map((tag) => tag.replace(' ', ''));
}

/** Whether a text contains anything to translate: letters outside of placeholders and tags. */
export function hasWords(text: string): boolean {
  return /\p{Letter}/u.test(text.replaceAll(/\{\{[^}]+\}\}|<[^>]*>/g, ''));
}
