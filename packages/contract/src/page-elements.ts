// Apart from the schemas, so that the inline script carries nothing but what it uses.

/** Id of the JSON script element that carries `PageData`. */
export const PAGE_DATA_ID = 'portal-page';
/** Id of the element that the shell renders into; the painted frame stands in it until then. */
export const ROOT_ID = 'portal';
/** Where pages send what became of the parts in them (see report.ts): POST, to the web server that they came from. */
export const REPORTS_PATH = '/reports';
/** One page reports no more than this, however long it stays open. */
export const MOST_REPORTS = 40;

/**
 * GETs that the page's inline script started before any code had arrived: API path -> its answer. Each is consumed once; one
 * that failed or was refused is asked again in the ordinary way.
 */
export interface EarlyReads {
  [path: string]: Promise<Response> | undefined;
}

declare global {
  interface Window {
    __earlyReads?: EarlyReads;
    /** The access token that they carried; the shell takes it away. */
    __earlyToken?: string;
  }
}
