/** The builds that are compared, with the letters that the tables use. */
export const VARIANTS = {
  usual: { letter: 'a', what: 'one application as usually written: lazy routes' },
  preloaded: { letter: 'a*', what: '(a) with preload links for the scripts of the route' },
  'like the portal': {
    letter: 'a**',
    what: 'one application that does all that the portal does but the split: preload, early reads, prerendered frame, first render that waits',
  },
  federated: {
    letter: 'b',
    what: 'Module Federation as its documentation sets it up: its original run time, its defaults',
  },
  portal: { letter: 'c', what: 'the portal' },
} as const;
export type VariantName = keyof typeof VARIANTS;
