import { hash } from 'node:crypto';

/** Of SHA-256, in bytes. */
const BLOCK = 64;
const HASH = 32;

/** A block of the key and this byte, and room behind it. */
function padded(key: Buffer, byte: number, room: number): Buffer {
  const bytes = Buffer.alloc(BLOCK + room);
  for (let at = 0; at < BLOCK; at += 1) bytes[at] = (key[at] ?? 0) ^ byte;
  return bytes;
}

/**
 * Makes HMAC-SHA-256 (RFC 2104) of the first `length` bytes of a buffer, as text with a character for each byte (latin1). It makes two hashes
 * in one call each, and no buffer: what `createHmac` makes for each page keeps the garbage collection busy for much longer.
 */
export function hmacSha256(secret: string | Buffer, length: number): (message: Buffer) => string {
  const bytes = Buffer.from(secret);
  const key = bytes.length > BLOCK ? hash('sha256', bytes, 'buffer') : bytes;
  const inner = padded(key, 0x36, length);
  const outer = padded(key, 0x5c, HASH);
  return (message) => {
    message.copy(inner, BLOCK, 0, length);
    outer.write(hash('sha256', inner, 'binary'), BLOCK, 'latin1');
    return hash('sha256', outer, 'binary');
  };
}
