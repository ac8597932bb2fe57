import type { SourceTexts } from './read-source.ts';

function escaped(text: string): string {
  return text.replaceAll(/[$()*+.?[\\\]^{|}]/g, '\\$&');
}

/** What fills the places of a template so that it becomes `key`; undefined where it cannot. */
function fillings(key: string, template: readonly string[]): readonly string[] | undefined {
  if (template.length < 2) return template[0] === key ? [] : undefined;
  return new RegExp(`^${template.map(escaped).join('(.+)')}$`).exec(key)?.slice(1);
}

/**
 * Whether sources use a key: as a whole, in a call or in a table of keys, or put together by a template from words that are in the
 * sources, or in `sharedWords`. That every key which can come out is there is the type checker's business.
 */
export function isUsed(key: string, sources: readonly SourceTexts[], sharedWords: ReadonlySet<string>): boolean {
  if (sources.some(({ literals }) => literals.has(key))) return true;
  const isWord = (word: string) => sharedWords.has(word) || sources.some(({ words }) => words.has(word));
  return sources.some(({ templates }) =>
    templates.some((template) => {
      // A template of places alone says nothing about keys.
      if (template.every((text) => !/\w/.test(text))) return false;
      return fillings(key, template)?.every(isWord) ?? false;
    }),
  );
}
