/** Lets one work at a time through for each key; the others wait for their turn. */
export class Turns {
  readonly #last = new Map<string, Promise<unknown>>();

  async take<Value>(key: string, work: () => Promise<Value>): Promise<Value> {
    const before = this.#last.get(key);
    const mine = before ? before.then(work, work) : work();
    this.#last.set(key, mine);
    try {
      return await mine;
    } finally {
      if (this.#last.get(key) === mine) this.#last.delete(key);
    }
  }
}
