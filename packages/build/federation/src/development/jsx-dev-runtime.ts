import type { ElementType } from 'react';
import { Fragment, jsx, jsxs } from 'react/jsx-runtime';

/*
 * The compiler writes calls of `react/jsx-dev-runtime` where React Refresh needs its signatures. Released shells do not share that module,
 * and in a development build of React the one for production checks as much.
 */
export { Fragment };

export function jsxDEV(type: ElementType, props: object, key: string | undefined, isStatic: boolean) {
  return isStatic ? jsxs(type, props, key) : jsx(type, props, key);
}
