import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { runInThisContext } from 'node:vm';
import { expect, test } from '@jest/globals';
import { transformSync } from '@swc/core';
import * as v from 'valibot';
import { replaceReact } from './replace-react.ts';

const require = createRequire(import.meta.url);

function read(name: string, file: string): string {
  return readFileSync(join(dirname(require.resolve(`${name}/package.json`)), 'cjs', file), 'utf8');
}

/** Modules by their ids, as the shell's vendor file has them: minified, and with the ids for what they require. */
function vendorFile(version?: string): string {
  const ids: Readonly<Record<string, number>> = { react: 11, 'react-dom': 12, scheduler: 15 };
  const modules = [
    [11, read('react', 'react.production.js')],
    [12, read('react-dom', 'react-dom.production.js')],
    [13, read('react-dom', 'react-dom-client.production.js')],
    [14, read('react', 'react-jsx-runtime.production.js')],
    [15, "exports.unstable_scheduleCallback = () => 'kept'; exports.unstable_now = () => 0;"],
  ] as const;
  const minified = modules.map(([id, text]) => {
    const loaded = text.replaceAll(/require\("([^"]+)"\)/g, (_, name: string) => `load(${String(ids[name])})`);
    const { code } = transformSync(`export const modules={${String(id)}(module,exports,load){${loaded}}}`, {
      minify: true,
      jsc: { target: 'es2022', minify: { compress: true, mangle: true } },
    });
    return code.slice(code.indexOf('{') + 1, code.lastIndexOf('}'));
  });
  const text = `export const __webpack_modules__={${minified.join()}};`;
  return version === undefined ? text : text.replaceAll(/reconcilerVersion:"[^"]+"/g, `reconcilerVersion:"${version}"`);
}

const Modules = v.record(v.string(), v.function());

/** Runs the module `id` of a bundle. */
function runModule(bundle: string, id: number): Readonly<Record<string, unknown>> {
  const script = `(() => { ${bundle.replace('export ', '')}; return __webpack_modules__; })()`;
  const modules = v.parse(Modules, runInThisContext(script));
  const cache = new Map<number, { exports: Record<string, unknown> }>();
  const load = (wanted: number) => {
    const module = cache.get(wanted) ?? { exports: {} };
    if (!cache.has(wanted)) {
      cache.set(wanted, module);
      modules[String(wanted)]?.(module, module.exports, load);
    }
    return module.exports;
  };
  return load(id);
}

test('the bundle of a released shell gets the development builds of React, and keeps its scheduler', () => {
  const released = vendorFile();
  expect(runModule(released, 11)).not.toHaveProperty('act');
  const replaced = replaceReact(released) ?? '';
  expect(runModule(replaced, 11)).toHaveProperty('act');
  expect(runModule(replaced, 13)).toMatchObject({ createRoot: expect.any(Function) });
  expect(runModule(replaced, 14)).toMatchObject({ jsx: expect.any(Function), jsxs: expect.any(Function) });
  expect(String(runModule(replaced, 15)['unstable_scheduleCallback'])).toContain('kept');
});

test.each([
  ['of another version of React', vendorFile('18.0.0')],
  ['without React', 'export const __webpack_modules__={1(e,t){t.a=1}};'],
  ['whose modules are not found', vendorFile().replaceAll('.jsxs=', '["jsxs"]=')],
])('a bundle %s stays as it is', (_what, bundle) => {
  expect(replaceReact(bundle)).toBeUndefined();
});
