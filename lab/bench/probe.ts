/** What a page says of its own loading, in milliseconds since the navigation. */
export interface Probe {
  readonly firstPaint: number;
  readonly content: number;
  readonly answered: number;
  /** Cumulative layout shift. */
  readonly shift: number;
  /**
   * The longest time from an input to the next paint; 0 without input, or if all were shorter than the browser tells.
   */
  readonly input: number;
}

interface ProbeTargets {
  readonly content: string;
  readonly control: string;
  readonly answer: string;
}

declare global {
  interface Window {
    __bench?: { content?: number; answered?: number; shift: number; input: number };
  }
}

/** How often the control is clicked until there is an answer. */
const CLICK_EVERY_MS = 50;

/**
 * Runs in the page before its own scripts: notes when the content is there, then clicks the control until that is
 * answered. One function, because only its own text gets there.
 */
export function installProbe({
  content,
  control,
  answer,
  clickEvery,
}: ProbeTargets & { readonly clickEvery: number }): void {
  const found: NonNullable<Window['__bench']> = { shift: 0, input: 0 };
  window.__bench = found;
  window.print = () => document.documentElement.setAttribute('data-printed', '');
  let lastClick = -Infinity;
  const observe = (type: string, note: (entry: PerformanceEntry) => void, more: object = {}) => {
    new PerformanceObserver((list) => list.getEntries().forEach(note)).observe({ type, buffered: true, ...more });
  };
  observe('layout-shift', (entry) => {
    const { value, hadRecentInput } = entry as PerformanceEntry & { value: number; hadRecentInput: boolean };
    // What a click moves does not count; browsers know that only of a person's click.
    if (!hadRecentInput && !(entry.startTime >= lastClick && entry.startTime < lastClick + 500)) found.shift += value;
  });
  observe(
    'event',
    (entry) => {
      if ((entry as PerformanceEventTiming).interactionId !== 0) found.input = Math.max(found.input, entry.duration);
    },
    { durationThreshold: 16 },
  );
  /** Calls `note` with the time of the paint that comes next. */
  const whenPainted = (note: (time: number) => void) =>
    requestAnimationFrame(() => {
      const { port1, port2 } = new MessageChannel();
      port1.addEventListener('message', () => note(performance.now()));
      port1.start();
      port2.postMessage(null);
    });
  let clicked = false;
  let shown = false;
  let answered = false;
  const look = () => {
    if (!shown && document.querySelector(content)) {
      shown = true;
      whenPainted((time) => {
        found.content = time;
      });
    }
    if (clicked && !answered && document.querySelector(answer)) {
      answered = true;
      whenPainted((time) => {
        found.answered = time;
      });
    }
  };
  function click() {
    const button = document.querySelector<HTMLElement>(control);
    if (!button || answered) return;
    if (!clicked) {
      // Not within the change that shows the button: a person sees it first.
      clicked = true;
      setTimeout(click);
      return;
    }
    lastClick = performance.now();
    button.click();
    look();
    setTimeout(() => {
      look();
      click();
    }, clickEvery);
  }
  const observer = new MutationObserver(() => {
    look();
    if (!clicked) click();
  });
  const attributeFilter = ['data-state', 'data-printed', 'inert'];
  observer.observe(document, { childList: true, subtree: true, attributes: true, attributeFilter });
  document.addEventListener('focusin', look);
}

export const probeOptions = (targets: ProbeTargets) => ({ ...targets, clickEvery: CLICK_EVERY_MS });

/** Runs in the page: whether everything has been noted. */
export function isProbed(): boolean {
  return window.__bench?.content !== undefined && window.__bench.answered !== undefined;
}

/** Runs in the page. */
export function readProbe(): Probe {
  const { content = NaN, answered = NaN, shift = NaN, input = 0 } = window.__bench ?? {};
  const [paint] = performance.getEntriesByName('first-contentful-paint');
  return { firstPaint: paint?.startTime ?? NaN, content, answered, shift, input };
}

/** Runs in the page: resolves when the next two frames are painted, so that what an input led to is measured. */
export function untilPainted(): Promise<void> {
  return new Promise((resolve) => {
    requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(resolve)));
  });
}
