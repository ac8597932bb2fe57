/** A bar of the chart: the median, with the quartiles of the rounds. */
interface Bar {
  readonly label: string;
  readonly value: number;
  readonly low: number;
  readonly high: number;
  /** A mark on the bar: when something was painted first. */
  readonly mark: number;
  /** Whether it is the portal's. */
  readonly own: boolean;
}

export interface BarGroup {
  readonly title: string;
  readonly bars: readonly Bar[];
}

const WIDTH = 760;
const LEFT = 60;
const RIGHT = 80;
const BAR = 18;
const GAP = 6;
const TITLE = 30;
const TOP = 44;
const BOTTOM = 30;

const escape = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

/** A step of the scale with at most eight of them. */
function stepFor(most: number): number {
  return [100, 200, 250, 500, 1000, 2000, 5000, 10_000].find((step) => most / step <= 8) ?? 20_000;
}

/**
 * Draws bars as SVG. Its colours are legible on white and on black, because a page shows it in both themes.
 */
export function drawChart(title: string, note: string, groups: readonly BarGroup[]): string {
  const bars = groups.flatMap((group) => group.bars);
  const most = Math.max(...bars.map(({ high }) => high));
  const scale = (WIDTH - LEFT - RIGHT) / most;
  const x = (value: number) => (LEFT + value * scale).toFixed(1);
  const height = TOP + groups.length * TITLE + bars.length * (BAR + GAP) + BOTTOM;
  const lines: string[] = [];
  const step = stepFor(most);
  for (let at = 0; at <= most; at += step) {
    lines.push(`<line x1="${x(at)}" y1="${TOP}" x2="${x(at)}" y2="${height - BOTTOM}" stroke="#8886" />`);
    lines.push(`<text x="${x(at)}" y="${height - 12}" text-anchor="middle">${at} ms</text>`);
  }
  let y = TOP;
  for (const group of groups) {
    lines.push(`<text x="0" y="${y + 20}" font-weight="bold">${escape(group.title)}</text>`);
    y += TITLE;
    for (const { label, value, low, high, mark, own } of group.bars) {
      const middle = y + BAR / 2;
      lines.push(
        `<text x="${LEFT - 8}" y="${middle + 4}" text-anchor="end">${escape(label)}</text>`,
        `<rect x="${LEFT}" y="${y}" width="${(value * scale).toFixed(1)}" height="${BAR}" rx="3" fill="${own ? '#1f8a70' : '#8796a5'}" />`,
        `<line x1="${x(low)}" y1="${middle}" x2="${x(high)}" y2="${middle}" stroke="#d08700" stroke-width="2" />`,
        `<line x1="${x(mark)}" y1="${y}" x2="${x(mark)}" y2="${y + BAR}" stroke="#fff" stroke-width="3" />`,
        `<text x="${(Math.max(value, high) * scale + LEFT + 6).toFixed(1)}" y="${middle + 4}">${value.toFixed(0)}</text>`,
      );
      y += BAR + GAP;
    }
  }
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" role="img" font-family="system-ui, sans-serif" font-size="12" fill="#7a8794">
<title>${escape(title)}</title>
<text x="0" y="14" font-size="15" font-weight="bold">${escape(title)}</text>
<text x="0" y="32">${escape(note)}</text>
${lines.join('\n')}
</svg>
`;
}
