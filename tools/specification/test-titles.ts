import { parse } from '@swc/core';

/** Stands for what differs from case to case. */
export const ANY = '…';

/** A test as its source has it: the titles of its blocks, then its own. */
export interface SourceTest {
  readonly path: readonly string[];
}

export interface SourceTests {
  readonly tests: readonly SourceTest[];
  /** The source's texts beside titles: cases of a table have theirs there. */
  readonly literals: ReadonlySet<string>;
}

interface Node {
  readonly type: string;
  readonly [field: string]: unknown;
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';
}

/** "test.describe.each(table)" is test, describe, each. */
function calleeNames(node: unknown): readonly string[] {
  if (!isNode(node)) return [];
  switch (node.type) {
    case 'Identifier':
      return [String(node['value'])];
    case 'MemberExpression':
      return [...calleeNames(node['object']), ...calleeNames(node['property'])];
    case 'CallExpression':
      return calleeNames(node['callee']);
    case 'TsInstantiation':
      return calleeNames(node['expression']);
    case 'TaggedTemplateExpression':
      return calleeNames(node['tag']);
    default:
      return [];
  }
}

/** The places of a table's title: "%s", "$name". */
const PLACE = /%[sdifjopc#%]|\$[a-z][\w.]*/gi;

function titleOf(node: unknown): string | undefined {
  if (!isNode(node)) return undefined;
  if (node.type === 'StringLiteral') return String(node['value']);
  if (node.type !== 'TemplateLiteral' || !Array.isArray(node['quasis'])) return ANY;
  return node['quasis'].map(({ cooked }: { readonly cooked?: unknown }) => String(cooked)).join(ANY);
}

function firstArgument([first]: readonly { readonly expression?: unknown }[]): unknown {
  return first?.expression;
}

const NO_TITLES = new Set(['step', 'use', 'extend', 'beforeEach', 'beforeAll', 'afterEach', 'afterAll', 'setTimeout']);

class Collector {
  readonly tests: SourceTest[] = [];
  readonly literals = new Set<string>();
  readonly #titles = new Set<unknown>();

  visit(value: unknown, blocks: readonly string[]): void {
    if (Array.isArray(value)) for (const item of value) this.visit(item, blocks);
    else if (typeof value === 'object' && value !== null) {
      const within = isNode(value) ? this.#enter(value, blocks) : blocks;
      for (const field of Object.values(value)) this.visit(field, within);
    }
  }

  #enter(node: Node, blocks: readonly string[]): readonly string[] {
    if (node.type === 'StringLiteral' && !this.#titles.has(node)) this.literals.add(String(node['value']));
    if (node.type !== 'CallExpression' || !Array.isArray(node['arguments'])) return blocks;
    const [root = '', ...members] = calleeNames(node['callee']);
    if (!['test', 'it', 'describe'].includes(root) || members.some((name) => NO_TITLES.has(name))) return blocks;
    const titleNode = firstArgument(node['arguments']);
    // The table of "test.each" is no title; the call of what that gives has it.
    const isTable = isNode(node['callee']) && node['callee'].type === 'MemberExpression' && members.at(-1) === 'each';
    const title = isTable ? undefined : titleOf(titleNode);
    if (title === undefined || node['arguments'].length < 2) return blocks;
    this.#titles.add(titleNode);
    const path = [...blocks, members.includes('each') ? title.replaceAll(PLACE, ANY) : title];
    if (root === 'describe' || members.includes('describe')) return path;
    this.tests.push({ path });
    return blocks;
  }
}

/** The tests that the source of a file has. @throws when it is no TypeScript. */
export async function readSourceTests(file: string, source: string): Promise<SourceTests> {
  const collector = new Collector();
  collector.visit(await parse(source, { syntax: 'typescript', tsx: file.endsWith('x'), target: 'es2024' }), []);
  return collector;
}
