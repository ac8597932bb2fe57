import type { Html } from '@portal/node-kit/html';
import { html } from '@portal/node-kit/html';
import { FAILURE_BUDGET } from '../figures/figures.ts';
import { formatDuration, formatRate, formatTime, partTitle } from '../pages/format.ts';
import { getPlace, STEPS } from './day.ts';
import type { Mark, PartDay } from './day.ts';

/** Both scales of all lanes. */
interface Scales {
  readonly rate: number;
  /** Milliseconds. */
  readonly load: number;
}

const HEIGHT = 40;
/** A label needs this share of the width: of a wide screen, and of a phone. */
const LABEL = { wide: 0.14, phone: 0.36 } as const;

/** The scales that hold the values of all parts. The budget's line is inside. */
export function scalesFor(days: readonly PartDay[]): Scales {
  const steps = days.flatMap((day) => day.steps);
  const loads = steps.flatMap(({ load }) => (load === undefined || load === Infinity ? [] : [load]));
  return {
    rate: Math.max(FAILURE_BUDGET * 2, ...steps.map(({ rate }) => rate ?? 0)),
    load: Math.max(1000, ...loads),
  };
}

/** The labels of releases have the rest, above the lines. */
const LINES = 0.7;

const getY = (share: number): string => (HEIGHT - 1 - Math.min(1, share) * (HEIGHT * LINES - 1)).toFixed(1);

/** A line through the known values; it is broken where one is unknown. A single value is a short stroke. */
function line(values: readonly (number | undefined)[]): string {
  return values
    .map((value, index) => {
      if (value === undefined) return '';
      const isFirst = values[index - 1] === undefined;
      return `${isFirst ? 'M' : 'L'}${String(index)} ${getY(value)}H${String(index + 1)}`;
    })
    .join('');
}

/** The newest releases keep their labels where two would cover each other. `marks` the newest first. */
function labelled(day: PartDay, width: number): ReadonlySet<Mark> {
  const shown = new Set<Mark>();
  let left = 2;
  for (const mark of day.marks) {
    const place = getPlace(day, mark.at);
    if (left - place < width) continue;
    shown.add(mark);
    left = place;
  }
  return shown;
}

function markLines(day: PartDay): Html {
  const [onWide, onPhone] = [labelled(day, LABEL.wide), labelled(day, LABEL.phone)];
  return html`${day.marks.map((mark) => {
    const place = getPlace(day, mark.at);
    const x = `${(place * 100).toFixed(1)}%`;
    const isAtEnd = place > 1 - LABEL.phone;
    return html`<line class="mark" x1="${x}" x2="${x}" y1="${(1 - LINES) * 100}%" y2="100%" />${
        onWide.has(mark) &&
        html`<text
          ${!onPhone.has(mark) && html`class="wide-only"`}
          x="${x}"
          dx="${isAtEnd ? -4 : 4}"
          y="0.9em"
          text-anchor="${isAtEnd ? 'end' : 'start'}"
        >
          ${mark.number}: ${mark.what}
        </text>`
      }`;
  })}`;
}

/** What a lane shows, as a sentence. */
export function summarize({ steps, marks }: PartDay): string {
  const known = steps.filter(({ rate }) => rate !== undefined);
  const worst = known.toSorted((a, b) => (b.rate ?? 0) - (a.rate ?? 0))[0];
  const last = known.at(-1);
  const rates =
    worst && last
      ? `${formatRate(worst.rate ?? 0)} failed at most, at ${formatTime(worst.from)}; last ${formatRate(last.rate ?? 0)}` +
        (last.load === undefined
          ? ''
          : `, 75 % loaded within ${last.load === Infinity ? 'more than 10 s' : formatDuration(last.load)}`)
      : 'Too few visits for a line';
  const releases = marks.map(({ number, at, what }) => `${String(number)} (${what}) at ${formatTime(at)}`);
  return `${rates}. ${releases.length === 0 ? 'No release' : `Releases: ${releases.join(', ')}`}.`;
}

/** Failures and load times of a part over the day, with its releases. */
export function lane(day: PartDay, { rate, load }: Scales): Html {
  const failures = line(day.steps.map((step) => (step.rate === undefined ? undefined : step.rate / rate)));
  const loads = line(day.steps.map((step) => (step.load === undefined ? undefined : step.load / load)));
  const isHigh = day.steps.some((step) => (step.rate ?? 0) > FAILURE_BUDGET);
  const id = `lane-${day.part}`;
  return html`<li class="lane" ${isHigh && html`data-high`}>
    <p class="lane__part">${partTitle(day.part)}</p>
    <svg class="lane__chart" role="img" aria-labelledby="${id}">
      <svg viewBox="0 0 ${STEPS} ${HEIGHT}" preserveAspectRatio="none" width="100%" height="100%">
        <path class="limit" d="M0 ${getY(FAILURE_BUDGET / rate)}H${STEPS}" />
        <path class="loads" d="${loads}" />
        <path class="failures" d="${failures}" />
      </svg>
      ${markLines(day)}
    </svg>
    <p class="lane__summary" id="${id}">${summarize(day)}</p>
  </li>`;
}
