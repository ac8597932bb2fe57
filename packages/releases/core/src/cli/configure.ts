import { readFile } from 'node:fs/promises';
import { getErrorMessage } from '@portal/node-kit/plain-error';
import { parseInput } from '@portal/contract/parse';
import type { Access, AccessWho } from '../access/access.ts';
import { AccessSchema } from '../access/access.ts';
import type { Configuration } from '../access/configuration.ts';
import { readConfigurations } from '../access/configuration.ts';
import { minute } from '../format/format-values.ts';
import type { Call, Command, CommandOutput } from './command.ts';
import { atMost, readBy, readNumber } from './command.ts';
import { UsageError } from '../service-api/exit-codes.ts';
import { lines } from './format.ts';

const getName = ({ issuer, subject, email, role, claims = {} }: AccessWho): string =>
  [
    email,
    role === undefined ? undefined : `role ${role}`,
    subject,
    ...Object.entries(claims).map(([claim, value]) => `${claim} ${value}`),
    `of ${issuer}`,
  ]
    .filter((each) => each !== undefined)
    .join(', ');

const formatList = (parts: '*' | readonly string[]): string => (parts === '*' ? 'all parts' : parts.join(', '));

/** The rules, a line each. */
function describeAccess({ rules, approvals }: Access): readonly string[] {
  return [
    ...rules.map(({ who, may, parts }) => `  ${getName(who)}: ${may.join(', ')} (${formatList(parts)})`),
    ...approvals.map(({ changes, parts }) => `  A second person’s yes: ${changes.join(', ')} (${formatList(parts)})`),
  ];
}

const getHead = ({ number, at, by, reason }: Configuration): string =>
  `${String(number)}  ${minute(at)}  by ${by}: ${reason}`;

/** The access rules, and who changed them. */
export async function listRules({ store }: Call): Promise<CommandOutput> {
  const versions = await readConfigurations(store);
  const [newest] = versions;
  const heads = versions.map((each) =>
    'problem' in each ? `${String(each.number)}  WARNING: ${each.problem}` : getHead(each),
  );
  return {
    text: newest
      ? lines(...heads, ...('problem' in newest ? [] : ['', 'Who may do what now:', ...describeAccess(newest.access)]))
      : `The store in ${store.place} has no access rules, so a release service refuses everybody. To write them:\n  npm run release -- access configure access.json --reason "…"`,
    json: { configurations: versions },
  };
}

/** @throws {UsageError} naming what is wrong with the file. */
async function readAccess(file: string): Promise<Access> {
  try {
    return parseInput(file, AccessSchema, JSON.parse(await readFile(file, 'utf8')));
  } catch (error) {
    throw new UsageError(`${getErrorMessage(error)} See docs/release-service.md.`);
  }
}

export const CONFIGURE: Command = {
  name: 'access configure',
  words: 'FILE',
  summary: 'change who may ask the release service for what',
  more:
    'FILE is access.json (docs/release-service.md). The rules are numbered, and the newest count at once. --expect N refuses (3) unless version N ' +
    'of them counts.',
  options: ['reason', 'expect', 'by', 'dry-run'],
  async run(call) {
    atMost(call.words, 1);
    const [file] = call.words;
    if (file === undefined) throw new UsageError('access configure needs a file, such as access.json.');
    const reason = call.text('reason');
    if (reason === undefined || reason.trim() === '')
      throw new UsageError('configure needs --reason "TEXT": it stays in the history.');
    const access = await readAccess(file);
    const expect = readNumber(call.text('expect'), '--expect');
    const configuration = await call.writer.configure({ access, reason, expect, by: readBy(call) });
    const isOpen = access.rules.some(({ may }) => may.includes('configure'));
    return {
      text: lines(
        `Version ${String(configuration.number)} of the access rules ${call.isDryRun ? 'would count' : 'counts now'}.`,
        isOpen ? undefined : 'Nobody may change it through the release service; only an operator can, with --store.',
        ...describeAccess(access),
      ),
      json: { configuration },
    };
  },
};
