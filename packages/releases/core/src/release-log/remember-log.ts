import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseInput } from '@portal/contract/parse';
import { hasCode } from '@portal/node-kit/error-code';
import { getErrorMessage, PlainError } from '@portal/node-kit/plain-error';
import { writeFileAtomic } from '@portal/node-kit/write-file-atomic';
import type { SavedCheckpoint } from './leaf.ts';
import { SavedCheckpointSchema } from './leaf.ts';
import type { StoreAccess } from './logged-documents.ts';
import { sha256Hex } from '../format/integrity.ts';

function readSaved(file: string): SavedCheckpoint | undefined {
  try {
    return parseInput(file, SavedCheckpointSchema, JSON.parse(readFileSync(file, 'utf8')));
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return undefined;
    const reason = getErrorMessage(error);
    throw new PlainError(
      `${file} cannot be used (${reason}). It says what was last seen of the log. Remove it, unless the store was rolled back.`,
    );
  }
}

/** Where this machine keeps what it has seen of a store's log: a copy of a store may be older than the store. */
export const rememberedLogFile = (stateFolder: string, place: string): string =>
  join(stateFolder, 'seen', `${sha256Hex(Buffer.from(place)).slice(0, 16)}.json`);

/**
 * Keeps the newest checkpoint of the log in a file, so that the next process refuses a store that was rolled back: else
 * older access rules would count again, and the service would sign what follows them.
 * @param report is told that the file cannot be written, and again only if it could be meanwhile. That is no error,
 * because a rollback must work on a full disk.
 */
export function rememberLog(
  file: string,
  report: (problem: string) => void,
): Pick<StoreAccess, 'savedCheckpoint' | 'checkpointFile' | 'onRead'> {
  const savedCheckpoint = readSaved(file);
  let newest = savedCheckpoint?.checkpoint;
  let isReported = false;
  return {
    savedCheckpoint,
    checkpointFile: file,
    async onRead(log) {
      const seen = log.checkpoint === newest ? undefined : log.keep();
      if (!seen) return;
      try {
        await writeFileAtomic(file, `${JSON.stringify(seen)}\n`);
        newest = seen.checkpoint;
        isReported = false;
      } catch (error) {
        if (!isReported)
          report(`${file} cannot be written, so what was seen of the log is forgotten: ${String(error)}`);
        isReported = true;
      }
    },
  };
}
