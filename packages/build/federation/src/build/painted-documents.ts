import { LANGUAGES } from '@portal/contract/language';
import { parsePaintedDocument, TEXT_PLACEHOLDER } from '@portal/contract/painted-document';
import type { PaintedDocument } from '@portal/contract/painted-document';
import { parseInput } from '@portal/contract/parse';
import * as v from 'valibot';
import type { PaintModule } from './paint-module.ts';

const UnstyledSchema = v.array(
  v.object({
    document: v.string(),
    version: v.string(),
    language: v.string(),
    painted: v.record(v.string(), v.unknown()),
  }),
);

function wholeTexts({ page, fallback, text }: PaintedDocument): readonly string[] {
  return LANGUAGES.map((language) => (fallback ?? page)[language].replace(TEXT_PLACEHOLDER, () => text));
}

/** The painted pages of the part's documents as JSON, by the beginnings of their files' names: what `paintDocuments()` gives. */
export async function paintedDocuments(module: PaintModule): Promise<ReadonlyMap<string, string>> {
  const { what } = module;
  const unstyled = parseInput(what, UnstyledSchema, (await module.call('paintDocuments')) ?? []);
  const documents = unstyled.map(({ painted, ...address }) => ({
    address,
    painted: parsePaintedDocument(what, { ...painted, styles: '' }),
  }));
  if (documents.length === 0) return new Map();
  const styles = module.stylesOf(documents.flatMap(({ painted }) => wholeTexts(painted)));
  return new Map(
    documents.map(({ address: { document, version, language }, painted }) => [
      `${document}.${version}.${language}`,
      JSON.stringify(parsePaintedDocument(what, { ...painted, styles })),
    ]),
  );
}
