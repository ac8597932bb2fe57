import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import type { ReadStream } from 'node:fs';
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { hasCode } from '@portal/node-kit/error-code';

/** The files of firmware and of what is on its way, in the state folder. */
export class FirmwareFiles {
  readonly #uploads: string;
  readonly #firmware: string;

  constructor(stateFolder: string) {
    this.#uploads = join(stateFolder, 'firmware-uploads');
    this.#firmware = join(stateFolder, 'firmware');
  }

  async makeFolders(): Promise<void> {
    await mkdir(this.#uploads, { recursive: true });
    await mkdir(this.#firmware, { recursive: true });
  }

  /** Where the bytes of an upload are. */
  toPath(uploadId: string): string {
    return join(this.#uploads, uploadId);
  }

  /** How many bytes of an upload are there. */
  async received(uploadId: string): Promise<number> {
    try {
      return (await stat(this.toPath(uploadId))).size;
    } catch (error) {
      if (hasCode(error, 'ENOENT')) return 0;
      throw error;
    }
  }

  /** SHA-256 of an upload, in base64. */
  async computeHash(uploadId: string): Promise<string> {
    const hash = createHash('sha256');
    const chunks: AsyncIterable<Uint8Array> = createReadStream(this.toPath(uploadId));
    for await (const chunk of chunks) hash.update(chunk);
    return hash.digest('base64');
  }

  /** Puts an upload where firmware is kept. */
  async keep(uploadId: string, fileName: string): Promise<void> {
    await rename(this.toPath(uploadId), join(this.#firmware, fileName));
  }

  /** Firmware that is kept. That of the demo has no file: it is so many zeros. */
  async open({ fileName, size }: { readonly fileName: string; readonly size: number }): Promise<ReadStream | Buffer> {
    try {
      return (await open(join(this.#firmware, fileName))).createReadStream();
    } catch (error) {
      if (hasCode(error, 'ENOENT')) return Buffer.alloc(size);
      throw error;
    }
  }

  async remove(uploadId: string): Promise<void> {
    await rm(this.toPath(uploadId), { force: true });
  }

  /** The ids of the uploads of which something is there. */
  list(): Promise<readonly string[]> {
    return readdir(this.#uploads);
  }
}
