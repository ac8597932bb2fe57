import type { LibraryDocument } from '../src/library/content.ts';

/** The list of all documents, which the build makes (build/library-loader.ts). */
export declare const library: readonly LibraryDocument[];
