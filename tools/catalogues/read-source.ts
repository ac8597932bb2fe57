import { parse } from '@swc/core';

/** A call of `t` with a literal key, and the names of its values; undefined if they are computed elsewhere. */
interface TextCall {
  readonly key: string;
  readonly values: readonly string[] | undefined;
}

/** The texts and their uses in one source file. */
export interface SourceTexts {
  /** Names of the modules that it imports. */
  readonly imports: ReadonlySet<string>;
  /** Its string literals, except names of imported modules and attributes of elements. */
  readonly literals: ReadonlySet<string>;
  /** Words that may be part of a computed key: literals and the names of properties. */
  readonly words: ReadonlySet<string>;
  /** Its template literals: the texts between their placeholders. */
  readonly templates: readonly (readonly string[])[];
  readonly calls: readonly TextCall[];
  /** Namespaces of its texts, by `useTranslation` and `<Trans ns>`. */
  readonly namespaces: ReadonlySet<string>;
  /** Hard-coded words in elements, which are the same in every language. */
  readonly raw: readonly string[];
  /** Objects with a property for each language: texts outside of the catalogues. */
  readonly tables: readonly Readonly<Record<string, unknown>>[];
}

interface Node {
  readonly type: string;
  readonly [field: string]: unknown;
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';
}

function nodes(value: unknown): readonly Node[] {
  return Array.isArray(value) ? value.filter(isNode) : [];
}

/** Attributes whose value users see or hear. */
const SHOWN_ATTRIBUTES =
  /^(aria-(label|description|placeholder|valuetext)|alt|caption|heading|label|lead|placeholder|text|title)$/;
const COMPARISON = /^([!=]==?|[<>]=?)$/;
const LETTER = /\p{Letter}/u;

const getName = (node: unknown): string => (isNode(node) && typeof node['value'] === 'string' ? node['value'] : '');

/**
 * The value of a literal text, or of an object literal of texts; placeholders of templates become {{names}}. Undefined
 * for anything else.
 */
function plainValue(node: unknown): unknown {
  if (!isNode(node)) return undefined;
  switch (node.type) {
    case 'StringLiteral':
      return node['value'];
    case 'TemplateLiteral': {
      const placeholders = nodes(node['expressions']).map((placeholder) => `{{${getName(placeholder)}}}`);
      return nodes(node['quasis'])
        .map(({ cooked }, index) => `${String(cooked)}${placeholders[index] ?? ''}`)
        .join('');
    }
    case 'ArrowFunctionExpression':
      return plainValue(node['body']);
    case 'ParenthesisExpression':
      return plainValue(node['expression']);
    case 'ObjectExpression':
      return Object.fromEntries(
        nodes(node['properties']).map(({ key, value }) => [getName(key), plainValue(value)] as const),
      );
    default:
      return undefined;
  }
}

class Reader implements SourceTexts {
  readonly imports = new Set<string>();
  readonly literals = new Set<string>();
  readonly words = new Set<string>();
  readonly templates: string[][] = [];
  readonly calls: TextCall[] = [];
  readonly namespaces = new Set<string>();
  readonly raw: string[] = [];
  readonly tables: Record<string, unknown>[] = [];
  readonly #languages: readonly string[];
  /** A table's English is a constant if it gives the other languages their type. */
  readonly #constants = new Map<string, unknown>();

  constructor(languages: readonly string[]) {
    this.#languages = languages;
  }

  visit(value: unknown): void {
    if (Array.isArray(value)) for (const item of value) this.visit(item);
    else if (typeof value === 'object' && value !== null) {
      const goOn = isNode(value) ? this.#read(value) : true;
      if (goOn) for (const field of Object.values(value)) this.visit(field);
    }
  }

  /** Whether to visit the node's children, too. */
  #read(node: Node): boolean {
    switch (node.type) {
      case 'ImportDeclaration':
        this.imports.add(getName(node['source']));
        return false;
      case 'ExportAllDeclaration':
        return false;
      case 'StringLiteral':
        this.literals.add(getName(node));
        this.words.add(getName(node));
        return true;
      case 'KeyValueProperty':
      case 'TsPropertySignature':
        this.words.add(getName(node['key']));
        return true;
      case 'TemplateLiteral':
        this.templates.push(nodes(node['quasis']).map(({ cooked }) => String(cooked)));
        return true;
      case 'VariableDeclarator':
        this.#constants.set(getName(node['id']), node['init']);
        return true;
      case 'ObjectExpression':
        this.#readTable(node);
        return true;
      case 'CallExpression':
        this.#readCall(node);
        return true;
      case 'JSXText':
        if (LETTER.test(getName(node))) this.raw.push(getName(node).trim());
        return true;
      case 'JSXElement':
        for (const child of nodes(node['children']))
          if (child.type === 'JSXExpressionContainer') this.#readShown(child['expression']);
        return true;
      case 'JSXAttribute':
        return this.#readAttribute(node);
      default:
        return true;
    }
  }

  /** Reads the literals that an expression in an element may show. */
  #readShown(node: unknown): void {
    if (!isNode(node)) return;
    if (node.type === 'StringLiteral' && LETTER.test(getName(node))) this.raw.push(getName(node));
    if (node.type === 'ParenthesisExpression') this.#readShown(node['expression']);
    if (node.type === 'BinaryExpression' && !COMPARISON.test(String(node['operator'])))
      for (const side of ['left', 'right']) this.#readShown(node[side]);
    if (node.type === 'ConditionalExpression')
      for (const branch of ['consequent', 'alternate']) this.#readShown(node[branch]);
  }

  #readAttribute({ name, value }: Node): boolean {
    if (!isNode(value) || value.type !== 'StringLiteral') return true;
    if (getName(name) === 'i18nKey') return true;
    if (getName(name) === 'ns') this.namespaces.add(getName(value));
    if (SHOWN_ATTRIBUTES.test(getName(name)) && LETTER.test(getName(value))) this.raw.push(getName(value));
    return false;
  }

  #readTable(node: Node): void {
    const values = new Map(nodes(node['properties']).map(({ key, value }) => [getName(key), value] as const));
    if (!this.#languages.every((language) => values.has(language))) return;
    const texts = [...values].map(([name, value]) => {
      const isConstant = isNode(value) && value.type === 'Identifier';
      return [name, plainValue(isConstant ? this.#constants.get(getName(value)) : value)] as const;
    });
    this.tables.push(Object.fromEntries(texts));
  }

  #readCall(node: Node): void {
    if (!Array.isArray(node['arguments'])) return;
    const [key, values] = node['arguments'].map((argument: { readonly expression?: unknown }) => argument.expression);
    if (!isNode(key) || key.type !== 'StringLiteral') return;
    if (getName(node['callee']) === 'useTranslation') this.namespaces.add(getName(key));
    if (getName(node['callee']) !== 't') return;
    if (values === undefined) this.calls.push({ key: getName(key), values: [] });
    else if (isNode(values) && values.type === 'ObjectExpression') {
      const properties = nodes(values['properties']);
      const names = properties.map((property) => getName(property) || getName(property['key']));
      this.calls.push({
        key: getName(key),
        values: properties.some(({ type }) => type === 'SpreadElement') ? undefined : names,
      });
    }
  }
}

/** @throws if the source is not valid TypeScript. */
export async function readSource(file: string, source: string, languages: readonly string[]): Promise<SourceTexts> {
  const reader = new Reader(languages);
  reader.visit(await parse(source, { syntax: 'typescript', tsx: file.endsWith('x'), target: 'es2024' }));
  return reader;
}
