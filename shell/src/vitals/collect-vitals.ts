import type { Vital } from '@portal/contract/visits';
import { onCLS, onINP, onLCP } from 'web-vitals';

/** Calls `felt` with each vital that this browser measures, when its value is final: mostly when the page is hidden. */
export function collectVitals(felt: (vital: Vital, value: number) => void): void {
  onLCP(({ value }) => felt('LCP', Math.round(value)));
  onINP(({ value }) => felt('INP', Math.round(value)));
  onCLS(({ value }) => felt('CLS', Math.round(value * 10_000) / 10_000));
}
