import type { PageName } from './pages.ts';

interface Variant {
  readonly letter: string;
  readonly what: string;
  /** The pages that it has; all of them unless named. */
  readonly pages?: readonly PageName[];
}

/** What is compared, with the letters that the tables use. */
export const VARIANTS = {
  floor: {
    letter: '0',
    what: 'the floor: a page written by hand that reads the same data and shows the same rows without any library',
    pages: ['settings'],
  },
  usual: { letter: 'a', what: 'one application as usually written: lazy routes' },
  'like the portal': {
    letter: 'a**',
    what: 'one application that does all that the portal does but the split: preload, early reads, prerendered frame, first render that waits',
  },
  federated: {
    letter: 'b',
    what: "Module Federation with its plugin's untuned defaults: its original run time, remotes by their manifests",
  },
  'tuned federation': {
    letter: 'b*',
    what: 'Module Federation as its best users set it up: original run time as ES modules and once in a page, remotes by their entries, one vendor file, preload, early reads',
  },
  portal: { letter: 'c', what: 'the portal' },
} as const satisfies Readonly<Record<string, Variant>>;
export type VariantName = keyof typeof VARIANTS;

/** Whether a variant has a page. */
export function hasPage(name: VariantName, page: PageName): boolean {
  const { pages }: Variant = VARIANTS[name];
  return pages?.includes(page) ?? true;
}

/** Whether a variant is a whole application, whose links lead somewhere. */
export function isWhole(name: VariantName): boolean {
  const { pages }: Variant = VARIANTS[name];
  return pages === undefined;
}
