import type { TabLocks } from './environment.ts';

/** Runs `act` at once, or when the tab is awake again. */
type WhenAwake = (act: () => void) => void;

interface Line {
  holder?: { lose(): void };
  readonly waiting: (() => void)[];
}

/** The locks of one browser; `of` gives those that a tab sees. */
export function fakeLocks(): { of(whenAwake: WhenAwake): TabLocks } {
  const lines = new Map<string, Line>();
  return {
    of: (whenAwake) => ({
      request<Result>(name: string, { steal = false }: { readonly steal?: boolean }, work: () => Promise<Result>) {
        const line = lines.get(name) ?? { waiting: [] };
        lines.set(name, line);
        const { promise, resolve, reject } = Promise.withResolvers<Result>();
        const grant = () => {
          const holder = { lose: () => reject(new DOMException('Another request has stolen the lock', 'AbortError')) };
          line.holder = holder;
          whenAwake(() => void work().then(resolve, reject));
          const release = () => {
            if (line.holder !== holder) return;
            delete line.holder;
            line.waiting.shift()?.();
          };
          promise.then(release, release);
        };
        if (steal) line.holder?.lose();
        if (steal || !line.holder) grant();
        else line.waiting.push(grant);
        return promise;
      },
    }),
  };
}
