// No schemas here, so that the inline script stays small.

/** A value for each value of a choice: in its list is the one that counts. */
export interface Choice<Value> {
  readonly by: string;
  readonly of: readonly (readonly [values: readonly string[], value: Value])[];
}

/** An attribute's text; null leaves the attribute out. */
export type AttributeMarkup = string | null | Choice<AttributeMarkup>;
/** A place among nodes. */
export interface Slot {
  readonly slot: string;
}
type ElementMarkup = readonly [
  tag: string,
  attributes: Readonly<Record<string, AttributeMarkup>>,
  content: readonly Markup[],
];
/** Prerendered markup: a text, which may have slots, an element, a slot, or one of several lists. */
export type Markup = string | Slot | ElementMarkup | Choice<readonly Markup[]>;

/** What is known of a page. What is not named here stays as it is, to be filled in later. */
export interface MarkupValues {
  readonly choices?: Readonly<Record<string, string>>;
  /** What fills slots in texts. */
  readonly texts?: Readonly<Record<string, string>>;
  /** What fills slots among nodes. */
  readonly nodes?: Readonly<Record<string, readonly Markup[]>>;
}

/**
 * A slot in a text: its name between two characters that no text of the portal has. Those for addresses are named
 * "link.contact".
 */
export const textSlot = (name: string): string => `\uE000${name}\uE001`;
const TEXT_SLOT = /\uE000([\w.]+)\uE001/g;
/** The names of the slots in a text. */
export const slotsIn = (text: string): readonly string[] => [...text.matchAll(TEXT_SLOT)].map(([, name = '']) => name);

function fill(text: string, { texts = {} }: MarkupValues): string {
  return text.replace(TEXT_SLOT, (whole, name: string) => texts[name] ?? whole);
}

/** Expands the chosen value, or all of them if the choice is not known yet. */
function choose<Value, Other>(
  { by, of }: Choice<Value>,
  { choices = {} }: MarkupValues,
  expand: (value: Value | undefined) => Other,
): Other | Choice<Other> {
  const chosen = choices[by];
  if (chosen === undefined) return { by, of: of.map(([values, value]) => [values, expand(value)] as const) };
  return expand(of.find(([values]) => values.includes(chosen))?.[1]);
}

/** The attribute as far as it is known; null if it is left out. */
export function expandAttribute(markup: AttributeMarkup | undefined, values: MarkupValues): AttributeMarkup {
  if (typeof markup === 'string') return fill(markup, values);
  return markup ? choose(markup, values, (chosen) => expandAttribute(chosen, values)) : null;
}

/** Puts in what is known. */
export function expandMarkup(markup: readonly Markup[], values: MarkupValues): readonly Markup[] {
  return markup.flatMap((node): readonly Markup[] => {
    if (typeof node === 'string') return [fill(node, values)];
    if ('slot' in node) return values.nodes?.[node.slot] ?? [node];
    if ('by' in node) {
      const chosen = choose(node, values, (nodes = []) => expandMarkup(nodes, values));
      return 'by' in chosen ? [chosen] : chosen;
    }
    const [tag, attributes, content] = node;
    const expanded = Object.entries(attributes)
      .map(([name, each]) => [name, expandAttribute(each, values)] as const)
      .filter(([, each]) => each !== null);
    return [[tag, Object.fromEntries(expanded), expandMarkup(content, values)]];
  });
}
