import { parseArgs } from 'node:util';
import { getErrorMessage } from '@portal/node-kit/plain-error';
import { PORTAL_VERSION } from '@portal/node-kit/portal-version';
import { named, RELEASE_COMMAND } from '@portal/node-kit/release-command';
import { ApprovalPendingError } from '../operations/approval-pending.ts';
import { APPROVE, LIST } from './approve.ts';
import { BACKUP } from './backup.ts';
import { CANARY } from './canary.ts';
import { PROMOTE, ROLLBACK, YANK } from './change.ts';
import { CHECK } from './check.ts';
import { CHECK_PROOF } from './check-proof.ts';
import { COPY } from './copy.ts';
import type { Call, Command, OptionName, CommandOutput } from './command.ts';
import { OPTIONS } from './command.ts';
import { suggestion } from '../format/suggestion.ts';
import { CONFIGURE } from './configure.ts';
import type { ExitCode } from '../service-api/exit-codes.ts';
import { errorDocument, EXIT, toExitCode, UsageError } from '../service-api/exit-codes.ts';
import { DIFF } from './diff.ts';
import { EXPLAIN } from './explain.ts';
import { KEYS, PROVE, RESTORE } from './log-commands.ts';
import { PUBLISH } from './publish.ts';
import { printable, SECOND_PERSON } from './format.ts';
import { PRUNE } from './prune.ts';
import { LOGIN, LOGOUT } from './session.ts';
import { HISTORY, STATUS } from './status.ts';
import type { Target, Values } from './target.ts';
import { openTarget } from './target.ts';
import { VERIFY } from './verify.ts';

const IN_HELP: readonly OptionName[] = ['store', 'service', 'json', 'help'];
const NAME = RELEASE_COMMAND;

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

const PART_NOTE = 'PART is mfe-hubs, mfe-account, … or shell.';

/** The commands, each in a line. */
function list(commands: readonly Command[]): readonly string[] {
  const heads = commands.map(({ name, words }) => `${name} ${words}`.trimEnd());
  const width = Math.min(40, Math.max(...heads.map((head) => head.length)));
  return commands.map(({ summary }, index) => `  ${(heads[index] ?? '').padEnd(width)}  ${summary}`);
}

/** What everybody needs, then the rest. */
function overview(): string {
  return [
    `Usage: ${NAME} COMMAND …`,
    '',
    ...list(DAILY),
    '',
    ...list(OTHERS),
    `  store …   ${namesIn('store').join(', ')}`,
    `  access …  ${namesIn('access').join(', ')}`,
    '',
    ...wrap(
      `${PART_NOTE} Every command takes --store ADDRESS or --service URL, and --json; --help tells more of it. Exit codes: 0 done, 1 bug, 2 invalid usage, 3 refused by a rule, 4 overtaken by another release, 5 store damaged, full or unavailable, or the service, 6 done, with a warning.`,
    ),
  ].join('\n');
}

/** The help of one command: what it does, its arguments and options. */
function getHelp({ name, words, summary, more, options }: Command): string {
  return [
    `Usage: ${NAME} ${[name, words].join(' ').trimEnd()} [OPTIONS]`,
    '',
    `${summary[0]?.toUpperCase() ?? ''}${summary.slice(1)}.`,
    ...wrap(more),
    '',
    ...[...new Set([...options, ...IN_HELP])].map((option) => `  ${OPTIONS[option].says}`),
  ].join('\n');
}

const DAILY = [STATUS, PUBLISH, CHECK, CANARY, PROMOTE, ROLLBACK, YANK, HISTORY, DIFF];
const OTHERS = [EXPLAIN, LOGIN, LOGOUT];
/** Their names begin with the word of their group: "store verify", "access approve". */
const GROUPED = [VERIFY, PRUNE, BACKUP, RESTORE, COPY, KEYS, PROVE, CHECK_PROOF, LIST, CONFIGURE, APPROVE];
const COMMANDS: readonly Command[] = [...DAILY, ...OTHERS, ...GROUPED];

/** The commands of a group, without its word. */
const namesIn = (group: string): readonly string[] =>
  GROUPED.filter(({ name }) => name.startsWith(`${group} `)).map(({ name }) => name.slice(group.length + 1));

const COMMON: readonly OptionName[] = ['store', 'service', 'json', 'help', 'reason'];

interface Arguments {
  readonly positionals: readonly string[];
  readonly values: Values;
}

const optionNames = Object.keys(OPTIONS);
const suggestOption = (name: string, known: readonly string[]): string =>
  suggestion(
    `--${name}`,
    known.map((option) => `--${option}`),
  );

function parse(args: readonly string[]): Arguments {
  const options = Object.fromEntries(Object.entries(OPTIONS).map(([name, { type }]) => [name, { type }]));
  try {
    return parseArgs({ args: [...args], allowPositionals: true, options, strict: true });
  } catch (error) {
    // parseArgs throws only for invalid usage.
    const reason = String(error)
      .replace(/^TypeError \[\w+\]: /, '')
      .replace(/\. To specify a positional argument.*/s, '.');
    const [, unknown = ''] = /^Unknown option '--?([\w-]+)'/.exec(reason) ?? [];
    throw new UsageError(`${reason} ${suggestOption(unknown, optionNames)}Next: ${NAME} --help`);
  }
}

/** The command that the words begin with, and its own words. @throws {UsageError} */
function findCommand(words: readonly string[]): { readonly command: Command; readonly rest: readonly string[] } {
  const [first, second] = words;
  if (first === undefined)
    throw new UsageError(
      `A command is missing. There are ${[...DAILY, ...OTHERS].map(({ name }) => name).join(', ')}, store … and access …. Next: ${NAME} --help`,
    );
  const inGroup = namesIn(first);
  const name = inGroup.length > 0 ? `${first} ${second ?? ''}`.trimEnd() : first;
  const command = COMMANDS.find((each) => each.name === name);
  if (command) return { command, rest: words.slice(name.split(' ').length) };
  const known = [...COMMANDS.map((each) => each.name), 'canary PART judge', 'canary PART end'];
  const what =
    second === undefined && inGroup.length > 0
      ? `${first} needs one of these: ${inGroup.join(', ')}.`
      : `There is no command "${name}".`;
  throw new UsageError(`${what} ${suggestion(name, known)}Next: ${NAME} --help`);
}

function checkOptions({ name, options }: Command, values: Values): void {
  const known = new Set<string>([...COMMON, ...options]);
  const unknown = Object.keys(values).find((option) => !known.has(option));
  if (unknown !== undefined)
    throw new UsageError(
      `${name} knows no --${unknown}. ${suggestOption(unknown, [...known])}Next: ${NAME} ${name} --help`,
    );
}

/**
 * All commands accept a reason, so that scripts can always pass one. Commands that change nothing for customers note
 * that it is not recorded.
 */
function noteReason(command: Command, { text }: Call, output: CommandOutput): CommandOutput {
  if (text('reason') === undefined || command.options.includes('reason')) return output;
  return {
    ...output,
    text: `${output.text}\n(The reason is not kept: this command changes nothing that customers get.)`,
  };
}

async function answer(args: readonly string[], note: Call['note']): Promise<CommandOutput> {
  const { positionals, values } = parse(args);
  if (values['help'] === true) {
    const [group = '', ...more] = positionals;
    const isGroup = more.length === 0 && namesIn(group).length > 0;
    const inGroup = GROUPED.filter(({ name }) => name.startsWith(`${group} `));
    const whole = isGroup ? [`Usage: ${NAME} ${group} COMMAND …`, '', ...list(inGroup)].join('\n') : overview();
    const text = positionals.length === 0 || isGroup ? whole : getHelp(findCommand(positionals).command);
    return { text, json: { help: text } };
  }
  if (positionals.length === 0 && values['version'] === true)
    return { text: PORTAL_VERSION, json: { version: PORTAL_VERSION } };
  const { command, rest: words } = findCommand(positionals);
  checkOptions(command, values);
  let opened: Target | undefined;
  // Some commands need no store, and others name theirs in other words.
  const target = () => (opened ??= openTarget(values, note));
  const call: Call = {
    get store() {
      return target().store;
    },
    get writer() {
      return target().writer;
    },
    get service() {
      return target().service;
    },
    visits: () => target().visits(),
    words,
    text: (option) => {
      const value = values[option];
      return typeof value === 'string' ? value : undefined;
    },
    flag: (option) => values[option] === true,
    isDryRun: values['dry-run'] === true,
    note,
  };
  const output = await command.run(call).catch((error: unknown) => describeWaiting(error, call));
  return noteDryRun(call, noteReason(command, call, output));
}

/** A request that waits for somebody's yes has an answer, although nothing has changed. */
function describeWaiting(error: unknown, { isDryRun }: Call): CommandOutput {
  if (!(error instanceof ApprovalPendingError)) throw error;
  const text = isDryRun ? SECOND_PERSON : error.message;
  return { text, json: { outcome: 'waits', approval: isDryRun ? null : error.approval }, code: EXIT.attention };
}

function noteDryRun({ isDryRun }: Call, output: CommandOutput): CommandOutput {
  if (!isDryRun) return output;
  return {
    ...output,
    text: `${output.text}\nNothing was changed (--dry-run).`,
    json: { ...output.json, dryRun: true },
  };
}

/** Runs one command. @returns the exit code of the process. */
export async function runCommandLine(
  args: readonly string[],
  terminal: Pick<Console, 'log' | 'error'> = console,
): Promise<ExitCode> {
  const json = args.includes('--json');
  const document = (content: object) => named(JSON.stringify(content, null, 2));
  try {
    const output = await answer(args, (line) => {
      if (!json) terminal.error(printable(named(line)));
    });
    const code = output.code ?? EXIT.done;
    terminal.log(json ? document({ code, ...output.json }) : printable(named(output.text)));
    return code;
  } catch (error) {
    const code = toExitCode(error);
    if (json) terminal.log(document({ code, error: errorDocument(error) }));
    else if (code === EXIT.unexpected) terminal.error(error);
    else terminal.error(printable(named(getErrorMessage(error))));
    return code;
  }
}
