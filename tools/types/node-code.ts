/** The type checker proves with this file that code for Node cannot use the page: an error that is expected and missing is an error. */
export type NodeProcess = typeof process;
// @ts-expect-error There is no page in Node.
export type PageDocument = typeof document;
// @ts-expect-error There is no page in Node.
export type PageWindow = typeof window;
