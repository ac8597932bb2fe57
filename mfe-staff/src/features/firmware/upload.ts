import { CallError } from '@portal/api';
import { PIECE_BYTES } from '@portal/staff-api/wire';
import { beginUpload, completeUpload, sendPiece } from '../../calls/firmware.ts';
import type { FirmwareRefusal, Upload } from '../../calls/firmware.ts';

/** What is uploaded, and how. */
interface UploadPlan {
  readonly file: File;
  readonly skipsTesting: boolean;
  /** In bytes: smaller on a slow line. */
  readonly pieceSize: number;
}

/** Who follows an upload, and may stop it between two pieces. */
interface UploadWatch {
  readonly onBegun: (upload: Upload) => void;
  readonly onReceived: (bytes: number) => void;
  /** Everything is there, and the API checks it. */
  readonly onChecking: () => void;
  readonly isStopped: () => boolean;
}

/**
 * SHA-256 in base64. Only secure contexts have it: https and localhost. @throws {DOMException} if the file cannot be
 * read.
 */
async function computeHash(bytes: Blob): Promise<string> {
  const hash = await crypto.subtle.digest('SHA-256', await bytes.arrayBuffer());
  return btoa(String.fromCharCode(...new Uint8Array(hash)));
}

/**
 * Uploads a file in pieces. What an earlier upload of the same file has left there is not sent again.
 * @throws {CallError}
 */
export async function uploadFile(
  { file, skipsTesting, pieceSize }: UploadPlan,
  { onBegun, onReceived, onChecking, isStopped }: UploadWatch,
): Promise<'uploaded' | 'stopped' | FirmwareRefusal> {
  const firstPiece = await computeHash(file.slice(0, PIECE_BYTES));
  const begun = await beginUpload({ fileName: file.name, size: file.size, firstPiece, skipsTesting });
  if ('reason' in begun) return begun;
  onBegun(begun);
  let { received } = begun;
  while (received < file.size) {
    if (isStopped()) return 'stopped';
    const now = await sendPiece(begun.id, received, file.slice(received, received + pieceSize));
    if (now <= received) throw new CallError('PUT staff/firmware/uploads', 'malformed'); // it would never end
    received = now;
    onReceived(received);
  }
  if (isStopped()) return 'stopped';
  onChecking();
  return await completeUpload(begun.id);
}
