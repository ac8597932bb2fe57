import type { Frame } from '@portal/contract/frame';
import { PAGE_SCRIPT } from './dev-config.ts';
import type { FrameSources } from './frame.ts';
import { buildFrame } from './frame.ts';

export interface FrameListener {
  onFrame(frame: Frame): void;
  onErrors(errors: string): void;
}

/** The painted frame of a shell that changes. */
export interface FrameKeeper {
  /** Rebuilds the frame; once more when it is asked to meanwhile. Never rejects. */
  refresh(): Promise<void>;
  /** Files that the frame is made of. */
  dependencies(): readonly string[];
}

export function keepFrame(folder: string, sources: FrameSources, { onFrame, onErrors }: FrameListener): FrameKeeper {
  let files: readonly string[] = [];
  let stale = false;
  let building: Promise<void> | undefined;

  async function build(): Promise<void> {
    const { frame, dependencies } = await buildFrame(folder, sources, { pageScript: PAGE_SCRIPT });
    files = dependencies.filter((file) => !/[\\/]node_modules[\\/]/.test(file));
    onFrame(frame);
  }

  async function buildWhileStale(): Promise<void> {
    while (stale) {
      stale = false;
      await build().catch((error: unknown) => onErrors(error instanceof Error ? error.message : String(error)));
    }
    building = undefined;
  }

  return {
    refresh() {
      stale = true;
      building ??= buildWhileStale();
      return building;
    },
    dependencies: () => files,
  };
}
