/** What Node 20.19 lacks, and the command uses. */
const ADDITIONS = {
  withResolvers<T>() {
    let settle: Omit<PromiseWithResolvers<T>, 'promise'> | undefined;
    const promise = new Promise<T>((resolve, reject) => {
      settle = { resolve, reject };
    });
    return { promise, ...settle };
  },
  groupBy<K, T>(items: Iterable<T>, toKey: (item: T, index: number) => K): Map<K, T[]> {
    const groups = new Map<K, T[]>();
    for (const [index, item] of [...items].entries()) {
      const key = toKey(item, index);
      groups.set(key, [...(groups.get(key) ?? []), item]);
    }
    return groups;
  },
  parse: (url: string, base?: string) => (URL.canParse(url, base) ? new URL(url, base) : null),
};

function addTo(target: object, name: keyof typeof ADDITIONS): void {
  if (!(name in target))
    Object.defineProperty(target, name, { value: ADDITIONS[name], writable: true, configurable: true });
}

/** Gives Node 20.19 what it lacks, so that the command runs on it without another Node. */
export function addNodePolyfills(): void {
  addTo(Promise, 'withResolvers');
  addTo(Map, 'groupBy');
  addTo(URL, 'parse');
}
