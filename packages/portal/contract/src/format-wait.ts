import type { Language } from './language.ts';

const MINUTE_SECONDS = 60;

/** A time to wait in words, rounded up: "30 seconds", "2 minutes". */
export function formatWait(language: Language, seconds: number): string {
  const isShort = seconds <= MINUTE_SECONDS;
  const unit = isShort ? 'second' : 'minute';
  const format = new Intl.NumberFormat(language, { style: 'unit', unit, unitDisplay: 'long' });
  return format.format(Math.max(1, Math.ceil(isShort ? seconds : seconds / MINUTE_SECONDS)));
}
