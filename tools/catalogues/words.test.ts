import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { LANGUAGES } from '@portal/contract/language';
import type { Language } from '@portal/contract/language';

const ROOT = join(import.meta.dirname, '../..');

/** Other words for what has one word in the portal. */
const OTHER_WORDS: Readonly<Record<Language, RegExp>> = {
  en: /\be-mail|\bsign(ed|ing)? out of\b|central identity/i,
  de: /Entwicklungskit|\bTelefon\b|Was entfällt|\bfreigeben|zentrale Identität/i,
  fr: /\blibér(er|ation)|numéros? de pièce|identité centrale/i,
  nl: /\b(aan|af)(ge)?meld|ontwikkelkit|centrale identiteit/i,
};

/** How the portal is built. Customers read of areas and pages. */
const INNER_WORDS: Readonly<Record<Language, RegExp>> = {
  en: /this part\b|parts? of th(e|is) portal|style sheet|\b(modules?|remotes?|bundles?|chunks?|shell)\b/i,
  de: /dieser Teil\b|Teile? d(ies)?es Portals|Stylesheet|\b(Module?|Remotes?|Bundles?|Shell)\b/i,
  fr: /cette partie|parties? d[ue] (ce )?portail|feuille de style|\b(modules?|remotes?|bundles?|shell)\b/i,
  nl: /dit (onder)?deel|delen van (het|dit) portaal|stijlblad|\b(modules?|remotes?|bundels?|shell)\b/i,
};
/** The list of what is live is what its page is for. */
const ON_BUILD_INFORMATION = /^\s*"parts": /;

/** French signs that need a space which does not break; the build of the documents sets it in theirs. */
const BREAKING_SPACE = /\S [?!:;»]|« /;

const read = (pattern: string): readonly { readonly file: string; readonly line: string }[] =>
  globSync(pattern, { cwd: ROOT })
    .toSorted()
    .flatMap((file) =>
      readFileSync(join(ROOT, file), 'utf8')
        .split('\n')
        .map((line) => ({ file, line })),
    );

const catalogues = (language: Language) => read(`{shell,mfe-*}/src/**/locales/${language}.json`);

test.each(LANGUAGES)('one thing has one word in every catalogue and document in %s', (language) => {
  const lines = [...catalogues(language), ...read(`mfe-legal/documents/*/*/${language}.md`)];
  expect(lines.length).toBeGreaterThan(300);
  expect(lines.filter(({ line }) => OTHER_WORDS[language].test(line))).toEqual([]);
});

test.each(LANGUAGES)('customers read nothing of how the portal is built in %s', (language) => {
  const lines = read(`{shell,mfe-!(staff)}/src/**/locales/${language}.json`)
    .filter(({ line }) => !ON_BUILD_INFORMATION.test(line))
    .map(({ file, line }) => ({ file, line: line.replace(/^\s*"[^"]*": /, '') }));
  expect(lines.length).toBeGreaterThan(300);
  expect(lines.filter(({ line }) => INNER_WORDS[language].test(line))).toEqual([]);
});

test('no French sign can begin a line alone', () => {
  const texts = catalogues('fr').map(({ file, line }) => ({ file, line: line.replace(/^\s*"[^"]*": /, '') }));
  expect(texts.filter(({ line }) => BREAKING_SPACE.test(line))).toEqual([]);
});
