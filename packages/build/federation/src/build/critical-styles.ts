import { brotliCompressSync } from 'node:zlib';
import { selectOne } from 'css-select';
import { parseDocument } from 'htmlparser2';
import type { AtRule, ChildNode, Root, Rule } from 'postcss';
import { parse } from 'postcss';

/**
 * States that no element of a prerendered page has, in addition to those that css-select knows, such as ":hover" and
 * ":active". For any unknown name css-select throws, and the build fails.
 */
const STATES = ['focus', 'focus-visible', 'focus-within', 'popover-open'];
const PSEUDOS = {
  ...Object.fromEntries(STATES.map((name) => [name, () => false])),
  dir: (_element: unknown, direction?: string | null) => direction === 'ltr',
};
const PSEUDO_ELEMENT = /(?:::[a-z-]+(?:\([^)]*\))?|:before|:after)$/;
/** Takes space, unlike all other pseudo-elements that style sheets may lack at first. */
const MARKER = '::-webkit-details-marker';
/**
 * Motion, shadows, details of underlines, and reactions to a pointer or a key. They come with the style sheet, because
 * nothing moves when they are added.
 */
const DECORATION =
  /^(animation|transition|will-change|box-shadow|cursor|transform-origin|scroll-padding|text-underline|(-webkit-)?text-decoration-(thickness|color))(-|$)/;
const DECORATION_RULES = new Set(['keyframes', 'starting-style']);

/**
 * The size limit of the styles in bytes, compressed, because pages contain them: each those of the frame, some those of
 * a prerendered page.
 */
const MOST_BYTES = 3072;

/** Pages for the colours of both themes, to be added to the prerendered ones. */
export const THEMED_PAGES: readonly string[] = ['light', 'dark'].map((theme) => `<html data-theme="${theme}"></html>`);

/** Text that a rule's pseudo-element shows, such as the number of a step: it is read, and takes space. */
const TEXT_CONTENT = /\b(counters?|attr)\(/;

/** `writes`: whether the rule gives its pseudo-elements text. */
type Matcher = (selector: string, writes: boolean) => boolean;

/**
 * Returns whether a selector matches an element in any of the pages. Pseudo-elements count as decoration, except those
 * of `*`, markers and text.
 */
function createMatcher(pages: readonly string[]): Matcher {
  const documents = pages.flatMap((page) => parseDocument(page).children);
  return (selector, writes) => {
    const element = selector.replace(PSEUDO_ELEMENT, '');
    if (element !== selector && !selector.endsWith(MARKER) && !writes) return element === '' || element === '*';
    return selectOne(element, documents, { pseudos: PSEUDOS }) !== null;
  };
}

/** Custom properties that contain a drawing, which is too large for every page. */
function collectDrawings(styles: Root): ReadonlySet<string> {
  const drawings = new Set<string>();
  styles.walkDecls(/^--/, ({ prop, value }) => {
    if (value.includes('url(')) drawings.add(prop);
  });
  return drawings;
}

function variablesIn(value: string): readonly string[] {
  return [...value.matchAll(/var\(\s*(--[\w-]+)/g)].map(([, name = '']) => name);
}

/** Removes the selectors and declarations of a rule that no prerendered page needs. */
function reduceRule(rule: Rule, matches: Matcher, drawings: ReadonlySet<string>): void {
  const writes = rule.some((node) => node.type === 'decl' && node.prop === 'content' && TEXT_CONTENT.test(node.value));
  const selectors = rule.selectors.filter((selector) => matches(selector, writes));
  if (selectors.length === 0) {
    rule.remove();
    return;
  }
  rule.selectors = selectors;
  rule.each((node) => {
    if (node.type !== 'decl') return;
    const draws = node.value.includes('url(') || variablesIn(node.value).some((name) => drawings.has(name));
    if (draws || DECORATION.test(node.prop)) node.remove();
  });
}

/** Removes unused custom properties, and then those that only they used. */
function dropUnusedProperties(styles: Root): void {
  let removed: number;
  do {
    removed = 0;
    const used = new Set<string>();
    styles.walkDecls(({ value }) => {
      for (const name of variablesIn(value)) used.add(name);
    });
    const dropUnused = (name: string, node: ChildNode) => {
      if (used.has(name)) return;
      node.remove();
      removed += 1;
    };
    styles.walkDecls(/^--/, (declaration) => {
      if (declaration.parent?.type === 'rule') dropUnused(declaration.prop, declaration);
    });
    styles.walkAtRules('property', (rule) => dropUnused(rule.params, rule));
  } while (removed > 0);
}

function dropEmpty(container: Root | AtRule): void {
  container.each((node) => {
    if (node.type === 'comment') node.remove();
    if (node.type === 'atrule' && node.nodes) {
      dropEmpty(node);
      if (node.nodes.length === 0) node.remove();
    }
    if (node.type === 'rule' && node.nodes.length === 0) node.remove();
  });
}

/**
 * The part of a style sheet that paints `pages` (HTML documents) before any script runs and the user acts: the rules
 * whose selectors match, with their layers and conditions, without decoration. @throws for a selector that cannot be
 * matched here.
 */
export function criticalStyles(styles: string, pages: readonly string[]): string {
  const root = parse(styles);
  const drawings = collectDrawings(root);
  const matches = createMatcher(pages);
  root.walkAtRules((rule) => {
    if (DECORATION_RULES.has(rule.name) || (rule.name === 'media' && rule.params === 'print')) rule.remove();
  });
  root.walkRules((rule) => reduceRule(rule, matches, drawings));
  dropUnusedProperties(root);
  dropEmpty(root);
  return root.toString();
}

/**
 * Limits the styles, but for the custom properties, to what is inside `element`. Otherwise the rule of a button would
 * replace those of its kinds in an earlier style element, which the prerendered header uses. `:where` leaves the
 * specificity as it is, unlike `@scope`.
 */
export function limitStyles(styles: string, element: string): string {
  const root = parse(styles);
  const limit = (selector: string) => {
    const subject = selector.replace(PSEUDO_ELEMENT, '');
    return `${subject}:where(${element} *)${selector.slice(subject.length)}`;
  };
  root.walkAtRules('layer', (layer) => {
    if (layer.params === 'tokens') return;
    layer.walkRules((rule) => {
      rule.selectors = rule.selectors.map(limit);
    });
  });
  return root.toString();
}

/** @throws if the styles of `what` are too large for a page. */
export function checkSize(what: string, styles: string): void {
  const { length } = brotliCompressSync(styles);
  if (length <= MOST_BYTES) return;
  throw new Error(
    `The styles of ${what} take ${String(length)} bytes, compressed; at most ${String(MOST_BYTES)} may travel with a page. Use fewer styles in what is prerendered.`,
  );
}
