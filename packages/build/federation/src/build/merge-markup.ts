import { isDeepStrictEqual } from 'node:util';
import type { AttributeMarkup, Choice, Markup, Slot } from '@portal/contract/markup';
import { expandMarkup } from '@portal/contract/markup';

/** Markup of one case: without choices. */
export type Expanded =
  | string
  | Slot
  | readonly [tag: string, attributes: Readonly<Record<string, string>>, content: readonly Expanded[]];

/** What is shown in one case; `choices` has the same fields in all cases. */
export interface Case<Value> {
  readonly choices: Readonly<Record<string, string>>;
  readonly value: Value;
}

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

/** The cases by the value of a field, in their order. */
function groupsBy<Value>(cases: readonly Case<Value>[], field: string): ReadonlyMap<string, readonly Case<Value>[]> {
  return Map.groupBy(cases, ({ choices }) => choices[field] ?? '');
}

/** The field that tells the cases apart best: it leaves the fewest groups in which the values still differ. */
function bestField<Value>(cases: readonly Case<Value>[]): string {
  const rated = Object.keys(cases[0]?.choices ?? {}).flatMap((field) => {
    const groups = [...groupsBy(cases, field).values()];
    const differing = groups.filter((group) => group.some(({ value }) => !isSame(value, group[0]?.value)));
    return groups.length > 1 ? [{ field, differing: differing.length, groups: groups.length }] : [];
  });
  const [best] = rated.toSorted((a, b) => a.differing - b.differing || a.groups - b.groups);
  if (!best) throw new Error('Two cases with the same values show different things');
  return best.field;
}

/** How values that all cases share, and choices, become what is merged. */
interface Forms<Value, Merged> {
  readonly constant: (value: Value) => Merged;
  readonly choice: (choice: Choice<Merged>) => Merged;
}

/** The one value of all cases, or a choice by their fields. */
function choose<Value, Merged>(cases: readonly Case<Value>[], forms: Forms<Value, Merged>): Merged {
  const [first] = cases;
  if (!first) throw new Error('There is no case to choose from');
  if (cases.every(({ value }) => isSame(value, first.value))) return forms.constant(first.value);
  const by = bestField(cases);
  const of: [string[], Merged][] = [];
  for (const [value, group] of groupsBy(cases, by)) {
    const merged = choose(group, forms);
    const known = of.find(([, other]) => isSame(other, merged));
    if (known) known[0].push(value);
    else of.push([[value], merged]);
  }
  return forms.choice({ by, of });
}

type Signature = (node: Expanded) => string;
const byTag: Signature = (node) => {
  if (typeof node === 'string') return '';
  return 'slot' in node ? `slot ${node.slot}` : node[0];
};
const byClass: Signature = (node) =>
  `${byTag(node)} ${typeof node === 'string' || 'slot' in node ? '' : (node[1]['class'] ?? '')}`;

/**
 * What makes nodes of several lists the same: their places if the lists have the same elements, or else their classes.
 */
function signatureFor(lists: readonly (readonly Expanded[])[]): Signature {
  const [first = [], ...others] = lists;
  return others.every((list) => isSame(list.map(byTag), first.map(byTag))) ? byTag : byClass;
}

/** The nodes of a list by their signatures; those with the same one are numbered. */
function signed(nodes: readonly Expanded[], getSignature: Signature): ReadonlyMap<string, Expanded> {
  const found = new Map<string, Expanded>();
  for (const node of nodes) {
    const signature = getSignature(node);
    let number = 1;
    while (found.has(`${signature} ${String(number)}`)) number += 1;
    found.set(`${signature} ${String(number)}`, node);
  }
  return found;
}

/** The signatures of all lists in one order that suits each of them. */
function commonOrder(lists: readonly (readonly string[])[]): readonly string[] {
  const order: string[] = [];
  for (const list of lists) {
    let place = 0;
    for (const signature of list) {
      const known = order.indexOf(signature);
      if (known === -1) order.splice(place, 0, signature);
      place = (known === -1 ? place : known) + 1;
    }
  }
  return order;
}

function mergeAttributes(cases: readonly Case<Readonly<Record<string, string>>>[]): Record<string, AttributeMarkup> {
  const names = new Set(cases.flatMap(({ value }) => Object.keys(value)));
  return Object.fromEntries(
    [...names].map((name) => {
      const texts = cases.map(({ choices, value }) => ({ choices, value: value[name] ?? null }));
      return [name, mergeTexts(texts)];
    }),
  );
}

/** In a list, because the node may be chosen from several. */
const inList = (node: Markup): readonly Markup[] => [node];

/** The same node in several cases. */
function mergeNode(cases: readonly Case<Expanded>[]): readonly Markup[] {
  const elements = cases.flatMap(({ choices, value }) =>
    typeof value === 'string' || 'slot' in value
      ? []
      : [{ choices, attributes: value[1], content: value[2], tag: value[0] }],
  );
  const [first] = elements;
  if (!first) return choose(cases, { constant: inList, choice: inList });
  const attributes = mergeAttributes(elements.map(({ choices, attributes: value }) => ({ choices, value })));
  return [[first.tag, attributes, mergeNodes(elements.map(({ choices, content: value }) => ({ choices, value })))]];
}

/**
 * One markup of what the cases share, with choices where they differ. It suits only cases that have their nodes in one
 * order.
 */
function mergeNodes(cases: readonly Case<readonly Expanded[]>[]): readonly Markup[] {
  const resolveSignature = signatureFor(cases.map(({ value }) => value));
  const lists = cases.map(({ choices, value }) => ({ choices, nodes: signed(value, resolveSignature) }));
  const order = commonOrder(lists.map(({ nodes }) => [...nodes.keys()]));
  return order.flatMap((signature) => {
    const present = lists.flatMap(({ choices, nodes }) => {
      const value = nodes.get(signature);
      return value === undefined ? [] : [{ choices, value }];
    });
    const merged = mergeNode(present);
    return choose<boolean, readonly Markup[]>(
      lists.map(({ choices, nodes }) => ({ choices, value: nodes.has(signature) })),
      { constant: (isThere) => (isThere ? merged : []), choice: inList },
    );
  });
}

/**
 * One markup for all cases: what they share is there once, and choices by the cases' fields lead to what differs.
 * @throws if two cases with the same values differ.
 */
export function mergeMarkup(cases: readonly Case<readonly Expanded[]>[]): readonly Markup[] {
  if (cases.length === 0) return [];
  const merged = mergeNodes(cases);
  const isWhole = cases.every(({ choices, value }) => isDeepStrictEqual(expandMarkup(merged, { choices }), value));
  // Nodes in different orders.
  return isWhole
    ? merged
    : choose<readonly Expanded[], readonly Markup[]>(cases, { constant: (value) => value, choice: inList });
}

/** One text for all cases. */
export function mergeTexts(cases: readonly Case<string | null>[]): AttributeMarkup {
  return choose<string | null, AttributeMarkup>(cases, { constant: (text) => text, choice: (choice) => choice });
}
