import type { JSX } from 'react';
import { classNames } from './class-names.ts';

interface Drawing {
  readonly viewBox: string;
  readonly content: JSX.Element;
}

const CLOSED_ROAD = 'M16 104c60-2 84-30 128-34M284 82c50-2 70-26 118-30';
const WHOLE_ROAD = 'M20 232C90 228 116 176 168 170s66 22 112 8 50-60 96-92';
const SHORT_ROAD = 'M20 232C90 228 116 176 168 170s46 12 72 12';
const HILLS =
  'M0 226c70 0 96-58 150-58s64 26 110 26 70-90 160-90M0 198c66 0 96-64 150-64s66 28 112 28 70-92 158-92M0 170c60 0 96-70 150-70s70 30 114 30 72-96 156-96';

function road(d: string): JSX.Element {
  return (
    <>
      <path className="casing" d={d} />
      <path className="way" d={d} />
    </>
  );
}

const DRAWINGS = {
  arrived: {
    viewBox: '0 0 420 260',
    content: (
      <>
        <path className="terrain" d={HILLS} />
        {road(WHOLE_ROAD)}
        <circle className="stop" cx="376" cy="86" r="11" />
      </>
    ),
  },
  unfinished: {
    viewBox: '0 0 420 260',
    content: (
      <>
        <path className="terrain" d={HILLS} />
        {road(SHORT_ROAD)}
        <path className="ghost" d="M262 180c46-8 60-60 114-94" />
        <circle className="stop--open" cx="376" cy="86" r="11" />
      </>
    ),
  },
  closed: {
    viewBox: '0 0 420 140',
    content: (
      <>
        <path
          className="terrain"
          d="M0 118c70 0 96-46 150-46s64 26 110 26 70-50 160-50M0 96c66 0 96-52 150-52s66 28 112 28 70-52 158-52"
        />
        {road(CLOSED_ROAD)}
        <path className="ghost" d="M168 72c34 0 60 12 92 11" />
        <path className="halt" d="M152 56v26M276 70v26" />
      </>
    ),
  },
  empty: {
    viewBox: '0 0 280 96',
    content: (
      <>
        <path className="terrain" d="M10 78C50 78 62 30 104 30s50 36 92 36 46-14 74-14" />
        <path className="ghost" d="M28 60C66 58 74 14 112 18s48 34 84 32 44-12 60-12" />
        <circle className="stop" cx="28" cy="60" r="7" />
        <circle className="stop--open" cx="256" cy="38" r="11" />
      </>
    ),
  },
} as const satisfies Record<string, Drawing>;

export type RouteDrawingName = keyof typeof DRAWINGS;

interface RouteDrawingProps {
  /** The drawing: a road that arrives, ends early, is closed in the middle, or does not exist yet. */
  readonly name: RouteDrawingName;
  readonly className?: string;
}

/** Decoration, hidden from screen readers. */
export function RouteDrawing({ name, className }: RouteDrawingProps) {
  const { viewBox, content } = DRAWINGS[name];
  return (
    <svg className={classNames('route', className)} viewBox={viewBox} aria-hidden="true">
      {content}
    </svg>
  );
}
