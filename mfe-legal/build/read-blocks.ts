import type { Nodes, PhrasingContent, RootContent, Text } from 'mdast';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { gfmFromMarkdown } from 'mdast-util-gfm';
import { gfm } from 'micromark-extension-gfm';
import type { Block, Run } from '../src/library/content.ts';
import { DocumentError } from './document-error.ts';

/** Turns the address in the source into the one to link to. @throws {DocumentError} for a dead link. */
export type ResolveLink = (written: string, line: number, headings: ReadonlySet<string>) => string;

interface Emphasis {
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

function getLine(node: Nodes): number {
  return node.position?.start.line ?? 1;
}

/** Parses tables, footnotes and the like, so that they are refused instead of printed as typed. */
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
    return new DocumentError(this.#file, getLine(node), message);
  }

  #addHeading(heading: RootContent): void {
    const id = slug(this.#plain(heading));
    if (id === '' || this.#headings.has(id))
      throw this.#fail(heading, `the heading "${id}" is empty, or appears twice`);
    this.#headings.add(id);
  }

  #block(node: RootContent): Block {
    if (node.type === 'heading') {
      if (node.depth !== 2 && node.depth !== 3)
        throw this.#fail(node, 'headings are "##" or "###"; the title is in the front matter');
      const text = this.#plain(node);
      return { kind: 'heading', level: node.depth, id: slug(text), text };
    }
    if (node.type === 'paragraph') return { kind: 'paragraph', runs: this.#runs(node.children) };
    if (node.type === 'list') {
      const items = node.children.map((item) => this.#item(item));
      return typeof node.start === 'number'
        ? { kind: 'list', ordered: true, start: node.start, items }
        : { kind: 'list', ordered: false, items };
    }
    throw this.#fail(node, `"${node.type}" is not allowed in a document: use headings, paragraphs and flat lists`);
  }

  #item(item: Extract<RootContent, { type: 'listItem' }>): Run[] {
    if (typeof item.checked === 'boolean') throw this.#fail(item, 'a list of checkboxes is not allowed in a document');
    const [only, ...more] = item.children;
    if (only?.type !== 'paragraph' || more.length > 0) throw this.#fail(item, 'a list item must be one paragraph');
    return this.#runs(only.children);
  }

  /** @throws {DocumentError} for a bracket: the parser leaves it when a link or footnote has no target. */
  #text(node: Text): string {
    const written = this.#body.slice(node.position?.start.offset, node.position?.end.offset);
    const bracket = /(?<!\\)\[/.exec(written);
    if (bracket) {
      const line = getLine(node) + written.slice(0, bracket.index).split('\n').length - 1;
      throw new DocumentError(this.#file, line, 'this "[" does not begin a link: to show a bracket, write "\\["');
    }
    return node.value.replaceAll('\n', ' ');
  }

  #plain(node: Nodes): string {
    if (node.type === 'text') return this.#text(node);
    if ('children' in node) return node.children.map((child) => this.#plain(child)).join('');
    throw this.#fail(node, `"${node.type}" is not allowed here: only plain text is`);
  }

  #runs(nodes: readonly PhrasingContent[], emphasis: Emphasis = {}): Run[] {
    return nodes.flatMap((node) => this.#run(node, emphasis));
  }

  #run(node: PhrasingContent, emphasis: Emphasis): readonly Run[] {
    if (node.type === 'text') return [{ kind: 'text', text: this.#text(node), ...emphasis }];
    if (node.type === 'strong') return this.#runs(node.children, { ...emphasis, strong: true });
    if (node.type === 'emphasis') return this.#runs(node.children, { ...emphasis, emphasis: true });
    if (node.type === 'link') {
      const to = this.#resolve(node.url, getLine(node), this.#headings);
      return [{ kind: 'link', to, text: this.#plain(node) }];
    }
    throw this.#fail(node, `"${node.type}" is not allowed in a document: use plain text, emphasis and links`);
  }
}

/** The blocks of a document's Markdown. @throws {DocumentError} naming file and line of unsupported Markdown. */
export function readBlocks(file: string, body: string, resolve: ResolveLink): Block[] {
  return new Reader(file, body, resolve).read();
}
