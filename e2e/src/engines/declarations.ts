import { parse } from 'postcss';

/** A declaration of a style sheet. */
type Declaration = readonly [property: string, value: string];

/**
 * The declarations of the style sheets that a page links for people who have signed in; without custom properties and
 * those for one engine.
 */
export async function readDeclarations(url: string): Promise<readonly Declaration[]> {
  // The page depends on whether there is a token; it does not check it.
  const page = await (await fetch(url, { headers: { cookie: 'access_token=any' } })).text();
  const found: Declaration[] = [];
  for (const [, href = ''] of page.matchAll(/<link rel="stylesheet" [^>]*href="([^"]+)"/g)) {
    const css = await (await fetch(new URL(href, url))).text();
    parse(css).walkDecls((declaration) => {
      const { prop, value, parent } = declaration;
      const isDescriptor = parent?.type === 'atrule';
      if (!prop.startsWith('-') && !isDescriptor) found.push([prop, value]);
    });
  }
  return found;
}

/**
 * In the page: the declarations that the engine drops, after it has replaced the variables by their values at the root.
 */
export function dropped(declarations: readonly Declaration[]): string[] {
  const root = getComputedStyle(document.documentElement);
  const filled = (value: string): string | undefined => {
    let text = value;
    for (let reference; (reference = /var\((--[\w-]+)\)/.exec(text));) {
      const known = root.getPropertyValue(reference[1] ?? '').trim();
      if (known === '') return undefined; // set by an element, or with a default
      text = text.replace(reference[0], () => known);
    }
    return text.includes('var(') ? undefined : text;
  };
  return declarations.flatMap(([property, value]) => {
    const text = filled(value);
    return text === undefined || CSS.supports(property, text) ? [] : [`${property}: ${value}`];
  });
}
