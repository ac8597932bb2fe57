/** A circle of the portal's icon, in units of its 32 × 32 box. */
export interface IconCircle {
  readonly x: number;
  readonly y: number;
  readonly radius: number;
  readonly width: number;
  readonly stroke: string;
  readonly fill?: string;
}

export const ICON_BOX = 32;
/** `--ground` of the light theme. */
export const ICON_GROUND = '#f1f3ef';

/** A hub seen from the side, as in the header. */
export const ICON_CIRCLES: readonly IconCircle[] = [
  { x: 16, y: 16, radius: 13.5, width: 2.75, stroke: '#0a595e' },
  { x: 17.25, y: 15, radius: 8.5, width: 1.5, stroke: '#0a595e' },
  { x: 18.75, y: 13.5, radius: 3.25, width: 1.5, stroke: '#13211d', fill: '#f6b90f' },
];

const DARK: Readonly<Record<string, string>> = { '#0a595e': '#6ccac4', '#f6b90f': '#ffc93c', '#13211d': '#ebf1ee' };

/** The icon as SVG; it follows the browser's light or dark mode. */
export function iconSvg(): string {
  const dark = Object.entries(DARK).map(
    ([light, color]) => `[stroke="${light}"]{stroke:${color}}[fill="${light}"]{fill:${color}}`,
  );
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${ICON_BOX} ${ICON_BOX}">`,
    `<style>@media(prefers-color-scheme:dark){${dark.join('')}}</style>`,
    ...ICON_CIRCLES.map(
      ({ x, y, radius, width, stroke, fill = 'none' }) =>
        `<circle cx="${x}" cy="${y}" r="${radius}" fill="${fill}" stroke="${stroke}" stroke-width="${width}"/>`,
    ),
    '</svg>',
    '',
  ].join('\n');
}
