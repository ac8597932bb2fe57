/** Proves that browser code cannot use Node: the type checker fails if an expected error does not occur. */
export type PageTitle = typeof document.title;
// @ts-expect-error Node's globals do not exist in the browser.
export type NodeProcess = typeof process;
// @ts-expect-error Node's globals do not exist in the browser.
export type NodeBuffer = typeof Buffer;
