// No schemas here, so that the inline script stays small.

/** Id of the JSON script element that carries `PageData`. */
export const PAGE_DATA_ID = 'portal-page';
/** Id of the element that the shell renders into; until then it holds the prerendered frame. */
export const ROOT_ID = 'portal';
/**
 * Id of the element in `main` with the prerendered page; `data-path` is where the running portal shows it. The shell
 * keeps it until then.
 */
export const PRERENDERED_PAGE_ID = 'prerendered';
/** Id of the JSON script element with the page's `DataPreview`. */
export const PREVIEW_ID = 'portal-preview';
/** Name of the performance mark of the moment when it is filled. */
export const PREVIEW_MARK = 'preview';
/** Marks the prerendered page that is a filled data preview: it has controls, which work when the page runs. */
export const FILLED = 'filled';
/** What somebody can press, type into or choose from. */
export const CONTROLS = 'button,input,select,textarea';

/** Attribute of a link that leads to a full page load, because a newer release is live, while somebody points at it. */
export const LEAVING = 'data-leaving';
/**
 * Rules by which Chromium prepares the page behind such a link. All pages have the same, so that policies know their
 * hash.
 */
export const SPECULATION_RULES = JSON.stringify({
  prerender: [{ where: { selector_matches: `a[${LEAVING}]` }, eagerness: 'immediate' }],
});

/** The web server marks the address of the first page after sign-in with it; the page takes it away. */
export const SIGNED_IN_HASH = '#signed-in';

/** Path that pages POST reports about their parts to (see report.ts). */
export const REPORTS_PATH = '/reports';
/** Path from which an open page learns which release its visitor would get now (see live-view.ts). */
export const LIVE_VIEW_PATH = '/release.json';
/** Path from which an open page learns what it needs of a part that it does not carry (see part-descriptor.ts). */
export const PART_PATH = '/part.json';
/**
 * Path from which an open page learns which parts exist for the roles of its account alone (see part-descriptor.ts).
 */
export const ROLE_PARTS_PATH = '/role-parts.json';
/** Path of the live versions, for the page with the build information (see live-parts.ts). */
export const PARTS_PATH = '/parts.json';
/** Name of the shell's policy of Trusted Types: it accepts the addresses of scripts whose hash the page knows. */
export const CHECKED_SCRIPTS_POLICY = 'checked-scripts';
/** Cookie of a browser that a CDN has failed: pages with it take their files from the portal's own origin. */
export const OWN_FILES_COOKIE = 'portal_files';
/** For how long a browser does without a CDN that has failed. */
export const OWN_FILES_SECONDS = 60 * 60;
/** The most reports that one page sends. */
export const MOST_REPORTS = 40;

/**
 * The early reads: API path -> response. Each response is used once; a failed or refused read is repeated as an
 * ordinary call.
 */
export interface EarlyReads {
  [path: string]: Promise<Response> | undefined;
}

/** A value that was typed or chosen in a control, and where the caret was then. */
export interface SavedValue {
  readonly name: string;
  readonly value: string;
  readonly selection: readonly [start: number, end: number] | undefined;
}

/** What somebody has done in the filled data preview, by the places of its controls among all of them. */
export interface SavedInput {
  /** Path of the route that the page is of. */
  readonly path: string;
  /** The names of those that were pressed, in their order. */
  readonly pressed: Map<number, string>;
  readonly values: Map<number, SavedValue>;
}

declare global {
  interface Window {
    __earlyReads?: EarlyReads;
    /** The bodies of the early reads that have been answered with success, by path. */
    __earlyTexts?: Record<string, string>;
    /** Resolves when the data preview is shown, or will not be. */
    __preview?: Promise<void>;
    /** Resolves when all style sheets of the page apply; rejects when one of them has failed. */
    __styles?: Promise<unknown>;
    /** What the running page repeats. */
    __savedInput?: SavedInput;
    /** When they began, by `performance.now()`. */
    __earlyReadsAt?: number;
    /** The access token of the early reads; the shell removes it. */
    __earlyToken?: string;
    /** Of `visitId` (see visit-id.ts). */
    __visit?: string;
    /**
     * Loads a script of a part whose hash the page or the browser checks, and once more if the browser's copy is
     * damaged. Builds call it in place of `import()`; other hosts of Module Federation do not have it.
     */
    __importScript?: (url: string) => Promise<unknown>;
    /** The timer that reports that the shell has not started in time; the shell stops it. */
    __startTimer?: ReturnType<typeof setTimeout>;
  }
}
