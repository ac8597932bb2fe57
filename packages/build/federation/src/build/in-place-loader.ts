/** Exported functions, also as arrows, and constants that nothing is made of when modules start. */
const REPLACEABLE =
  /^export (?:async function\*?|function\*?|const) (\w+)(?=[<(]|(?:: [^=\n]+)? = (?:async )?[<('"`\d/])/gm;
/** What a module keeps for as long as the page is open: variables, and collections that begin empty. */
const STATE = /^(?:export )?(?:let (\w+)|const (\w+)(?:: [^=\n]+)? = new (?:Map|Set|WeakMap|WeakSet)(?:<.+>)?\(\);$)/gm;
const EXPORT = /^export (?!type |interface |declare |\{|\*)/gm;
const CLASS = /^(?:export )?(?:abstract )?class (\w+)/gm;
/** What instances have since they were made, and React of a component: fields, constructors, the hooks in a hook. */
const KEPT =
  /^  (?:static |readonly )*#?\w+(?:[?!]?: .+)?(?: = .+)?;$|^  constructor\([^]*?^  \}$|\buse[A-Z]\w*(?=[<(])/gm;
/** Only the class that made an instance may read private names of it: in development they are ordinary ones. */
const PRIVATE = /(?<=[.\s])#(?=[a-z])/g;
/** What a module does, it did. */
const EFFECT = /^[\w.]+\(/m;

const namesIn = (source: string, pattern: RegExp) =>
  [...source.matchAll(pattern)].map(([, first, second]) => first ?? second ?? '');

const ownDefaults = (names: readonly string[]) => names.map((name) => `${name} = ${name}`).join(', ');

/** Code that gives a class of before, which has the instances, the methods of the new one. */
const takeOver = (name: string) =>
  `if (classes.${name}) {
    withMethodsOf(${name}.prototype, classes.${name}.prototype);
    ${name} = withMethodsOf(${name}, classes.${name});
  }`;

/**
 * A bundler's loader for development builds, before types are removed: an open page takes over the functions and
 * methods of a changed module of contract, session and API where they are used, with the state of the module and the
 * instances of before. Values that others were made of pass the change on to the importers; a module that cannot be
 * replaced has the page loaded anew.
 */
export default function inPlaceLoader(source: string): string {
  const state = namesIn(source, STATE);
  const classes = namesIn(source, CLASS);
  const names = namesIn(source, REPLACEABLE).filter((name) => !state.includes(name));
  const exported = [...source.matchAll(EXPORT)].length;
  const replaced = names.length + [...source.matchAll(/^export (?:abstract )?class /gm)].length;
  if (EFFECT.test(source) || (state.length + classes.length > 0 && replaced < exported))
    return `${source}\nimport.meta.webpackHot.decline();`;
  if (exported === 0 || replaced < exported) return source;
  const kept = [...source.matchAll(KEPT)].map(([text]) => text).join('\n');
  const variables = new Set([...names, ...state]);
  const variable = source
    .replaceAll(/^(export )?const (\w+)/gm, (constant, keyword: string | undefined, name: string) =>
      variables.has(name) ? `${keyword ?? ''}let ${name}` : constant,
    )
    .replaceAll(PRIVATE, '__');
  return `${variable}
{
  const hot = import.meta.webpackHot;
  const { earlier = [], state, classes = {}, kept } = hot.data ?? {};
  const withMethodsOf = (from, to) => {
    for (const [key, method] of Object.entries(Object.getOwnPropertyDescriptors(from)))
      if (key !== 'constructor' && (method.get ?? typeof method.value === 'function')) Object.defineProperty(to, key, method);
    return to;
  };
  if (state) ({ ${ownDefaults(state)} } = state);
  ${classes.map(takeOver).join('\n  ')}
  for (const replace of earlier) replace({ ${names.join(', ')} });
  hot.accept();
  hot.dispose((data) => {
    data.earlier = [...earlier, (next) => ({ ${ownDefaults(names)} } = next)];
    data.state = { ${state.join(', ')} };
    data.classes = { ${classes.join(', ')} };
    data.kept = ${JSON.stringify(kept)};
  });
  if (hot.data && kept !== ${JSON.stringify(kept)}) window.__developmentPage.reload('fields or hooks have changed');
  else if (hot.data) window.__developmentPage.replaced();
}`;
}
