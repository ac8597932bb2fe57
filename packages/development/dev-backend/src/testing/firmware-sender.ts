import { createHash } from 'node:crypto';
import { PIECE_BYTES, UploadResponseSchema } from '@portal/staff-api/wire';
import * as v from 'valibot';
import { noise, createZip } from './zips.ts';
import { PORTAL } from './demo-backend.ts';
import type { BackendClient, TestResponse } from './demo-backend.ts';

/** A file that becomes firmware. */
interface Sample {
  readonly fileName: string;
  readonly bytes: Uint8Array;
}

let products = 0;
/** The name of firmware of a product of its own. */
export function newName(hubVersion = '1.4.0', busVersion = '2.0.1'): string {
  products += 1;
  return `test-${products}_ota_hub_${hubVersion}_bus_${busVersion}.zip`;
}

/** A zip of about so many bytes. */
export const sampleZip = (length = 3000, seed = 1): Buffer =>
  createZip({ 'image.bin': [noise(length, seed), { level: 0 }] });

export const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('base64');

/** Sends firmware as the portal does, for an account. */
export class FirmwareSender {
  readonly #client: BackendClient;
  readonly #token: string;

  constructor(client: BackendClient, token: string) {
    this.#client = client;
    this.#token = token;
  }

  begin({ fileName, bytes }: Sample, changes: Readonly<Record<string, unknown>> = {}): Promise<TestResponse> {
    const firstPiece = sha256(bytes.subarray(0, PIECE_BYTES));
    const body = { fileName, size: bytes.length, firstPiece, skipsTesting: false, ...changes };
    return this.#client.call('staff/firmware/uploads', this.#token, { method: 'POST', body });
  }

  async put(id: string, offset: number, piece: Uint8Array, type = 'application/octet-stream'): Promise<TestResponse> {
    const response = await fetch(`${this.#client.url}/api/staff/firmware/uploads/${id}/${offset}`, {
      method: 'PUT',
      headers: { authorization: `Bearer ${this.#token}`, origin: PORTAL, 'content-type': type },
      body: Buffer.from(piece),
    });
    return { status: response.status, headers: response.headers, body: await response.json() };
  }

  complete(id: string): Promise<TestResponse> {
    return this.#client.call(`staff/firmware/uploads/${id}/complete`, this.#token, { method: 'POST' });
  }

  cancel(id: string): Promise<TestResponse> {
    return this.#client.call(`staff/firmware/uploads/${id}`, this.#token, { method: 'DELETE' });
  }

  /** Sends what is not there yet of an upload. */
  async sendFrom(id: string, bytes: Uint8Array, from = 0): Promise<void> {
    for (let offset = from; offset < bytes.length; offset += PIECE_BYTES) {
      const { status, body } = await this.put(id, offset, bytes.subarray(offset, offset + PIECE_BYTES));
      if (status !== 200) throw new Error(`A piece was refused: ${JSON.stringify(body)}`);
    }
  }

  /** The whole way. @returns the answer to the end of it */
  async upload(sample: Sample, changes: Readonly<Record<string, unknown>> = {}): Promise<TestResponse> {
    const { id } = progressIn(await this.begin(sample, changes));
    await this.sendFrom(id, sample.bytes);
    return this.complete(id);
  }
}

/** Id of an upload, and how much is there. */
export function progressIn({ body }: TestResponse): { readonly id: string; readonly received: number } {
  return v.parse(UploadResponseSchema, body).data;
}
