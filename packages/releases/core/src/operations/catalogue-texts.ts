import type { Messages } from '@portal/contract/remote-module';
import type { Positioned } from './syntax-tree.ts';
import { childrenOf, isNode, parsed } from './syntax-tree.ts';

/** What a build makes of a catalogue: `JSON.parse('…')`. */
function jsonIn(node: Positioned): readonly string[] {
  const { callee, arguments: given } = node;
  const [argument] = Array.isArray(given) ? given.filter(isNode) : [];
  const isParse =
    node.type === 'CallExpression' &&
    isNode(callee) &&
    callee.type === 'MemberExpression' &&
    isNode(callee['property']) &&
    callee['property']['name'] === 'parse';
  if (!isParse || !argument) return childrenOf(node).flatMap(jsonIn);
  const [quasi] = Array.isArray(argument['quasis']) ? argument['quasis'].filter(isNode) : [];
  const template = quasi?.['value'] as { readonly cooked?: unknown } | undefined;
  const text = argument['value'] ?? template?.cooked;
  return typeof text === 'string' ? [text] : [];
}

/** The texts of a catalogue by their keys: "row.release". */
function flatten(messages: Messages, above = ''): readonly (readonly [key: string, text: string])[] {
  return Object.entries(messages).flatMap(([key, value]) =>
    typeof value === 'string' ? [[above + key, value] as const] : flatten(value, `${above}${key}.`),
  );
}

/** The texts in a script that a build made of a catalogue, by their keys. */
export function catalogueTexts(script: string): ReadonlyMap<string, string> {
  const root = parsed(script);
  return new Map(root && jsonIn(root).flatMap((json) => flatten(JSON.parse(json) as Messages)));
}
