import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import PDFDocument from 'pdfkit';
import type { Block, ListBlock, Run } from '../src/library/content.ts';
import { DocumentError } from './document-error.ts';
import type { SourceDocument } from './documents.ts';
import { fixedPhrases } from './document-text.ts';

const require = createRequire(import.meta.url);
const FONT_FILES = {
  regular: '@expo-google-fonts/source-sans-3/400Regular/SourceSans3_400Regular.ttf',
  italic: '@expo-google-fonts/source-sans-3/400Regular_Italic/SourceSans3_400Regular_Italic.ttf',
  bold: '@expo-google-fonts/source-sans-3/600SemiBold/SourceSans3_600SemiBold.ttf',
} as const;
type FontName = keyof typeof FONT_FILES;
/** Bytes of the fonts, read once for all documents. Plain TrueType: see ADR 8. */
const FONTS = Object.entries(FONT_FILES).map(([name, file]) => [name, readFileSync(require.resolve(file))] as const);

/** A4, in points. */
const MARGIN = 68;
const INK = '#1c2321';
const SOFT_INK = '#56615d';
const LINK_INK = '#0b5a5c';
const SAMPLE_INK = '#6b4a00';

type Element = PDFKit.PDFStructureElement;

/** Writes one document. PDF/UA: every text is inside a structure element, or marked as an artifact. */
class PdfWriter {
  readonly #source: SourceDocument;
  readonly #pdf: PDFKit.PDFDocument;
  readonly #root: Element;
  #outlined: PDFKit.PDFOutline | undefined;
  /** Text of the link that is being written. */
  #linkText = '';

  constructor(source: SourceDocument) {
    const { title, description, validFrom } = source.facts;
    this.#source = source;
    // Not the date of the build, so that the same source gives the same bytes.
    const date = new Date(`${validFrom.padEnd(10, '-01')}T00:00:00Z`);
    const options = {
      size: 'A4',
      margin: MARGIN,
      pdfVersion: '1.7',
      subset: 'PDF/UA',
      tagged: true,
      displayTitle: true,
      lang: new Intl.Locale(source.language).toString(),
      bufferPages: true,
      font: '',
      info: {
        Title: title,
        Subject: description,
        Creator: 'eBike Portal',
        Producer: 'eBike Portal',
        CreationDate: date,
        ModDate: date,
      },
    } as const;
    // oxlint-disable-next-line no-unsafe-type-assertion -- the types lack the subset PDF/UA
    this.#pdf = new PDFDocument(options as unknown as PDFKit.PDFDocumentOptions);
    describeLinks(this.#pdf, () => this.#linkText);
    for (const [name, bytes] of FONTS) this.#pdf.registerFont(name, bytes);
    this.#root = this.#pdf.struct('Document');
    this.#pdf.addStructure(this.#root);
  }

  async write(): Promise<Buffer> {
    const chunks: Buffer[] = [];
    const done = new Promise<void>((resolve, reject) => {
      this.#pdf
        .on('data', (chunk: Buffer) => chunks.push(chunk))
        .on('end', resolve)
        .on('error', reject);
    });
    this.#checkGlyphs();
    this.#writeHead();
    for (const block of this.#source.blocks) this.#writeBlock(block);
    this.#root.end();
    this.#writeFooters();
    this.#pdf.end();
    await done;
    return Buffer.concat(chunks);
  }

  /** A character that the font lacks would be printed as an empty box. */
  #checkGlyphs(): void {
    this.#pdf.font('regular');
    const { file, facts, blocks } = this.#source;
    const { title, sample = '', version } = facts;
    const text = [title, sample, version, ...blocks.flatMap(blockTexts)].join('');
    for (const character of new Set(text)) {
      const point = character.codePointAt(0) ?? 0;
      if (this.#pdf.widthOfString(character) > 0 && hasGlyph(this.#pdf, point)) continue;
      throw new DocumentError(file, 1, `the PDF's font has no "${character}" (U+${point.toString(16)})`);
    }
  }

  #style(font: FontName, size: number, color: string): this {
    this.#pdf.font(font).fontSize(size).fillColor(color);
    return this;
  }

  /** Writes a structure element with one text. */
  #put(tag: string, text: string): void {
    const element = this.#pdf.struct(tag, {}, () => {
      this.#pdf.text(text);
    });
    this.#root.add(element);
    element.end();
  }

  #writeHead(): void {
    const { facts, language } = this.#source;
    if (facts.sample !== undefined) {
      this.#style('bold', 9.5, SAMPLE_INK).#put('P', facts.sample);
      this.#pdf.moveDown(0.8);
    }
    this.#style('bold', 24, INK).#put('H1', facts.title);
    this.#outlined = this.#pdf.outline.addItem(facts.title, { expanded: true });
    this.#pdf.moveDown(0.3);
    this.#style('regular', 10.5, SOFT_INK).#put('P', fixedPhrases(language).validity(facts));
    this.#pdf.moveDown(1);
  }

  #writeBlock(block: Block): void {
    switch (block.kind) {
      case 'heading':
        this.#writeHeading(block.level, block.text);
        break;
      case 'paragraph':
        this.#writeParagraph(block.runs);
        break;
      case 'list':
        this.#writeList(block);
        break;
    }
  }

  #writeHeading(level: 2 | 3, text: string): void {
    const size = level === 2 ? 14 : 11.5;
    this.#pdf.moveDown(level === 2 ? 0.9 : 0.5);
    this.#style('bold', size, INK);
    // Keeps a heading on the same page as the text after it.
    const needed = this.#pdf.heightOfString(text) + 48;
    if (this.#pdf.y + needed > this.#pdf.page.height - MARGIN) this.#pdf.addPage();
    this.#put(`H${String(level)}`, text);
    if (level === 2) this.#outlined?.addItem(text);
    this.#pdf.moveDown(0.35);
  }

  #writeParagraph(runs: readonly Run[]): void {
    const paragraph = this.#pdf.struct('P', {}, this.#runParts(runs));
    this.#root.add(paragraph);
    paragraph.end();
    this.#pdf.moveDown(0.55);
  }

  #writeList(block: ListBlock): void {
    const list = this.#pdf.struct('L');
    this.#root.add(list);
    for (const [index, runs] of block.items.entries()) {
      const item = this.#pdf.struct('LI');
      list.add(item);
      const label = this.#pdf.struct('Lbl', {}, () => {
        this.#style('regular', 10.5, INK);
        this.#pdf.text(block.ordered ? `${String(block.start + index)}.` : '•', MARGIN + 6, this.#pdf.y, {
          continued: false,
        });
        this.#pdf.moveUp();
      });
      item.add(label);
      this.#pdf.x = MARGIN + 24;
      const body = this.#pdf.struct('LBody', {}, this.#runParts(runs));
      item.add(body);
      item.end();
      this.#pdf.x = MARGIN;
      this.#pdf.moveDown(0.25);
    }
    list.end();
    this.#pdf.moveDown(0.3);
  }

  /** Drawing functions for the runs of one paragraph; links get their own structure elements. */
  #runParts(runs: readonly Run[]): (Element | (() => void))[] {
    return runs.map((run, index) => {
      const options = {
        continued: index < runs.length - 1,
        lineGap: 2.5,
        align: 'left',
        link: null,
        underline: false,
      } as const;
      if (run.kind === 'text') {
        return () => {
          const font = run.strong ? 'bold' : run.emphasis ? 'italic' : 'regular';
          this.#style(font, 10.5, INK);
          this.#pdf.text(run.text, options);
        };
      }
      const show = (target: PDFKit.Mixins.TextOptions) => () => {
        this.#linkText = run.text;
        this.#style('regular', 10.5, target.link ? LINK_INK : INK);
        this.#pdf.text(printedText(run), { ...options, ...target });
      };
      // A path of the portal cannot be opened from a file, so it is printed as text. Headings are in the outline.
      if (run.to.startsWith('/') || run.to.startsWith('#')) return show({});
      return this.#pdf.struct('Link', {}, show({ link: run.to, underline: true }));
    });
  }

  #writeFooters(): void {
    const { facts, language } = this.#source;
    const { count } = this.#pdf.bufferedPageRange();
    for (let page = 0; page < count; page += 1) {
      this.#pdf.switchToPage(page);
      // Text below the margin would start a new page.
      this.#pdf.page.margins.bottom = 0;
      this.#pdf.markContent('Artifact', { type: 'Pagination', attached: ['Bottom'] });
      this.#style('regular', 8.5, SOFT_INK);
      const words = fixedPhrases(language).footer(facts, page + 1, count);
      this.#pdf.text(words, MARGIN, this.#pdf.page.height - 44, { align: 'left', lineBreak: false });
      this.#pdf.endMarkedContent();
    }
  }
}

/** Gives every link its text as a description: PDF/UA requires it, and pdfkit leaves it empty. */
function describeLinks(pdf: PDFKit.PDFDocument, words: () => string): void {
  const link = pdf.link.bind(pdf);
  // pdfkit writes a String object as text, and a string as a PDF name.
  pdf.link = (x, y, w, h, url, options) => {
    const description: object = { Contents: new String(words()) };
    return link(x, y, w, h, url, { ...options, ...description });
  };
}

/** Prints only the path of a page, because the file is the same for every portal. */
function printedText(run: Run): string {
  return run.kind === 'link' && run.to.startsWith('/') ? `${run.text} (${run.to})` : run.text;
}

function blockTexts(block: Block): readonly string[] {
  switch (block.kind) {
    case 'heading':
      return [block.text];
    case 'paragraph':
      return block.runs.map(printedText);
    case 'list':
      return block.items.flat().map(printedText);
  }
}

function hasGlyph(pdf: PDFKit.PDFDocument, point: number): boolean {
  // oxlint-disable-next-line no-unsafe-type-assertion -- pdfkit's parsed font, which its types leave out
  const { _font } = pdf as unknown as {
    readonly _font: { readonly font: { hasGlyphForCodePoint(point: number): boolean } };
  };
  return _font.font.hasGlyphForCodePoint(point);
}

/**
 * Renders the document as a tagged PDF with outline and embedded fonts. The same source gives the same bytes.
 * @throws {DocumentError}
 */
export async function renderPdf(source: SourceDocument): Promise<Buffer> {
  return await new PdfWriter(source).write();
}
