import * as v from 'valibot';
import type { Positioned } from './syntax-tree.ts';
import { getChildren, isNode, parsed } from './syntax-tree.ts';

const TemplateSchema = v.object({ cooked: v.string() });

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
  if (!isParse || !argument) return getChildren(node).flatMap(jsonIn);
  const [quasi] = Array.isArray(argument['quasis']) ? argument['quasis'].filter(isNode) : [];
  const text = argument['value'] ?? quasi?.['value'];
  if (v.is(TemplateSchema, text)) return [text.cooked];
  return typeof text === 'string' ? [text] : [];
}

/** The texts of a catalogue, or of a group of it, by their keys: "row.release". */
function flatten(messages: unknown, key: string): readonly (readonly [key: string, text: string])[] {
  if (typeof messages === 'string') return [[key, messages]];
  return Object.entries(messages ?? {}).flatMap(([name, each]) => flatten(each, key === '' ? name : `${key}.${name}`));
}

/** The texts in a script that a build made of a catalogue, by their keys. */
export function catalogueTexts(script: string): ReadonlyMap<string, string> {
  const root = parsed(script);
  return new Map(root && jsonIn(root).flatMap((json) => flatten(JSON.parse(json), '')));
}
