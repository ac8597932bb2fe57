import { findForbidden } from '@portal/contract/prerendered';
import { textSlot } from '@portal/contract/markup';
import { ElementType, parseDocument } from 'htmlparser2';
import type { Expanded } from './merge-markup.ts';

type Node = ReturnType<typeof parseDocument>['children'][number];

function parseNode(node: Node, inputs: Readonly<Record<string, string>>): readonly Expanded[] {
  if (node.type === ElementType.Text) return [node.data];
  if (!('attribs' in node)) return [];
  const { name, attribs, children } = node;
  if (name === 'slot') return [{ slot: attribs['name'] ?? '' }];
  const found = findForbidden(name, Object.keys(attribs));
  if (found !== undefined) throw new Error(`has "${found}", which its policy forbids`);
  const field = name === 'input' ? inputs[attribs['name'] ?? ''] : undefined;
  const attributes = { ...attribs, ...(field !== undefined && { value: textSlot(field) }) };
  return [[name, attributes, children.flatMap((child) => parseNode(child, inputs))]];
}

/**
 * Parses what React has rendered. `inputs`: the slots for the values of inputs, by their names. `<slot name>` becomes a
 * slot.
 * @throws for what the policy of the pages forbids.
 */
export function parseMarkup(html: string, inputs: Readonly<Record<string, string>> = {}): readonly Expanded[] {
  const { children } = parseDocument(html, { lowerCaseTags: false, lowerCaseAttributeNames: false });
  return children.flatMap((node) => parseNode(node, inputs));
}
