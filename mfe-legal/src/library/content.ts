/** A run of text with the same emphasis. */
interface TextRun {
  readonly kind: 'text';
  readonly text: string;
  readonly strong?: true;
  readonly emphasis?: true;
}

/** A link: to a path of the portal, to a heading of the same document ("#…"), or out of the portal. */
interface LinkRun {
  readonly kind: 'link';
  readonly to: string;
  readonly text: string;
}

export type Run = TextRun | LinkRun;

export type ListBlock = { readonly kind: 'list'; readonly items: readonly (readonly Run[])[] } & (
  | { readonly ordered: false }
  /** `start` is the number of the first item. */
  | { readonly ordered: true; readonly start: number }
);

export type Block =
  | { readonly kind: 'heading'; readonly level: 2 | 3; readonly id: string; readonly text: string }
  | { readonly kind: 'paragraph'; readonly runs: readonly Run[] }
  | ListBlock;

/** The front matter of a document. */
export interface DocumentFacts {
  readonly title: string;
  /** One sentence for search engines and for the page's lead. */
  readonly description: string;
  /** Number of the version, as in texts. */
  readonly version: string;
  /** First day: "2020-03-25", or "2018-05" where only the month is known. */
  readonly validFrom: string;
  /** Last day; absent while the version is in force. */
  readonly validTo?: string;
  /** Note that this is a sample. */
  readonly sample?: string;
}

/** A document in one language, as the build makes it. */
export interface DocumentText extends DocumentFacts {
  /** "en", "fr-ca". */
  readonly language: string;
  /** "Version 2, in force from 25.03.2020", in the document's language. */
  readonly validity: string;
  /** Title of the list of headings: "Contents". */
  readonly contents: string;
  readonly blocks: readonly Block[];
  /** The PDF's size in bytes. */
  readonly pdfSize: number;
}

/** One language of a version: its facts, and the import of its text. */
export interface LibraryText extends DocumentFacts {
  readonly language: string;
  readonly load: () => Promise<{ readonly text: DocumentText }>;
}

export interface LibraryVersion {
  /** "v2". */
  readonly id: string;
  readonly texts: readonly LibraryText[];
}

/** Newest version first. */
export interface LibraryDocument {
  readonly id: string;
  readonly versions: readonly LibraryVersion[];
}
