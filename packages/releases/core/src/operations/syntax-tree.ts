import { parse } from 'acorn';
import type { Node } from 'acorn';

/** A node of a script's syntax tree. */
export interface Positioned extends Node {
  readonly type: string;
  readonly [field: string]: unknown;
}

export const isNode = (value: unknown): value is Positioned =>
  typeof value === 'object' && value !== null && 'type' in value;

export function getChildren(node: Positioned): readonly Positioned[] {
  return Object.values(node).flat().filter(isNode);
}

/** The syntax tree of a script; undefined if it has syntax that the parser does not know. */
export function parsed(script: string): Positioned | undefined {
  try {
    const root: unknown = parse(script, { ecmaVersion: 'latest', sourceType: 'module', locations: true });
    return isNode(root) ? root : undefined;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}
