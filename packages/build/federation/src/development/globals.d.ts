/** Name of the part. */
declare const PART_NAME: string;

/** Hash of the running build. */
declare const __webpack_hash__: string;

interface Window {
  /** Origin of the development server, in a page of another one; undefined in its own pages. */
  readonly __developmentServer?: string;
  /** What renderers of React tell about themselves; React Refresh puts it there. */
  readonly __REACT_DEVTOOLS_GLOBAL_HOOK__?: { inject(renderer: object): unknown };
}

interface ImportMeta {
  /** The part of the bundler's hot module replacement that is used here; undefined in production. */
  readonly webpackHot?: {
    status(): 'idle' | 'check' | 'prepare' | 'ready' | 'dispose' | 'apply' | 'abort' | 'fail';
    /** Fetches and applies the update for the running build; null if the server has none. */
    check(apply: true): Promise<readonly (string | number)[] | null>;
  };
}

declare module 'react-refresh/runtime' {
  type Signature = (type: unknown, key?: string, forceReset?: boolean, getCustomHooks?: () => unknown[]) => unknown;
  export function createSignatureFunctionForTransform(): Signature;
  export function getFamilyByType(type: unknown): object | undefined;
  export function injectIntoGlobalHook(globalObject: typeof globalThis): void;
  export function isLikelyComponentType(type: unknown): boolean;
  export function performReactRefresh(): unknown;
  export function register(type: unknown, id: string): void;
}
