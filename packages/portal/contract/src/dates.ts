// No schemas here, so that inline scripts stay small.

/**
 * Numbers from this one on are milliseconds since the epoch, smaller ones are seconds. It is 1973 in milliseconds, and
 * the year 5138 in seconds.
 */
const FIRST_MILLISECONDS = 100_000_000_000;
/** A point in time, or a day, as text on the wire. */
export const ISO_8601 = /^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:?\d{2})?)?$/;

const DATE_ONLY = /^\d{4}-\d{2}-\d{2}$/;

/** A point in time on the wire: ISO 8601, or seconds or milliseconds since the epoch. */
export function toDate(time: string | number): Date {
  if (typeof time === 'number') return new Date(time < FIRST_MILLISECONDS ? time * 1000 : time);
  // A date without a time means the user's local day. ECMAScript alone would take it for midnight UTC, which is the day
  // before in America.
  return new Date(DATE_ONLY.test(time) ? `${time}T00:00` : time);
}

/** No hub was activated before 2010: an earlier time ("0001-01-01", 0) is some system's word for none. */
export const isActivation = (date: Date): boolean => date.getUTCFullYear() >= 2010;

function padded(number: number, length: number): string {
  return String(number).padStart(length, '0');
}

/** The local day as dd.mm.yyyy, in every language (specification, section 9). */
export function formatDate(date: Date): string {
  return `${padded(date.getDate(), 2)}.${padded(date.getMonth() + 1, 2)}.${padded(date.getFullYear(), 4)}`;
}
