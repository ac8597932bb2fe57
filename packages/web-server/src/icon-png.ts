import { crc32, deflateSync } from 'node:zlib';
import { ICON_BOX, ICON_CIRCLES, ICON_GROUND } from './icon-drawing.ts';

type Color = readonly [red: number, green: number, blue: number];

function colorOf(hex: string): Color {
  const number = Number.parseInt(hex.slice(1), 16);
  return [number >> 16, (number >> 8) & 255, number & 255];
}

const GROUND = colorOf(ICON_GROUND);

function mix(below: Color, above: Color, share: number): Color {
  if (share === 0) return below; // most pixels of most circles
  const [red, green, blue] = below.map((value, index) => value + ((above[index] ?? 0) - value) * share);
  return [red ?? 0, green ?? 0, blue ?? 0];
}

/** The colours of the circles, read once for all pixels. */
const CIRCLES = ICON_CIRCLES.map(({ stroke, fill, ...circle }) => ({
  ...circle,
  stroke: colorOf(stroke),
  fill: fill === undefined ? undefined : colorOf(fill),
}));

/** The colour at a point of the drawing; `pixel` is the size of a pixel there, over which edges are blurred. */
function colorAt(x: number, y: number, pixel: number): Color {
  let color = GROUND;
  const covered = (inside: number) => Math.min(1, Math.max(0, 0.5 + inside / pixel));
  for (const circle of CIRCLES) {
    const distance = Math.hypot(x - circle.x, y - circle.y) - circle.radius;
    if (circle.fill) color = mix(color, circle.fill, covered(-distance));
    color = mix(color, circle.stroke, covered(circle.width / 2 - Math.abs(distance)));
  }
  return color;
}

/** A chunk of a PNG file: length, name, content, checksum. */
function chunk(name: string, content: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(name, 'latin1'), content]);
  const length = Buffer.alloc(4);
  const checksum = Buffer.alloc(4);
  length.writeUInt32BE(content.length);
  checksum.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, checksum]);
}

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

/**
 * The icon as a PNG of `size` × `size` pixels on the portal's ground; systems cut its corners or a circle out of it, so `share` of the width
 * is drawing and the rest is margin.
 */
export function iconPng(size: number, share: number): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(size, 0);
  header.writeUInt32BE(size, 4);
  header.set([8, 2], 8); // eight bits each of red, green and blue
  const pixel = ICON_BOX / (size * share);
  const place = (index: number) => (index + 0.5 - size / 2) * pixel + ICON_BOX / 2;
  // Each row begins with 0: its bytes are not filtered.
  const rows = Array.from({ length: size }, (_, y) => [
    0,
    ...Array.from({ length: size }, (__, x) => colorAt(place(x), place(y), pixel).map(Math.round)).flat(),
  ]);
  const bytes = Buffer.concat(rows.map((row) => Buffer.from(row)));
  return Buffer.concat([
    SIGNATURE,
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(bytes, { level: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

/** An ICO file that contains the PNG `png` of `size` × `size` pixels. */
export function icoFile(png: Buffer, size: number): Buffer {
  const header = Buffer.alloc(22);
  header.writeUInt16LE(1, 2); // an icon
  header.writeUInt16LE(1, 4); // with one image
  header.set([size, size], 6);
  header.writeUInt16LE(1, 10);
  header.writeUInt16LE(24, 12); // bits of a pixel
  header.writeUInt32LE(png.length, 14);
  header.writeUInt32LE(header.length, 18);
  return Buffer.concat([header, png]);
}
