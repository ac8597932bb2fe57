import { FIRMWARE_BYTES, FIRMWARE_NAME } from '@portal/staff-api/wire';

/** What is wrong with a file, before it is uploaded. */
export type FileProblem = 'missing' | 'invalidName' | 'empty' | 'tooLarge';

export function problemOf(file: File | undefined): FileProblem | undefined {
  if (!file) return 'missing';
  if (!FIRMWARE_NAME.test(file.name)) return 'invalidName';
  if (file.size === 0) return 'empty';
  return file.size > FIRMWARE_BYTES ? 'tooLarge' : undefined;
}

/** SHA-256 in base64. Only secure contexts have it: https and localhost. @throws {DOMException} if the file cannot be read. */
export async function hashOf(bytes: Blob): Promise<string> {
  const hash = await crypto.subtle.digest('SHA-256', await bytes.arrayBuffer());
  return btoa(String.fromCharCode(...new Uint8Array(hash)));
}
