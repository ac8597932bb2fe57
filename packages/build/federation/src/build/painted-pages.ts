import type { Declaration } from '@portal/contract/declaration';
import type { PaintedOpenPage } from '@portal/contract/painted-page';
import { fillPainted, PAINTED_PAGES_FILE, parsePaintedPages } from '@portal/contract/painted-page';
import { parseInput } from '@portal/contract/parse';
import type { Compiler } from '@rspack/core';
import * as v from 'valibot';
import { LANGUAGES } from '@portal/contract/language';
import { parsePaintedDocument, TEXT_PLACEHOLDER } from '@portal/contract/painted-document';
import type { PaintedDocument } from '@portal/contract/painted-document';
import { firstScreens } from './first-screens.ts';
import { emitHashedJson } from './hashed-json.ts';
import type { PaintModule } from './paint-module.ts';
import { withPaintModule } from './paint-module.ts';
import type { Part } from './part.ts';

const UnstyledDocumentsSchema = v.array(
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
async function paintedDocuments(module: PaintModule): Promise<ReadonlyMap<string, string>> {
  const { what } = module;
  const unstyled = parseInput(what, UnstyledDocumentsSchema, (await module.call('paintDocuments')) ?? []);
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

const UnstyledPagesSchema = v.array(v.record(v.string(), v.unknown()));

/** What the policy of the pages forbids. */
const FORBIDDEN = /<script|<[^>]*\s(on[a-z]+|style)=/i;

function checkPage({ what }: PaintModule, { routes }: Declaration, { paths, variants }: PaintedOpenPage): void {
  const [first = ''] = paths;
  const stray = paths.find((path) => routes.every((route) => route.path !== path || route.access !== 'open'));
  if (stray !== undefined) throw new Error(`${what}: "${stray}" is no route that is open to everybody`);
  for (const [name, { html, part }] of Object.entries(variants))
    for (const text of [...Object.values(html), ...Object.values(part ?? {})]) {
      const [found] = FORBIDDEN.exec(text) ?? [];
      if (found !== undefined)
        throw new Error(`${what}: "${first}" (${name}) has "${found}", which its policy forbids`);
    }
}

/** Every form of a page, in one language: languages have the same elements. */
function formsOf({ variants }: PaintedOpenPage): readonly string[] {
  return Object.values(variants).map(({ html, part }) => fillPainted(html.en, { parts: part?.en ?? '' }));
}

/** The part's other painted pages as JSON: what `paintPages()` gives. */
export async function paintedOpenPages(
  module: PaintModule,
  declaration: Declaration,
): Promise<ReadonlyMap<string, string>> {
  const { what } = module;
  const unstyled = parseInput(what, UnstyledPagesSchema, (await module.call('paintPages')) ?? []);
  if (unstyled.length === 0) return new Map();
  const { pages } = parsePaintedPages(what, { pages: unstyled.map((page) => ({ ...page, styles: '' })) });
  for (const page of pages) checkPage(module, declaration, page);
  const styled = pages.map((page) => ({ ...page, styles: module.stylesOf(formsOf(page)) }));
  return new Map([[PAINTED_PAGES_FILE, JSON.stringify(parsePaintedPages(what, { pages: styled }))]]);
}

/**
 * The painted pages of a part as JSON, by the beginnings of their files' names. The module `paint` renders them from the part's own components:
 * `paintDocuments()` its legal documents, `paintPages()` its other open pages, `paintFirstScreens()` what its other pages begin with. `without`: modules that it does without.
 */
export async function buildPaintedPages(
  part: Part,
  paint: string,
  without: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  return await withPaintModule(part, paint, without, async (module) => {
    const painted = [
      ...(await paintedDocuments(module)),
      ...(await paintedOpenPages(module, part.declaration)),
      ...(await firstScreens(module, part.declaration)),
    ];
    if (painted.length === 0)
      throw new Error(`${paint} exports neither paintDocuments() nor paintPages() nor paintFirstScreens()`);
    return new Map(painted);
  });
}

/** Emits painted pages. */
export class PaintedPagesPlugin {
  readonly #painted: ReadonlyMap<string, string>;

  constructor(painted: ReadonlyMap<string, string>) {
    this.#painted = painted;
  }

  apply(compiler: Compiler): void {
    for (const [name, json] of this.#painted) emitHashedJson(compiler, name, () => json);
  }
}
