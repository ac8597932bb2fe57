import { readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { FALLBACK_LANGUAGE } from '@portal/contract/language';
import { InvalidInputError, parseInput } from '@portal/contract/parse';
import { parseJson } from '@portal/contract/parse-json';
import type { Messages } from '@portal/contract/remote-module';
import type { LoaderContext } from '@rspack/core';
import * as v from 'valibot';
import { failPlainly } from './fail-plainly.ts';

const MessagesSchema: v.GenericSchema<Messages> = v.record(
  v.string(),
  v.lazy((input) => (typeof input === 'object' ? MessagesSchema : v.string())),
);

/** @throws for the bundler, with file and line. */
function parseCatalogue(file: string, json: string): Messages {
  try {
    return parseInput(file, MessagesSchema, parseJson(file, json));
  } catch (error) {
    return failPlainly(error);
  }
}

/** The English texts; none if they have a mistake, which their own module tells. */
function readEnglish(file: string): Messages {
  try {
    return parseCatalogue(file, readFileSync(file, 'utf8'));
  } catch (error) {
    if (error instanceof InvalidInputError) return {};
    throw error;
  }
}

interface Filled {
  readonly messages: Messages;
  /** Keys that got the English text. */
  readonly missing: readonly string[];
}

/** Adds plural forms that English does not have, with the text of the form for other numbers. */
function fillPluralForms(messages: Readonly<Record<string, string | Messages>>, language: string): Messages {
  const categories = new Intl.PluralRules(language).resolvedOptions().pluralCategories;
  const filled = { ...messages };
  for (const [key, other] of Object.entries(messages)) {
    if (!key.endsWith('_other')) continue;
    const stem = key.slice(0, -'other'.length);
    for (const category of categories) filled[stem + category] ??= other;
  }
  return filled;
}

function fill(given: Messages, english: Messages, language: string, above = ''): Filled {
  const messages: Record<string, string | Messages> = { ...given };
  const missing: string[] = [];
  for (const [key, text] of Object.entries(english)) {
    const own = given[key];
    if (typeof text === 'string') {
      if (typeof own === 'string') continue;
      messages[key] = text;
      missing.push(above + key);
    } else {
      const group = fill(typeof own === 'object' ? own : {}, text, language, `${above}${key}.`);
      messages[key] = group.messages;
      missing.push(...group.missing);
    }
  }
  return { messages: fillPluralForms(messages, language), missing };
}

/** No line ends after the hyphen of "E-Mail" or "dissociez-le": it becomes U+2011. */
const keepTogether = (text: string): string => text.replaceAll(/(?<![\p{L}-])(e|\p{L}+ez)-(?=\p{L})/giu, '$1\u2011');

function createModule(messages: Messages): string {
  const json = JSON.stringify(messages, (_, value: unknown) =>
    typeof value === 'string' ? keepTogether(value) : value,
  );
  return `export default JSON.parse(${JSON.stringify(json)});`;
}

/**
 * A bundler's loader that makes modules of catalogues, and fills missing texts with the English ones, so that visitors
 * never read a key.
 */
function catalogueLoader(this: LoaderContext, json: string): string {
  const file = basename(this.resourcePath);
  const given = parseCatalogue(file, json);
  const language = basename(file, '.json');
  if (language === FALLBACK_LANGUAGE) return createModule(given);
  const english = join(dirname(this.resourcePath), `${FALLBACK_LANGUAGE}.json`);
  this.addDependency(english);
  const { messages, missing } = fill(given, readEnglish(english), language);
  if (missing.length > 0)
    this.emitWarning(new Error(`${file}: ${missing.join(', ')} missing; the English text is used`));
  return createModule(messages);
}

export default catalogueLoader;
