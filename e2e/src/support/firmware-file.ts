import { randomBytes } from 'node:crypto';
import { zipSync } from 'fflate';

/**
 * A file for the field of firmware: a ZIP file of this name with so many bytes inside, which are not the same twice.
 */
export function firmwareFile(name: string, bytes = 1000) {
  const zip = zipSync({ 'firmware.bin': [randomBytes(bytes), { level: 0 }] });
  return { name, mimeType: 'application/zip', buffer: Buffer.from(zip) };
}
