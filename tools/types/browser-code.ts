/** The type checker proves with this file that browser code cannot use Node: an error that is expected and missing is an error. */
export type PageTitle = typeof document.title;
// @ts-expect-error Node's globals do not exist in the browser.
export type NodeProcess = typeof process;
// @ts-expect-error Node's globals do not exist in the browser.
export type NodeBuffer = typeof Buffer;
