import type { ArtifactManifest } from '@portal/contract/artifact';
import type { ChildNode } from 'postcss';
import { CssSyntaxError, list, parse } from 'postcss';
import type { Refusal } from './refusal.ts';
import { named, refusal } from './refusal.ts';

/** A selector without quoted text, escaped characters and attributes, which may contain anything. */
const plain = (selector: string) =>
  selector
    .replaceAll(/\\./g, '_')
    .replaceAll(/"[^"]*"|'[^']*'/g, '')
    .replaceAll(/\[[^\]]*\]/g, '');

/** The text outside of all parentheses, and the pseudo-classes with what is in theirs. */
function split(selector: string): {
  readonly outside: string;
  readonly inside: readonly (readonly [string, string])[];
} {
  const inside: [string, string][] = [];
  let outside = '';
  let depth = 0;
  for (const character of selector) {
    if (character === ')') depth -= 1;
    const group = inside.at(-1);
    if (depth === 0) outside += character;
    else if (group) group[1] += character;
    if (character !== '(') continue;
    if (depth === 0) inside.push([/:([\w-]+)\($/.exec(outside)?.[1] ?? '', '']);
    depth += 1;
  }
  return { outside, inside };
}

/** Whether what a selector matches has a class, or is next to or within something that has one. */
function namesClass(selector: string): boolean {
  const { outside, inside } = split(plain(selector));
  if (/\.[^\d\s]/.test(outside)) return true;
  return inside.some(
    ([pseudo, alternatives]) =>
      (pseudo === 'is' || pseudo === 'where') && list.comma(alternatives).every((each) => namesClass(each)),
  );
}

/**
 * The selectors of a style sheet but those of nested rules, which only reach what their outer rule does, and of the
 * frames of animations.
 */
function selectorsIn(nodes: readonly ChildNode[]): readonly string[] {
  return nodes.flatMap((node) => {
    if (node.type === 'rule') return node.selectors;
    return node.type === 'atrule' && !node.name.endsWith('keyframes') ? selectorsIn(node.nodes ?? []) : [];
  });
}

function findProblem(text: string): string | undefined {
  try {
    const selector = selectorsIn(parse(text).nodes).find((each) => !namesClass(each));
    return selector === undefined ? undefined : `styles "${selector.slice(0, 100)}" on every page`;
  } catch (error) {
    if (!(error instanceof CssSyntaxError)) throw error;
    return `is not CSS (${error.reason})`;
  }
}

/**
 * Refuses a remote with a rule for elements by name, or for all: style sheets apply to header, footer and all other
 * remotes, too.
 */
export function checkStyles(manifest: ArtifactManifest, files: ReadonlyMap<string, Uint8Array>): readonly Refusal[] {
  if (manifest.name === 'shell') return [];
  for (const [file, bytes] of files) {
    const problem = file.endsWith('.css') ? findProblem(new TextDecoder().decode(bytes)) : undefined;
    if (problem === undefined) continue;
    return [refusal('global-style', [named(manifest), file], `${file} of ${named(manifest)} ${problem}.`)];
  }
  return [];
}
