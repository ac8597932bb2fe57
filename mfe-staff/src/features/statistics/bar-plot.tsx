import { toDate } from '@portal/contract/dates';
import { formatDate, useLanguage } from '@portal/i18n';
import { useId, useState } from 'react';
import type { KeyboardEvent, MouseEvent } from 'react';
import { numberText } from '../../lists/numbers.ts';
import { marksFor, sum } from './scale.ts';
import type { Bar } from './scale.ts';

/** How the parts of a bar are drawn: one colour in several shapes. */
const LOOKS = ['plain', 'striped', 'hollow'] as const;
type Look = (typeof LOOKS)[number];

interface BarPlotProps {
  /** What a bar is made of, from below. */
  readonly series: readonly string[];
  /** One value for each of the series. */
  readonly bars: readonly Bar[];
  /** Says what the plot shows. */
  readonly summary: string;
  /** Says what a bar shows. */
  readonly getText: (bar: Bar) => string;
}

const percent = (share: number) => `${(share * 100).toFixed(3)}%`;

/** The share of its space that a bar takes. */
const BAR = 0.72;

/**
 * A bar for each day or week. The axes are texts beside the drawing, so that they stay as large as other texts; positions
 * in it are shares of its size, so that it fits every width without measuring.
 */
export function BarPlot({ series, bars, summary, getText }: BarPlotProps) {
  const language = useLanguage();
  const pattern = useId();
  const { shown, reading } = useReading(bars.length);
  const marks = marksFor(Math.max(0, ...bars.map(({ values }) => sum(values))));
  const top = marks.at(-1) ?? 1;
  const named = new Set([bars[0], bars[Math.floor((bars.length - 1) / 2)], bars.at(-1)]);
  const read = bars[shown ?? bars.length - 1];
  return (
    <div className="plot">
      <div className="plot__marks numerals" aria-hidden="true">
        {marks.toReversed().map((mark) => (
          <span key={mark}>{numberText(language, mark)}</span>
        ))}
      </div>
      {/* A slider by which people go through the bars. */}
      <div {...reading} aria-label={summary} aria-valuetext={read && getText(read)}>
        <svg className="plot__drawing" aria-hidden="true">
          <defs>
            <Stripes id={pattern} />
          </defs>
          {marks.map((mark) => (
            <line
              key={mark}
              className={mark === 0 ? 'plot__base' : 'plot__line'}
              x1="0"
              x2="100%"
              y1={percent(1 - mark / top)}
              y2={percent(1 - mark / top)}
            />
          ))}
          {shown !== undefined && (
            <rect
              className="plot__shown"
              x={percent(shown / bars.length)}
              width={percent(1 / bars.length)}
              height="100%"
            />
          )}
          {bars.map(({ day, values }, index) => (
            <Parts
              key={day}
              values={values}
              top={top}
              x={percent((index + (1 - BAR) / 2) / bars.length)}
              width={percent(BAR / bars.length)}
              pattern={pattern}
            />
          ))}
        </svg>
      </div>
      <div className="plot__days numerals" aria-hidden="true">
        {[...named].map((at) => at && <span key={at.day}>{formatDate(toDate(at.day))}</span>)}
      </div>
      <p className="plot__value numerals" aria-hidden="true">
        {shown !== undefined && read && getText(read)}
      </p>
      {series.length > 1 && (
        <ul className="plot__legend">
          {series.map((name, index) => (
            <li key={name}>
              <svg className="plot__key" aria-hidden="true">
                <rect width="100%" height="100%" {...look(index, pattern)} />
              </svg>
              {name}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

/** How far a key leads. */
const STEPS: Readonly<Record<string, number>> = {
  ArrowLeft: -1,
  ArrowDown: -1,
  ArrowRight: 1,
  ArrowUp: 1,
  Home: -Infinity,
  End: Infinity,
};

/** Which bar is read: that under the pointer, or that to which the keys have led; undefined for none. */
function useReading(count: number) {
  const [at, setAt] = useState<number>();
  const last = count - 1;
  const clamp = (index: number) => Math.max(0, Math.min(last, index));
  const shown = at === undefined ? undefined : clamp(at);
  const reading = {
    role: 'slider',
    tabIndex: 0,
    'aria-valuemin': 1,
    'aria-valuemax': Math.max(1, count),
    'aria-valuenow': (shown ?? last) + 1,
    onFocus: () => setAt((before) => before ?? last),
    onBlur: () => setAt(undefined),
    onKeyDown: (event: KeyboardEvent) => {
      const step = STEPS[event.key];
      // With Alt and others, the keys are the browser's.
      if (step === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
      event.preventDefault();
      setAt(clamp((shown ?? last) + step));
    },
    onMouseMove: ({ currentTarget, clientX }: MouseEvent) => {
      const { left, width } = currentTarget.getBoundingClientRect();
      setAt(clamp(Math.floor(((clientX - left) / width) * count)));
    },
    onMouseLeave: ({ currentTarget }: MouseEvent) => {
      if (currentTarget !== document.activeElement) setAt(undefined);
    },
  } as const;
  return { shown, reading };
}

function look(index: number, pattern: string) {
  const name: Look = LOOKS[index] ?? 'hollow';
  return { className: `plot__part plot__part--${name}`, ...(name === 'striped' && { fill: `url(#${pattern})` }) };
}

interface PartsProps {
  readonly values: readonly number[];
  readonly top: number;
  readonly x: string;
  readonly width: string;
  readonly pattern: string;
}

/** A bar. */
function Parts({ values, top, x, width, pattern }: PartsProps) {
  return values.map((value, index) => {
    if (value === 0) return null;
    const end = sum(values.slice(0, index + 1));
    return (
      <rect
        // oxlint-disable-next-line react/no-array-index-key -- the parts of a bar never move
        key={index}
        {...look(index, pattern)}
        x={x}
        width={width}
        y={percent(1 - end / top)}
        height={percent(value / top)}
      />
    );
  });
}

/** Diagonal stripes, as wide on every screen. */
function Stripes({ id }: { readonly id: string }) {
  return (
    <pattern id={id} width="5" height="5" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
      <rect className="plot__stripe-ground" width="5" height="5" />
      <rect className="plot__stripe" width="3" height="5" />
    </pattern>
  );
}
