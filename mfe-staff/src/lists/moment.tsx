import { momentText } from './numbers.ts';

/** Day and time of UTC, on one line. */
export function Moment({ at }: { readonly at: Date }) {
  return (
    <time className="numerals nowrap" dateTime={at.toISOString()}>
      {momentText(at)}
    </time>
  );
}
