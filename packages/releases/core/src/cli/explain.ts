import { text } from 'node:stream/consumers';
import type { Explanation } from '../operations/explain-position.ts';
import { explainPosition, positionsIn } from '../operations/explain-position.ts';
import type { Command } from './command.ts';
import { atMost, checkKnown } from './command.ts';
import { EXIT, UsageError } from '../service-api/exit-codes.ts';
import { lines } from './format.ts';

const EXAMPLE = 'mfe-hubs/settings.0123456789abcdef.js:1:2345';

async function readInput(word: string | undefined): Promise<string> {
  if (word !== undefined) return word;
  if (!process.stdin.isTTY) return text(process.stdin);
  throw new UsageError(`explain needs a position, such as "${EXAMPLE}", or a text on standard input.`);
}

function describe({ source, line, column, functions }: Exclude<Explanation, { readonly unknown: string }>): string {
  return [`${source}:${String(line)}:${String(column)}`, ...functions.map((name) => `in ${name}`)].join(', ');
}

/** Which sources the line numbers belong to, one line for each version. */
function origins(explained: readonly (readonly [string, Explanation])[]): readonly string[] {
  const known = explained.flatMap(([part, explanation]) => {
    if ('unknown' in explanation) return [];
    const { version, commit, alsoIn } = explanation;
    const also = alsoIn.length === 0 ? '' : `; the same file is in ${alsoIn.join(', ')}`;
    return [`(${part} ${version}, ${commit === null ? 'built outside git' : `commit ${commit}`}${also})`];
  });
  return [...new Set(known)];
}

export const EXPLAIN: Command = {
  name: 'explain',
  words: '[POSITION]',
  summary: 'tell file, line and function of a position in a script, or of a whole stack trace',
  more:
    `A position is like "${EXAMPLE}", with or without an address before it. Without one, a text is read from standard input, and printed with ` +
    'sources in place of positions. For every version in the store that has source maps.',
  options: [],
  async run({ store, words }) {
    atMost(words, 1);
    const input = await readInput(words[0]);
    const positions = positionsIn(input);
    if (positions.size === 0) throw new UsageError(`The input has no position, such as "${EXAMPLE}".`);
    await checkKnown(store, [...new Set([...positions.values()].map(({ part }) => part))]);
    const explained = new Map<string, Explanation>();
    for (const [at, position] of positions) explained.set(at, await explainPosition(store, position));
    const unknown = [...explained].flatMap(([at, each]) =>
      'unknown' in each ? [`WARNING: ${at}: ${each.unknown}`] : [],
    );
    // The address before a position has no meaning in the sources.
    const written = input.replaceAll(
      /(?:https?:\/\/[^\s()]*?\/)?([\w-]+\/[\w.-]+\.js:\d+:\d+)/g,
      (whole, at: string) => {
        const explanation = explained.get(at);
        return explanation && !('unknown' in explanation) ? describe(explanation) : whole;
      },
    );
    const parts = [...explained].map(([at, each]) => [positions.get(at)?.part ?? '', each] as const);
    return {
      text: lines(unknown.length === positions.size ? undefined : written.trimEnd(), ...origins(parts), ...unknown),
      json: { positions: Object.fromEntries(explained) },
      code: unknown.length === 0 ? EXIT.done : EXIT.attention,
    };
  },
};
