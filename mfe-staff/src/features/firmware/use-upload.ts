import { CallError, reportFailure } from '@portal/api';
import { PIECE_BYTES } from '@portal/staff-api/wire';
import { useEffect, useRef, useState } from 'react';
import { dropUpload, getFirmware } from '../../calls/firmware.ts';
import type { FirmwareRefusal } from '../../calls/firmware.ts';
import { useTellFailure } from '../../loading/use-read.ts';
import { uploadFile } from './upload.ts';

/** An upload that runs, or could go on. */
export interface UnderWay {
  readonly status: 'beginning' | 'sending' | 'checking' | 'cancelling' | 'failed';
  readonly file: File;
  /** In bytes. */
  readonly received: number;
  /** How many bytes were there when the upload began. */
  readonly before: number;
  /** Why it failed: the browser cannot read the file any more. */
  readonly unreadable: boolean;
}

export type UploadState =
  | UnderWay
  | { readonly status: 'idle' }
  /** `number` distinguishes equal refusals. */
  | { readonly status: 'refused'; readonly refusal: FirmwareRefusal; readonly number: number };

/** What the upload keeps between its steps. */
interface Run {
  readonly file: File;
  readonly skipsTesting: boolean;
  pieceSize: number;
  id?: string;
  received: number;
  before: number;
  /** It was complete, so its name may exist because of this upload: the answer may have been lost. */
  wasChecked: boolean;
  stoppedBy?: 'cancel' | 'leaving';
}

/** The smallest pieces, for the slowest lines; in bytes. */
const SMALLEST_PIECE = PIECE_BYTES / 16;

/** Whether the list has this file: the upload was complete, though nobody heard of it. */
async function isListed({ file }: Run): Promise<boolean> {
  return (await getFirmware()).some(({ fileName, size }) => fileName === file.name && size === file.size);
}

/** Throws away what is there. If that fails, nobody has to act: the API forgets uploads that do not go on. */
async function drop({ id }: Run): Promise<void> {
  try {
    if (id !== undefined) await dropUpload(id);
  } catch (error) {
    reportFailure(error, () => undefined);
  }
}

const newRun = (file: File, skipsTesting: boolean): Run => ({
  file,
  skipsTesting,
  pieceSize: PIECE_BYTES,
  received: 0,
  before: 0,
  wasChecked: false,
});

/** Sends the file from where it stopped. Calls `show` whenever there is something new to show. @throws {CallError} */
async function send(
  run: Run,
  show: (status: 'sending' | 'checking') => void,
): Promise<'uploaded' | 'stopped' | FirmwareRefusal> {
  const result = await uploadFile(run, {
    onBegun: ({ id, received }) => {
      Object.assign(run, { id, received, before: received });
      show('sending');
    },
    onReceived: (received) => {
      run.received = received;
      if (run.stoppedBy === undefined) show('sending');
    },
    onChecking: () => {
      run.wasChecked = true;
      show('checking');
    },
    isStopped: () => run.stoppedBy !== undefined,
  });
  const exists = typeof result === 'object' && result.reason === 'exists';
  return exists && run.wasChecked && (await isListed(run)) ? 'uploaded' : result;
}

/** The run that is shown, until it ends or the page is left. */
function useRun() {
  const [state, setState] = useState<UploadState>({ status: 'idle' });
  const currentRef = useRef<Run>(undefined);
  useEffect(
    () => () => {
      // What is there stays: whoever chooses the same file again goes on.
      if (currentRef.current) currentRef.current.stoppedBy ??= 'leaving';
    },
    [],
  );

  function show(run: Run, status: UnderWay['status'], unreadable = false): void {
    if (currentRef.current === run) setState({ ...run, status, unreadable });
  }

  function end(run: Run, last: UploadState = { status: 'idle' }): void {
    if (currentRef.current !== run) return;
    currentRef.current = undefined;
    setState(last);
  }

  return { state, setState, currentRef, show, end };
}

/** Uploads one file at a time. `onUploaded` is called for each that the API has taken. */
export function useUpload(onUploaded: (file: File) => void) {
  const tellFailure = useTellFailure();
  const { state, setState, currentRef, show, end } = useRun();
  const refusals = useRef(0);

  /** @throws {CallError} */
  async function attempt(run: Run): Promise<void> {
    const result = await send(run, (status) => show(run, status));
    if (result === 'stopped') return;
    if (result === 'uploaded') {
      end(run);
      onUploaded(run.file);
      return;
    }
    end(run, { status: 'refused', refusal: result, number: (refusals.current += 1) });
  }

  function fail(run: Run, error: unknown): void {
    // The line may be too slow for pieces of this size.
    if (error instanceof CallError && error.kind === 'timed-out')
      run.pieceSize = Math.max(SMALLEST_PIECE, run.pieceSize / 2);
    const unreadable = error instanceof DOMException;
    show(run, 'failed', unreadable);
    if (!unreadable) tellFailure(error);
  }

  async function go(run: Run): Promise<void> {
    show(run, 'beginning');
    try {
      await attempt(run);
    } catch (error) {
      if (run.stoppedBy === undefined) fail(run, error);
    }
    if (run.stoppedBy !== 'cancel') return;
    await drop(run);
    end(run);
  }

  return {
    state,
    start(file: File, skipsTesting: boolean): void {
      if (currentRef.current) return;
      const run = newRun(file, skipsTesting);
      currentRef.current = run;
      void go(run);
    },
    /** Goes on after a failure. */
    tryAgain(): void {
      if (currentRef.current && state.status === 'failed') void go(currentRef.current);
    },
    /** Throws the upload away, after the piece that is under way. Once everything is there, it is too late. */
    cancel(): void {
      const run = currentRef.current;
      if (!run || run.stoppedBy !== undefined || state.status === 'checking') return;
      run.stoppedBy = 'cancel';
      show(run, 'cancelling');
      if (state.status === 'failed') void drop(run).then(() => end(run));
    },
    /** Stops it; what is there stays. */
    leave(): void {
      const run = currentRef.current;
      if (!run) return;
      run.stoppedBy = 'leaving';
      end(run);
    },
    /** The form has been changed, or the refusal has been read. */
    forgetRefusal(): void {
      if (state.status === 'refused') setState({ status: 'idle' });
    },
  };
}
