/**
 * Shows the running steps (at once on a terminal, otherwise after a second) and the time they took. Plain JavaScript,
 * because the bootstrap uses it before anything is installed.
 */

const SECOND = 1000;
const REMINDER_INTERVAL_MS = 10 * SECOND;
const CLEAR_LINE = '\r\u001B[2K';

/**
 * @typedef {object} ProgressPorts
 * @property {{ isTTY?: boolean, columns?: number, write(text: string): unknown }} stream
 * @property {() => number} now milliseconds
 * @property {(tick: () => void, ms: number) => () => void} every calls `tick` each `ms` until the returned function is
 * called
 */

/**
 * @typedef {object} Progress
 * @property {<Value>(title: string, work: (note: (detail: string) => void) => Promise<Value>) => Promise<Value>} step
 *   Runs one step; several may run at once. `note` shows a detail beside the title. Rejects with what `work` throws.
 * @property {(line: string) => void} print Writes a line above the live one.
 */

/** @type {ProgressPorts} */
const REAL = {
  stream: process.stdout,
  now: () => performance.now(),
  every(tick, ms) {
    const timer = setInterval(tick, ms);
    timer.unref();
    return () => {
      clearInterval(timer);
    };
  },
};

/** @param {number} ms */
export const seconds = (ms) => (ms < 60 * SECOND ? `${(ms / SECOND).toFixed(1)} s` : minutes(ms));
/** @param {number} ms */
const minutes = (ms) => `${Math.floor(ms / SECOND / 60)} min ${Math.floor((ms / SECOND) % 60)} s`;

/**
 * @param {Partial<ProgressPorts>} ports
 * @returns {Progress}
 */
export function createProgress(ports = {}) {
  const { stream, now, every } = { ...REAL, ...ports };
  const live = stream.isTTY === true;
  /** The state of each running step. @type {Map<symbol, string>} */
  const states = new Map();
  const liveLine = () =>
    (states.size > 0 ? `  ${[...states.values()].join(' · ')}` : '').slice(0, (stream.columns ?? 80) - 1);

  /** @param {string} line */
  function print(line) {
    stream.write(live ? `${CLEAR_LINE}${line}\n${liveLine()}` : `${line}\n`);
  }

  return {
    print,
    async step(title, work) {
      const started = now();
      const key = Symbol(title);
      let detail = '';
      let reminded = 0;
      /** @param {string} state */
      const show = (state) => {
        states.set(key, state);
        stream.write(`${CLEAR_LINE}${liveLine()}`);
      };
      const tick = () => {
        const elapsed = now() - started;
        const state = `${title} … ${Math.floor(elapsed / SECOND)} s${detail && ` (${detail})`}`;
        if (live) show(state);
        else if (reminded === 0 || elapsed - reminded >= REMINDER_INTERVAL_MS) {
          reminded = elapsed;
          print(`  ${state}`);
        }
      };
      if (live) show(`${title} …`);
      const stop = every(tick, SECOND);
      /** @param {string} sign */
      const finish = (sign) => {
        stop();
        states.delete(key);
        const elapsed = now() - started;
        print(`${sign} ${title}${detail && ` (${detail})`}${elapsed < SECOND ? '' : `, ${seconds(elapsed)}`}`);
      };
      try {
        const value = await work((text) => {
          detail = text;
          if (live) tick();
        });
        finish('✓');
        return value;
      } catch (error) {
        finish('✗');
        throw error;
      }
    },
  };
}
