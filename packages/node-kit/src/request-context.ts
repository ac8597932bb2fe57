import { AsyncLocalStorage } from 'node:async_hooks';

/** The request that is being answered. */
export interface RequestContext {
  readonly requestId: string;
  /** What is asked for, in few words: "page", "GET /history". */
  kind: string;
}

const contexts = new AsyncLocalStorage<RequestContext | undefined>();

/** Undefined for what no request has caused. */
export const currentRequest = (): RequestContext | undefined => contexts.getStore();

/** Answers a request: what is done and logged until then belongs to it. */
export const duringRequest = <Result>(context: RequestContext, work: () => Result): Result =>
  contexts.run(context, work);

/** Does work that a request may have set off and that is no part of it, such as a look at the store. */
export const outsideRequests = <Result>(work: () => Result): Result => contexts.run(undefined, work);
