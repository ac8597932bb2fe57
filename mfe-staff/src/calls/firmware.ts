import { CallError, send } from '@portal/api';
import {
  DoneResponseSchema,
  DownloadResponseSchema,
  FIRMWARE_ERRORS,
  FirmwareListResponseSchema,
  FirmwareResponseSchema,
  UploadResponseSchema,
} from '@portal/staff-api/wire';
import type { FirmwareSchema } from '@portal/staff-api/wire';
import type * as v from 'valibot';
import { orRefusal, readRefusal, refusalIn } from './refusal.ts';

/** Firmware that has been uploaded. */
export type Firmware = v.InferOutput<typeof FirmwareSchema>;

/** Why the API refused firmware (specification, section 8). */
type FirmwareRefusalReason =
  | 'exists'
  | 'invalid-name'
  | 'newer-available'
  | 'no-zip'
  | 'too-large-inside'
  | 'wrong-size';

export interface FirmwareRefusal {
  readonly reason: FirmwareRefusalReason;
  /** The newer version, if there is one and the API names it. */
  readonly newer: string | undefined;
}

const REASONS: Readonly<Record<(typeof FIRMWARE_ERRORS)[number], FirmwareRefusalReason>> = {
  firmware_already_exists: 'exists',
  invalid_filename: 'invalid-name',
  more_recent_version_available: 'newer-available',
  not_a_zip: 'no-zip',
  too_large_inside: 'too-large-inside',
  wrong_size: 'wrong-size',
};

/** What a call resolves with, or why firmware was refused. @throws {CallError} */
async function orRefused<Value>(call: Promise<Value>): Promise<Value | FirmwareRefusal> {
  try {
    return await call;
  } catch (error) {
    const name = refusalIn(error, FIRMWARE_ERRORS);
    if (name === undefined || !(error instanceof CallError)) throw error;
    return { reason: REASONS[name], newer: error.codes[0]?.detail };
  }
}

/** All firmware, the newest first. @throws {CallError} */
export async function getFirmware(): Promise<readonly Firmware[]> {
  return (await send({ method: 'GET', path: 'staff/firmware' }, FirmwareListResponseSchema)).data;
}

const toPath = (fileName: string, call: string) => `staff/firmware/${encodeURIComponent(fileName)}/${call}`;

/**
 * Releases or withdraws firmware. Resolves with the refusal if somebody else has changed its state. @throws {CallError}
 */
export async function changeState(fileName: string, state: 'released' | 'withdrawn', reason: string) {
  const call = { method: 'POST', path: toPath(fileName, 'state'), body: { state, reason } } as const;
  return await readRefusal(send(call, FirmwareResponseSchema), ['STATE_HAS_CHANGED']);
}

/** An address of the file, which works once and has no token; undefined if it is gone. @throws {CallError} */
export async function getFirmwareAddress(fileName: string): Promise<string | undefined> {
  const call = { method: 'POST', path: toPath(fileName, 'download'), unattended: true } as const;
  const answer = await orRefusal(send(call, DownloadResponseSchema), ['FIRMWARE_NOT_FOUND']);
  return typeof answer === 'string' ? undefined : answer.data.url;
}

/** An upload that has begun, and how many bytes of it are there. */
export interface Upload {
  readonly id: string;
  readonly received: number;
}

interface NewUpload {
  readonly fileName: string;
  /** In bytes. */
  readonly size: number;
  /** SHA-256 of the first piece, in base64. */
  readonly firstPiece: string;
  readonly skipsTesting: boolean;
}

/** Begins an upload, or takes up the one of the same file. @returns the reason of a refusal. @throws {CallError} */
export async function beginUpload(upload: NewUpload): Promise<Upload | FirmwareRefusal> {
  const call = send({ method: 'POST', path: 'staff/firmware/uploads', body: upload }, UploadResponseSchema);
  return await orRefused(call.then(({ data }) => data));
}

/** Sends a piece that begins at `offset`. Resolves with the number of bytes that are there then. @throws {CallError} */
export async function sendPiece(id: string, offset: number, piece: Blob): Promise<number> {
  const { data } = await send(
    {
      method: 'PUT',
      path: `staff/firmware/uploads/${encodeURIComponent(id)}/${offset}`,
      body: piece,
      // The page itself says what to do if the answer does not come: going on asks how much is there.
      unattended: true,
    },
    UploadResponseSchema,
  );
  return data.received;
}

/** Ends an upload of which everything is there. @returns the reason of a refusal. @throws {CallError} */
export async function completeUpload(id: string): Promise<'uploaded' | FirmwareRefusal> {
  const path = `staff/firmware/uploads/${encodeURIComponent(id)}/complete`;
  const call = send({ method: 'POST', path, unattended: true }, FirmwareResponseSchema);
  return await orRefused(call.then(() => 'uploaded' as const));
}

/** Throws away what is there of an upload. @throws {CallError} */
export async function dropUpload(id: string): Promise<void> {
  await send(
    { method: 'DELETE', path: `staff/firmware/uploads/${encodeURIComponent(id)}`, unattended: true },
    DoneResponseSchema,
  );
}
