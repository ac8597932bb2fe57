/** Exported functions, also as arrows, and constants that nothing is made of when modules start. */
const REPLACEABLE =
  /^export (?:async function\*?|function\*?|const) (\w+)(?=[<(]|(?:: [^=\n]+)? = (?:async )?[<('"`\d/])/gm;
/** What a module keeps for as long as the page is open: variables, and collections that begin empty. */
const STATE = /^(?:export )?(?:let (\w+)|const (\w+)(?:: [^=\n]+)? = new (?:Map|Set|WeakMap|WeakSet)(?:<.+>)?\(\);$)/gm;
const EXPORT = /^export (?!type |interface |declare |\{|\*)/gm;
/** Instances keep the class that made them, React the hooks that a component had; and what a module does, it did. */
const NOT_REPLACEABLE = /^(?:export )?(?:abstract )?class |^export function use[A-Z]|^[\w.]+\(/m;

const namesIn = (source: string, pattern: RegExp) =>
  [...source.matchAll(pattern)].map(([, first, second]) => first ?? second ?? '');

const ownDefaults = (names: readonly string[]) => names.map((name) => `${name} = ${name}`).join(', ');

/**
 * A bundler's loader for development builds, before types are removed: an open page takes over the functions of a
 * changed module of contract, session and API where they are used, with the state of the module before. Values that
 * others were made of pass the change on to the importers; a module that cannot be replaced has the page loaded anew.
 */
export default function inPlaceLoader(source: string): string {
  const state = namesIn(source, STATE);
  const names = namesIn(source, REPLACEABLE).filter((name) => !state.includes(name));
  const exported = [...source.matchAll(EXPORT)].length;
  if (NOT_REPLACEABLE.test(source) || (state.length > 0 && names.length < exported))
    return `${source}\nimport.meta.webpackHot.decline();`;
  if (exported === 0 || names.length < exported) return source;
  const variables = new Set([...names, ...state]);
  const variable = source.replaceAll(
    /^(export )?const (\w+)/gm,
    (constant, keyword: string | undefined, name: string) =>
      variables.has(name) ? `${keyword ?? ''}let ${name}` : constant,
  );
  return `${variable}
{
  const hot = import.meta.webpackHot;
  const { earlier = [], state } = hot.data ?? {};
  if (state) ({ ${ownDefaults(state)} } = state);
  for (const replace of earlier) replace({ ${names.join(', ')} });
  hot.accept();
  hot.dispose((data) => {
    data.earlier = [...earlier, (next) => ({ ${ownDefaults(names)} } = next)];
    data.state = { ${state.join(', ')} };
  });
  if (hot.data) window.__developmentPage.replaced();
}`;
}
