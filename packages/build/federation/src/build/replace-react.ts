import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

/** The modules of React, by what only they contain in a bundle of production, which keeps the names of exports. */
const MODULES = [
  { name: 'react', sign: '.useSyncExternalStore=', build: 'cjs/react.development.js' },
  { name: 'react/jsx-runtime', sign: '.jsxs=', build: 'cjs/react-jsx-runtime.development.js' },
  { name: 'react-dom', sign: '.preinitModule=', build: 'cjs/react-dom.development.js' },
  { name: 'react-dom/client', sign: '.createRoot=', build: 'cjs/react-dom-client.development.js' },
  // Stays as it is.
  { name: 'scheduler', sign: '.unstable_scheduleCallback=', build: undefined },
] as const;

/** How a bundle of production begins a module: its id, and the names of what it gets. */
const MODULE_START = /[{,](\d+)\(\w+(?:,\w+){0,2}\)\{/g;

/** The id of the module with `sign`; undefined if there is none. */
function findModule(bundle: string, sign: string): string | undefined {
  const at = bundle.indexOf(sign);
  return at < 0 ? undefined : [...bundle.slice(0, at).matchAll(MODULE_START)].at(-1)?.[1];
}

const { resolve } = createRequire(import.meta.url);

function readBuild(name: string, build: string): string {
  const file = name.startsWith('react-dom') ? resolve('react-dom/package.json') : resolve('react/package.json');
  return readFileSync(join(dirname(file), build), 'utf8');
}

/** Of a CommonJS module. */
const wrap = (build: string) => `(exports, require, process) => {\n${build}\n}`;

/** The version in a build of the renderer, minified or not. */
const getVersion = (text: string): string | undefined => /reconcilerVersion: ?"([^"]+)"/.exec(text)?.[1];

/**
 * A bundle of a released shell with the development builds of React, which can replace components while they run.
 * Undefined if the modules of React are not there, or of another version.
 */
export function replaceReact(bundle: string): string | undefined {
  const version = getVersion(bundle);
  if (version === undefined || version !== getVersion(readBuild('react-dom', 'cjs/react-dom-client.development.js')))
    return undefined;
  const found = MODULES.map((module) => ({ ...module, id: findModule(bundle, module.sign) }));
  if (found.some(({ id }) => id === undefined)) return undefined;
  const ids = JSON.stringify(Object.fromEntries(found.map(({ name, id }) => [name, id])));
  const modules = found.flatMap(({ id, name, build }) => (build ? [`${id}: of(${wrap(readBuild(name, build))})`] : []));
  return `${bundle}
const of = (run) => (module, exports, load) => run(exports, (name) => load(${ids}[name]), { env: {} });
Object.assign(__webpack_modules__, {
${modules.join(',\n')}
});
`;
}
