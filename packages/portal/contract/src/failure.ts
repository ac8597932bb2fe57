/**
 * Why a part failed, in this order: it could not be fetched, its bytes are not those of the release, it took too long,
 * it was built for another shell, or it threw an error.
 */
export const PART_FAILURES = ['unreachable', 'tampered', 'timed-out', 'incompatible', 'crashed'] as const;
export type PartFailure = (typeof PART_FAILURES)[number];

/**
 * A part's chunk could not be loaded; `import()` of a page or catalogue rejects with this error. Each part contains its
 * own copy of this class, so the shell recognises it by name and fields.
 */
export class ChunkLoadError extends Error {
  /** File name of the chunk in the part's artifact. */
  readonly file: string;

  constructor(file: string, cause: unknown) {
    super(`The chunk ${file} did not load`, { cause });
    this.name = 'ChunkLoadError';
    this.file = file;
  }
}

/**
 * File name of the chunk that could not be loaded, for a `ChunkLoadError` of any build; undefined for any other error.
 */
export function missingChunk(error: unknown): string | undefined {
  if (!(error instanceof Error) || error.name !== 'ChunkLoadError') return undefined;
  return 'file' in error && typeof error.file === 'string' ? error.file : undefined;
}
