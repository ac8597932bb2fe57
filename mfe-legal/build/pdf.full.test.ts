import { execFile, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Block, Run } from '../src/library/content.ts';
import { Documents } from './documents.ts';
import type { SourceDocument } from './documents.ts';
import { cachedPdf } from './document-loader.ts';
import { fixedPhrases } from './document-text.ts';
import { renderPdf } from './pdf.ts';
import { readBlocks } from './read-blocks.ts';

const documents = new Documents(join(import.meta.dirname, '../documents'));
const SOURCES = documents.files.map((textFile) => [textFile.file, documents.read(textFile)] as const);
const [, FIRST] = SOURCES[0] ?? [];
if (!FIRST) throw new Error('There are no documents');

const folder = mkdtempSync(join(tmpdir(), 'pdf-test-'));
afterAll(() => rmSync(folder, { recursive: true }));

/**
 * Other tools than the one that wrote the files; `npm test` installs them where it may, and then requires them
 * (tools/test/pdf-tools.ts).
 */
const TOOLS = ['qpdf', 'pdfinfo', 'pdftotext'];
const missingTools = TOOLS.filter((tool) => spawnSync(tool, ['-v'], { stdio: 'ignore' }).error !== undefined);
const judge = missingTools.length === 0 || process.env['CI'] || process.env['PDF_TOOLS'] === 'required';

const oneLine = (text: string) => text.replace(/\s+/g, ' ').trim();
/** pdftotext takes a hyphen at the end of a line for hyphenation, and drops it. */
const withoutHyphens = (text: string) => text.replaceAll('-', '');
/** A path may continue on the next line after a slash, as addresses do. */
const withoutBreaks = (text: string) => withoutHyphens(oneLine(text)).replaceAll('/ ', '/');

function blockText(block: Block): string {
  const words = (runs: readonly Run[]) =>
    runs.map((run) => (run.kind === 'link' && run.to.startsWith('/') ? `${run.text} (${run.to})` : run.text)).join('');
  if (block.kind === 'heading') return block.text;
  if (block.kind === 'paragraph') return words(block.runs);
  return block.items
    .map((runs, index) => `${block.ordered ? `${block.start + index}.` : '•'} ${words(runs)}`)
    .join(' ');
}

/** The text of the PDF without the footers. */
function sourceText({ facts, blocks, language }: SourceDocument): string {
  return oneLine(
    [facts.sample ?? '', facts.title, fixedPhrases(language).validity(facts), ...blocks.map(blockText)].join(' '),
  );
}

async function written(source: SourceDocument): Promise<string> {
  const file = join(folder, `${source.file.replaceAll('/', '.')}.pdf`);
  writeFileSync(file, await cachedPdf(source));
  return file;
}

const execute = promisify(execFile);
const run = async (tool: string, ...args: string[]) => (await execute(tool, args, { maxBuffer: 2 ** 26 })).stdout;

(judge ? describe : describe.skip)('every PDF, seen by qpdf and poppler', () => {
  beforeAll(() => {
    if (missingTools.length > 0) throw new Error(`${missingTools.join(', ')} missing: install qpdf and poppler-utils.`);
  });

  test.each(SOURCES)(
    '%s is valid and tagged, has an outline and its language, and contains the text of its source',
    async (_, source) => {
      const file = await written(source);
      const [checked, info, meta, json, shown] = await Promise.all([
        run('qpdf', '--check', file),
        run('pdfinfo', file),
        run('pdfinfo', '-meta', file),
        run('qpdf', '--json=1', file),
        // The page without its footer: 842 points high, the last 60 are the footer's.
        run('pdftotext', '-x', '0', '-y', '0', '-W', '596', '-H', '782', file, '-'),
      ]);
      expect(checked).toContain('No syntax or stream encoding errors found');
      expect(info).toMatch(/^Tagged: +yes$/m);
      expect(info).toMatch(/^Page size: .*\(A4\)$/m);
      expect(/^Title: +(.+)$/m.exec(info)?.[1]).toBe(source.facts.title);
      expect(meta).toMatch(/<pdfuaid:part>1<\/pdfuaid:part>/);

      const { objects, outlines } = JSON.parse(json) as {
        readonly objects: Readonly<Record<string, unknown>>;
        readonly outlines: readonly { readonly title: string; readonly kids: readonly { readonly title: string }[] }[];
      };
      const catalog = Object.values(objects).find(
        (object): object is Record<string, unknown> =>
          typeof object === 'object' && object !== null && (object as Record<string, unknown>)['/Type'] === '/Catalog',
      );
      const [letters, region] = source.language.split('-');
      expect(catalog?.['/Lang']).toBe(region === undefined ? letters : `${letters}-${region.toUpperCase()}`);
      expect(objects[String(catalog?.['/ViewerPreferences'])]).toEqual({ '/DisplayDocTitle': true });
      const headings = source.blocks.filter((block) => block.kind === 'heading').filter(({ level }) => level === 2);
      expect(outlines.map(({ title }) => title)).toEqual([source.facts.title]);
      expect(outlines[0]?.kids.map(({ title }) => title)).toEqual(headings.map(({ text }) => text));

      const fonts = Object.values(objects).filter(
        (object): object is Record<string, unknown> =>
          typeof object === 'object' &&
          object !== null &&
          (object as Record<string, unknown>)['/Type'] === '/FontDescriptor',
      );
      expect(fonts.length).toBeGreaterThan(0);
      for (const font of fonts) expect(Object.keys(font)).toContain('/FontFile2');

      expect(withoutBreaks(shown)).toBe(withoutBreaks(sourceText(source)));
    },
  );

  test('its structure has headings, paragraphs, lists and links in reading order', async () => {
    const source: SourceDocument = {
      ...FIRST,
      blocks: readBlocks(
        'x.md',
        '## A heading\n\nSee [there](https://example.com/), *not* **[here](/terms)**.\n\n- one\n- two\n\n### Another',
        (to) => to,
      ),
    };
    const file = join(folder, 'structure.pdf');
    writeFileSync(file, await renderPdf(source));
    const elements = [...(await run('pdfinfo', '-struct', file)).matchAll(/^ *([A-Z]\w*)/gm)].map(([, name]) => name);
    const expected = 'Document P H1 P H2 P Link Object L LI Lbl LBody LI Lbl LBody H3';
    expect(elements.join(' ')).toBe(expected);
    expect(await run('qpdf', '--json=1', file)).toContain('"/Contents": "there"');
    expect(oneLine(await run('pdftotext', file, '-'))).toContain('See there, not here (/terms).');
  });

  test('a list that continues after a paragraph keeps its numbers', async () => {
    const body = '1. one\n2. two\n\nBetween.\n\n3. three\n4. four\n';
    const source: SourceDocument = { ...FIRST, blocks: readBlocks('x.md', body, (to) => to) };
    const file = join(folder, 'numbers.pdf');
    writeFileSync(file, await renderPdf(source));
    expect(oneLine(await run('pdftotext', file, '-'))).toContain('1. one 2. two Between. 3. three 4. four');
  });
});

test('the same source gives the same bytes, another source other bytes', async () => {
  const [once, again] = [await renderPdf(FIRST), await renderPdf(FIRST)];
  expect(once.equals(again)).toBe(true);
  const other = await renderPdf({ ...FIRST, facts: { ...FIRST.facts, title: 'Another title' } });
  expect(once.equals(other)).toBe(false);
});

test('the cache gives the same bytes as a new build', async () => {
  expect((await cachedPdf(FIRST)).equals(await renderPdf(FIRST))).toBe(true);
});

test('a character that the font lacks is an error that names the document', async () => {
  const source: SourceDocument = { ...FIRST, blocks: [{ kind: 'paragraph', runs: [{ kind: 'text', text: '漢' }] }] };
  await expect(renderPdf(source)).rejects.toThrow(`${FIRST.file}:1: the PDF's font has no "漢" (U+6f22)`);
});
