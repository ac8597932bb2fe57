/** Where the development server tells the pages of builds, as server-sent events. */
export const EVENTS_PATH = '/development-events';

/** What the development server tells a page, as JSON. */
export type DevelopmentEvent =
  | {
      readonly kind: 'built';
      readonly part: string;
      readonly hash: string;
      readonly styles: readonly { readonly url: string; readonly integrity: string }[];
    }
  /** A build did not succeed; what ran before goes on. */
  | { readonly kind: 'broken'; readonly part: string; readonly errors: string }
  /** Something changed that only a new page can show. */
  | { readonly kind: 'reload' };
