import { readFile } from 'node:fs/promises';
import { crc32, deflateSync } from 'node:zlib';

/** Part of a screen, in pixels. */
export interface Area {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

function chunk(type: string, content: Uint8Array): Buffer {
  const body = Buffer.concat([Buffer.from(type), content]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(content.length);
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}

/**
 * A PNG of an area of what Xvfb shows, which it keeps in a file of the format XWD: blue, green, red and an unused byte
 * for each pixel.
 */
export async function pictureOfDisplay(file: string, { x, y, width, height }: Area): Promise<Buffer> {
  const screen = await readFile(file);
  const [headerSize, bytesPerLine, colours] = [0, 48, 76].map((at) => screen.readUInt32BE(at));
  const pixels = (headerSize ?? 0) + (colours ?? 0) * 12;
  const rows = Buffer.alloc((width * 3 + 1) * height);
  let to = 0;
  for (let row = 0; row < height; row += 1) {
    to += 1; // each row of a PNG begins with its filter; 0 is none
    let from = pixels + (y + row) * (bytesPerLine ?? 0) + x * 4;
    for (let column = 0; column < width; column += 1, from += 4, to += 3) {
      rows[to] = screen[from + 2] ?? 0;
      rows[to + 1] = screen[from + 1] ?? 0;
      rows[to + 2] = screen[from] ?? 0;
    }
  }
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 2], 8); // eight bits, red, green and blue
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}
