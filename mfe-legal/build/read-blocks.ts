import type { Nodes, PhrasingContent, RootContent, Text } from 'mdast';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { gfmFromMarkdown } from 'mdast-util-gfm';
import { gfm } from 'micromark-extension-gfm';
import type { Block, Run } from '../src/library/content.ts';
import { DocumentError } from './document-error.ts';

/** Makes the address that a link gets of the one that is written. @throws {DocumentError} for a dead one. */
export type ResolveLink = (written: string, line: number, headings: ReadonlySet<string>) => string;

interface Look {
  readonly strong?: true;
  readonly emphasis?: true;
}

/** An id that reads like the heading: "Your rights" -> "your-rights". */
function slug(text: string): string {
  return text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
}

/** Tables, footnotes and the like are read as what they are, so that they are refused instead of printed as they were typed. */
const EXTENSIONS = { extensions: [gfm()], mdastExtensions: [gfmFromMarkdown()] };

/** Reads one document's Markdown: headings, paragraphs, flat lists, emphasis and links; anything else is refused. */
class Reader {
  readonly #file: string;
  readonly #body: string;
  readonly #resolve: ResolveLink;
  readonly #headings = new Set<string>();

  constructor(file: string, body: string, resolve: ResolveLink) {
    this.#file = file;
    this.#body = body;
    this.#resolve = resolve;
  }

  read(): Block[] {
    const { children } = fromMarkdown(this.#body, EXTENSIONS);
    const headings = children.filter((node) => node.type === 'heading');
    for (const heading of headings) this.#addHeading(heading);
    return children.map((node) => this.#block(node));
  }

  #fail(node: Nodes, message: string): DocumentError {
    return new DocumentError(this.#file, node.position?.start.line ?? 1, message);
  }

  #addHeading(heading: RootContent): void {
    const id = slug(this.#plain(heading));
    if (id === '' || this.#headings.has(id))
      throw this.#fail(heading, `the heading "${id}" stands here a second time, or is empty`);
    this.#headings.add(id);
  }

  #block(node: RootContent): Block {
    if (node.type === 'heading') {
      if (node.depth !== 2 && node.depth !== 3)
        throw this.#fail(node, 'headings are "##" or "###"; the title stands in the front matter');
      const text = this.#plain(node);
      return { kind: 'heading', level: node.depth, id: slug(text), text };
    }
    if (node.type === 'paragraph') return { kind: 'paragraph', runs: this.#runs(node.children) };
    if (node.type === 'list') {
      const items = node.children.map((item) => this.#item(item));
      return node.ordered
        ? { kind: 'list', ordered: true, start: node.start ?? 1, items }
        : { kind: 'list', ordered: false, items };
    }
    throw this.#fail(node, `"${node.type}" cannot stand in a document: use headings, paragraphs and flat lists`);
  }

  #item(item: Extract<RootContent, { type: 'listItem' }>): Run[] {
    if (typeof item.checked === 'boolean') throw this.#fail(item, 'a list of boxes to tick cannot stand in a document');
    const [only, ...more] = item.children;
    if (only?.type !== 'paragraph' || more.length > 0) throw this.#fail(item, 'an item of a list is one paragraph');
    return this.#runs(only.children);
  }

  /** @throws {DocumentError} for a bracket: it is left of a link or a footnote that leads nowhere. */
  #text(node: Text): string {
    const { start, end } = node.position ?? {};
    const written = this.#body.slice(start?.offset, end?.offset);
    const bracket = /(?<!\\)\[/.exec(written);
    if (bracket) {
      const line = (start?.line ?? 1) + written.slice(0, bracket.index).split('\n').length - 1;
      throw new DocumentError(
        this.#file,
        line,
        'this "[" begins no link: a bracket that is to be read is written "\\["',
      );
    }
    return node.value.replaceAll('\n', ' ');
  }

  #plain(node: Nodes): string {
    if (node.type === 'text') return this.#text(node);
    if ('children' in node) return node.children.map((child) => this.#plain(child)).join('');
    throw this.#fail(node, `"${node.type}" cannot stand here: only plain text can`);
  }

  #runs(nodes: readonly PhrasingContent[], look: Look = {}): Run[] {
    return nodes.flatMap((node) => this.#run(node, look));
  }

  #run(node: PhrasingContent, look: Look): readonly Run[] {
    if (node.type === 'text') return [{ kind: 'text', text: this.#text(node), ...look }];
    if (node.type === 'strong') return this.#runs(node.children, { ...look, strong: true });
    if (node.type === 'emphasis') return this.#runs(node.children, { ...look, emphasis: true });
    if (node.type === 'link') {
      const to = this.#resolve(node.url, node.position?.start.line ?? 1, this.#headings);
      return [{ kind: 'link', to, text: this.#plain(node) }];
    }
    throw this.#fail(node, `"${node.type}" cannot stand in a document: use plain text, emphasis and links`);
  }
}

/** The blocks of a document's Markdown. @throws {DocumentError} naming file and line of what cannot be shown. */
export function readBlocks(file: string, body: string, resolve: ResolveLink): Block[] {
  return new Reader(file, body, resolve).read();
}
