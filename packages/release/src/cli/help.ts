import type { Command, OptionName } from './command.ts';
import { OPTIONS } from './command.ts';

const COMMON: readonly OptionName[] = ['expect', 'store', 'json', 'help'];
const NAME = 'npm run release --';

const WIDTH = 100;

/** Breaks a paragraph between words. */
function wrap(paragraph: string): readonly string[] {
  const rows: string[] = [];
  for (const word of paragraph.split(' ')) {
    const row = rows.at(-1);
    if (row === undefined || row.length + word.length >= WIDTH) rows.push(word);
    else rows.splice(-1, 1, `${row} ${word}`);
  }
  return rows;
}

/** The overview of all commands. */
export function overview(commands: readonly Command[]): string {
  const heads = commands.map(({ name, words }) => `${name} ${words}`.trimEnd());
  const width = Math.max(...heads.map((head) => head.length));
  return [
    `Usage: ${NAME} COMMAND …`,
    '',
    ...commands.map(({ summary }, index) => `  ${(heads[index] ?? '').padEnd(width)}  ${summary}`),
    '',
    'REMOTE is mfe-hubs, mfe-account, … or shell. Every command takes --store FOLDER, --expect N and --json, and tells more with --help.',
    'Exit codes: 0 done, 1 fault, 2 wrong usage, 3 refused by a rule, 4 overtaken by another release, 5 store damaged, full or',
    'out of reach, 6 done but look.',
  ].join('\n');
}

/** What one command does, and what it takes. */
export function helpOf({ name, words, summary, more, options }: Command): string {
  return [
    `Usage: ${NAME} ${[name, words].join(' ').trimEnd()} [OPTIONS]`,
    '',
    `${summary[0]?.toUpperCase() ?? ''}${summary.slice(1)}.`,
    ...wrap(more),
    '',
    ...[...new Set([...options, ...COMMON])].map((option) => `  ${OPTIONS[option].says}`),
  ].join('\n');
}
