/** Proves that code for Node cannot use the page: the type checker fails if an expected error does not occur. */
export type NodeProcess = typeof process;
// @ts-expect-error There is no page in Node.
export type PageDocument = typeof document;
// @ts-expect-error There is no page in Node.
export type PageWindow = typeof window;
