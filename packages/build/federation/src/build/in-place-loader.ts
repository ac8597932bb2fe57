import { createHash } from 'node:crypto';

/** Exported functions, also as arrows, and constants that nothing is made of when modules start. */
const REPLACEABLE =
  /^export (?:async function\*?|function\*?|const) (\w+)(?=[<(]|(?:: [^=\n]+)? = (?:(?:async )?[<('"`\d/]|\w+\.\w+;$))/gm;
/** What a module keeps for as long as the page is open: variables, and instances that are made of nothing else. */
const STATE = /^(?:export )?(?:let (\w+)|const (\w+)(?:: [^=\n]+)? = new \w+(?:<.+>)?\(\);$)/gm;
/** Another name for something. */
const ALIAS = /^export const (\w+)(?:: [^=\n]+)? = (\w+);$/gm;
const EXPORT =
  /^export (?!type |interface |declare |\{|\*)(?:(?:abstract |async )?(?:class|const|function\*?) )?(\w+)/gm;
const CLASS = /^(?:export )?(?:abstract )?class (\w+)/gm;
/**
 * What is done once: what instances have since they were made, how the module's own were made, what it did with them,
 * and what React has of a component. These are fields, constructors, statements, and the hooks in a hook.
 */
const KEPT =
  /^  (?:static |readonly )*#?\w+(?:[?!]?: .+)?(?: = .+)?;$|^  constructor\([^]*?^  \}$|^(?:export )?const .+ = new .+\(\);$|^[\w.]+\((?:.*;$|[^]*?^[)}]+;$)|\buse[A-Z]\w*(?=[<(])/gm;
/** Only the class that made an instance may read private names of it: in development they are ordinary ones. */
const PRIVATE = /(?<=[.\s])#(?=[a-z])/g;
/** What a module does when it starts. */
const EFFECT = /^(\w+)(?:\.\w+)*\(/gm;

const namesIn = (source: string, pattern: RegExp) =>
  [...source.matchAll(pattern)].map(([, first, second]) => first ?? second ?? '');

const ownDefaults = (names: readonly string[]) => names.map((name) => `${name} = ${name}`).join(', ');

/** Code that gives a class of before, which has the instances, the methods of the new one. */
const takeOver = (name: string) =>
  `if (classes.${name}) {
    withMethodsOf(${name}.prototype, classes.${name}.prototype);
    ${name} = withMethodsOf(${name}, classes.${name});
  }`;

const FUNCTION = /^export (?:async )?function\*? (\w+)[^]*?^\}$/gm;

/** What values may be made of when the module starts: all but exported functions, if it names none of them. */
function withoutFunctions(source: string): string {
  const rest = source.replaceAll(FUNCTION, '');
  return namesIn(source, FUNCTION).some((name) => new RegExp(`\\b${name}\\b`).test(rest)) ? source : rest;
}

const hash = (text: string) => createHash('sha256').update(text).digest('base64');

/**
 * A bundler's loader for development builds, before types are removed: an open page takes over the functions and
 * methods of a changed module of contract, session and API where they are used, with the state of the module and the
 * instances of before. Importers, which may have made something of its other values, run again if these may have changed;
 * a module that cannot be replaced has the page loaded anew.
 */
export default function inPlaceLoader(source: string): string {
  const instances = namesIn(source, STATE);
  const aliases = [...source.matchAll(ALIAS)].filter(([, , of = '']) => instances.includes(of));
  const state = [...instances, ...aliases.map(([, name = '']) => name)];
  const classes = namesIn(source, CLASS);
  const names = namesIn(source, REPLACEABLE).filter((name) => !state.includes(name));
  // What was done with an instance that is kept does not matter for the one that is thrown away.
  if (namesIn(source, EFFECT).some((name) => !state.includes(name)))
    return `${source}\nimport.meta.webpackHot.decline();`;
  const replaced = [...names, ...state, ...classes];
  if (replaced.length === 0) return source;
  const hasValues = namesIn(source, EXPORT).some((name) => !replaced.includes(name));
  const texts = {
    kept: hash([...source.matchAll(KEPT)].map(([text]) => text).join('\n')),
    ...(hasValues && { all: hash(source), values: hash(withoutFunctions(source)) }),
  };
  const variables = new Set([...names, ...state]);
  const variable = source
    .replaceAll(/^(export )?const (\w+)/gm, (constant, keyword: string | undefined, name: string) =>
      variables.has(name) ? `${keyword ?? ''}let ${name}` : constant,
    )
    .replaceAll(PRIVATE, '__');
  return `${variable}
{
  const hot = import.meta.webpackHot;
  const texts = ${JSON.stringify(texts)};
  const { earlier = [], state, classes = {}, before = texts, wasInvalid } = hot.data ?? {};
  const withMethodsOf = (from, to) => {
    for (const [key, method] of Object.entries(Object.getOwnPropertyDescriptors(from)))
      if (key !== 'constructor' && (method.get ?? typeof method.value === 'function')) Object.defineProperty(to, key, method);
    return to;
  };
  if (state) ({ ${ownDefaults(state)} } = state);
  ${classes.map(takeOver).join('\n  ')}
  for (const replace of earlier) replace({ ${names.join(', ')} });
  // With the same text, it runs again for something that it imports.
  const isInvalid = hot.data && texts.all && !wasInvalid && (before.all === texts.all || before.values !== texts.values);
  hot.accept();
  hot.dispose((data) => {
    data.earlier = [...earlier, (next) => ({ ${ownDefaults(names)} } = next)];
    data.state = { ${state.join(', ')} };
    data.classes = { ${classes.join(', ')} };
    data.before = texts;
    data.wasInvalid = isInvalid;
  });
  if (before.kept !== texts.kept) window.__developmentPage.reload('fields, hooks or what a module does once have changed');
  else if (isInvalid) hot.invalidate();
  else if (hot.data) window.__developmentPage.replaced();
}`;
}
