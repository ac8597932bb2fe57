/** Proves that browser code cannot use Node: the type checker reports an expected error that is missing. */
export type PageTitle = typeof document.title;
// @ts-expect-error Node's globals do not exist in the browser.
export type NodeProcess = typeof process;
// @ts-expect-error Node's globals do not exist in the browser.
export type NodeBuffer = typeof Buffer;
