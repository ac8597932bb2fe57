import { Fragment } from 'react';
import type { ReactNode } from 'react';
import { useTranslation } from './translation.ts';
import type { Namespace, TextKey, TextValues } from './translation.ts';

type Components = Readonly<Record<string, (children: ReactNode) => ReactNode>>;

interface TransProps<In extends Namespace> {
  readonly ns: In;
  readonly i18nKey: TextKey<In>;
  readonly values?: TextValues;
  /** What the text's tags stand for: `<mail>write to us</mail>` becomes what `components.mail` makes of these words. */
  readonly components: Components;
}

const NO_VALUES: TextValues = {};
const TAG = /<(\w+)>(.*?)<\/\1>|<(\w+) ?\/>/gs;
/** Stands for "<" in values, so that what a person typed is never taken for a tag. A private character: no text has it. */
const SHIELD = '\uE000';

function render(text: string, components: Components): ReactNode[] {
  const nodes: ReactNode[] = [];
  let end = 0;
  for (const match of text.matchAll(TAG)) {
    const [whole, around, inner = '', alone = ''] = match;
    const children = render(inner, components);
    const component = components[around ?? alone];
    nodes.push(text.slice(end, match.index).replaceAll(SHIELD, '<'));
    nodes.push(<Fragment key={match.index}>{component ? component(children) : children}</Fragment>);
    end = match.index + whole.length;
  }
  nodes.push(text.slice(end).replaceAll(SHIELD, '<'));
  return nodes;
}

/** A text with elements in it. Not react-i18next's own, which brings 4 KB of HTML parser. */
export function Trans<In extends Namespace>({
  ns,
  i18nKey,
  values = NO_VALUES,
  components,
}: TransProps<In>): ReactNode {
  const { t } = useTranslation(ns);
  const shielded = Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      typeof value === 'string' ? value.replaceAll('<', SHIELD) : value,
    ]),
  );
  return render(t(i18nKey, shielded), components);
}
