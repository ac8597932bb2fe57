/** How many versions may take over in a page, one after the other: all of it has to happen within the time limit. */
export const MAX_FALLBACKS = 2;

/** A remote with the version that takes over when it fails, in which may be the one after that. */
interface WithFallbacks<Part> {
  readonly fallback: (Part & { readonly fallback?: Part | undefined }) | null;
}

/** The versions that take over in the page, one after the other. */
export function getFallbacks<Part>({ fallback }: WithFallbacks<Part>): readonly Part[] {
  if (!fallback) return [];
  return fallback.fallback ? [fallback, fallback.fallback] : [fallback];
}
