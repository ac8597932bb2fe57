import type { BuiltEvent } from './events.ts';
import { addStyles } from './styles.ts';

/** A container of Module Federation. */
export interface Container {
  readonly init: (shareScope: object) => unknown;
  readonly get: (expose: string) => Promise<() => unknown>;
}

/** The version that a page expects, and the style sheets of what it gets. */
export interface AsReleased {
  readonly version: string;
  readonly styles: BuiltEvent['styles'];
}

/** A container for the page of a released portal, which knows neither the version nor the style sheets of this build. */
export function asReleased({ init, get }: Container, { version, styles }: AsReleased): Container {
  return {
    init,
    async get(expose) {
      const [create] = await Promise.all([get(expose), addStyles(styles)]);
      return () => {
        const module = create();
        return { ...(typeof module === 'object' ? module : {}), version };
      };
    },
  };
}
