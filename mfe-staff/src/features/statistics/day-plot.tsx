import { toDate } from '@portal/contract/dates';
import { formatDate, useLanguage } from '@portal/i18n';
import { useId } from 'react';
import { numberText } from '../../lists/numbers.ts';
import { marksFor } from './scale.ts';

/** How the parts of a bar are drawn: each has its own colour and its own shape. */
const LOOKS = ['plain', 'striped', 'hollow'] as const;
type Look = (typeof LOOKS)[number];

interface DayPlotProps {
  /** What a bar is made of, from below. */
  readonly series: readonly string[];
  /** One value for each of the series. */
  readonly days: readonly { readonly day: string; readonly values: readonly number[] }[];
  /** Says what the plot shows. */
  readonly summary: string;
}

const percent = (share: number) => `${(share * 100).toFixed(3)}%`;

/** The share of a day's space that its bar takes. */
const BAR = 0.72;

/**
 * A bar for each day. The axes are texts beside the drawing, so that they stay as large as other texts; positions in it
 * are shares of its size, so that it fits every width without measuring.
 */
export function DayPlot({ series, days, summary }: DayPlotProps) {
  const language = useLanguage();
  const pattern = useId();
  const marks = marksFor(Math.max(0, ...days.map(({ values }) => sum(values))));
  const top = marks.at(-1) ?? 1;
  const named = new Set([days[0], days[Math.floor((days.length - 1) / 2)], days.at(-1)]);
  return (
    <div className="plot" role="img" aria-label={summary}>
      <div className="plot__marks numerals">
        {marks.toReversed().map((mark) => (
          <span key={mark}>{numberText(language, mark)}</span>
        ))}
      </div>
      <svg className="plot__drawing">
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
        {days.map(({ day, values }, index) => (
          <Bar
            key={day}
            values={values}
            top={top}
            x={percent((index + (1 - BAR) / 2) / days.length)}
            width={percent(BAR / days.length)}
            pattern={pattern}
          />
        ))}
      </svg>
      <div className="plot__days numerals">
        {[...named].map((at) => at && <span key={at.day}>{formatDate(toDate(at.day))}</span>)}
      </div>
      {series.length > 1 && (
        <ul className="plot__legend">
          {series.map((name, index) => (
            <li key={name}>
              <svg className="plot__key">
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

function sum(values: readonly number[]): number {
  return values.reduce((all, value) => all + value, 0);
}

function look(index: number, pattern: string) {
  const name: Look = LOOKS[index] ?? 'hollow';
  return { className: `plot__part plot__part--${name}`, ...(name === 'striped' && { fill: `url(#${pattern})` }) };
}

interface BarProps {
  readonly values: readonly number[];
  readonly top: number;
  readonly x: string;
  readonly width: string;
  readonly pattern: string;
}

function Bar({ values, top, x, width, pattern }: BarProps) {
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
