/** What a document names: relative links, npm scripts, and files of the repository. */
interface Named {
  /** Path and anchor of each link to another document or within this one. */
  readonly links: readonly (readonly [path: string, anchor: string])[];
  /** `npm run lint` is "lint"; with `--prefix mfe-legal`, the folder is named, too. */
  readonly scripts: readonly { readonly name: string; readonly folder: string }[];
  /** Names for `npm run lab`. */
  readonly labs: readonly string[];
  /** Paths and bare names in code spans; they may be patterns. */
  readonly files: readonly string[];
}

const LINK = /\]\((?!https?:|mailto:)([^)\s#]*)(?:#([^)\s]*))?\)/g;
const SCRIPT = /\bnpm run ([a-z][\w:-]*)(?:[^`|\n]*?--prefix ([\w-]+))?/g;
const LAB = /\bnpm run lab -- ([a-z-]+)/g;
const CODE_SPAN = /`([^`\n]+)`/g;
const SOURCE = /^[\w*][\w.*{},/-]*\.(?:ts|tsx|mjs)$|^[a-z][\w-]+\/$/;
/** What begins with a folder at the root, or with the one that every package has. */
const PATH = /^(?:shell|mfe-[a-z*-]+|packages|docs|scripts|tools|e2e|lab|operations|src)\/[\w.*{},/-]*$/;

export function readDocument(text: string): Named {
  const spans = [...text.matchAll(CODE_SPAN)].map(([, span = '']) => span);
  return {
    links: [...text.matchAll(LINK)].map(([, path = '', anchor = '']) => [path, anchor] as const),
    scripts: [...text.matchAll(SCRIPT)].map(([, name = '', folder = '']) => ({ name, folder })),
    labs: [...text.matchAll(LAB)].map(([, name = '']) => name),
    files: spans.filter((span) => SOURCE.test(span) || PATH.test(span)),
  };
}

/** The anchors of a document's headings, as code hosts make them. */
export function readAnchors(text: string): readonly string[] {
  const prose = text.replaceAll(/^```.*?^```/gms, '');
  return [...prose.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
      .trim()
      .replaceAll(/\s/g, '-'),
  );
}
