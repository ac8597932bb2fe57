import leven from 'leven';

/** How many letters may differ between a mistyped name and the suggested one. */
const MAX_TYPING_ERRORS = 2;

/** How far a name is from a known one, or from the last word of it: "verify" is meant as "store verify". */
const distance = (name: string, known: string): number =>
  Math.min(...[known, known.split(' ').at(-1) ?? ''].map((each) => leven(name, each)));

/** "Did you mean mfe-hubs? ", or an empty text if no known name is similar; of equally similar ones the first. */
export function suggestion(name: string, known: readonly string[]): string {
  const near = known
    .map((each) => ({ each, errors: distance(name, each) }))
    .filter(({ errors }) => errors <= Math.min(MAX_TYPING_ERRORS, name.length - 1))
    .toSorted((a, b) => a.errors - b.errors)[0];
  return near ? `Did you mean ${near.each}? ` : '';
}
