import { readFile, writeFile } from 'node:fs/promises';
import { parseInput } from '@portal/contract/parse';
import { hasCode } from '@portal/node-kit/error-code';
import { getCauseMessage, getErrorMessage } from '@portal/node-kit/plain-error';
import { SavedCheckpointSchema } from '../release-log/leaf.ts';
import type { SavedCheckpoint, LogKey } from '../release-log/leaf.ts';
import type { LogView } from '../release-log/log-view.ts';
import { fetchCheckpoint } from '../release-log/served-log.ts';
import { readVerifier } from '../release-log/signed-note.ts';
import { addKey, retireKey } from '../operations/change-keys.ts';
import { count, withoutStop } from '../format/format-values.ts';
import { suggestion } from '../format/suggestion.ts';
import { proveRelease } from '../operations/prove-release.ts';
import { restoreStore } from '../operations/restore-store.ts';
import { openStore } from '../store/store.ts';
import type { Call, Command } from './command.ts';
import { atMost, readBy, readNumber } from './command.ts';
import { UsageError } from '../service-api/exit-codes.ts';
import { lines, table } from './format.ts';
import { localAccess } from './local-settings.ts';

function readReason({ text }: Call, what: string): string {
  const reason = text('reason')?.trim();
  if (reason) return reason;
  throw new UsageError(`${what} needs --reason "TEXT": it stays in the log.`);
}

/** The store, changed by the person who gives the command. */
function asOperator(call: Call): Call['store'] {
  if (call.service)
    throw new UsageError('Only somebody with the store and a key can do this: name the store with --store.');
  return call.store.as({ kind: 'operator', name: readBy(call) });
}

/** The same without what this machine and web servers have seen of the store: that is to be told. */
function asRestorer(call: Call): Call['store'] {
  asOperator(call);
  return openStore(call.store.driver, localAccess()).as({ kind: 'operator', name: readBy(call) });
}

/** What somebody has kept of a log, from a file or a web server. @throws {UsageError} */
async function readCheckpoint(word: string): Promise<SavedCheckpoint> {
  if (!URL.canParse(word)) return parseInput(word, SavedCheckpointSchema, await readJson(word));
  try {
    return await fetchCheckpoint(word);
  } catch (error) {
    throw new UsageError(`${word} cannot be used: ${withoutStop(getCauseMessage(error))}.`);
  }
}

/** JSON in a file that somebody names. @throws {UsageError} */
export async function readJson(file: string): Promise<unknown> {
  try {
    return JSON.parse(await readFile(file, 'utf8'));
  } catch (error) {
    const reason = hasCode(error, 'ENOENT') ? 'there is no such file' : getErrorMessage(error);
    throw new UsageError(`${file} cannot be used: ${withoutStop(reason)}.`);
  }
}

const keyTable = (keys: readonly LogKey[]) => table([['ROLE', 'KEY'], ...keys.map(({ role, key }) => [role, key])]);
const findKeys = ({ keys, size, origin }: LogView) => ({ origin, entries: size, keys });

function readKeyWord(word: string | undefined, command: string): string {
  if (word === undefined) throw new UsageError(`keys ${command} needs a public key, such as NAME+0123abcd+BASE64.`);
  try {
    return readVerifier(word).vkey;
  } catch (error) {
    throw new UsageError(`"${word}" is no public key: ${withoutStop(getErrorMessage(error))}.`);
  }
}

function readRole({ text }: Call): LogKey['role'] {
  const role = text('role') ?? 'break-glass';
  if (role === 'service' || role === 'break-glass') return role;
  throw new UsageError(`--role is "service" or "break-glass", not "${role}".`);
}

export const KEYS: Command = {
  name: 'store keys',
  words: '[add|retire KEY]',
  summary: 'the keys that may sign the log; add one, or end one',
  more:
    'Without words: lists them, and the key of this machine, which is made if there is none. To rotate: add the next one, write it into the files of ' +
    'trusted keys, and retire the former.',
  options: ['role', 'reason', 'by', 'dry-run'],
  async run(call) {
    const [action, word] = call.words;
    atMost(call.words, 2);
    if (action === undefined) {
      const log = await call.store.log();
      const own = call.service || call.isDryRun ? undefined : (await call.store.documents.ownKey()).key;
      const isNamed = log.keys.some(({ key }) => key === own);
      return {
        text: lines(
          log.size === 0 ? 'The log has no entry yet.' : `The log ${String(log.origin)} is signed with:`,
          log.size === 0 ? undefined : keyTable(log.keys),
          own === undefined
            ? undefined
            : `The key of this machine${isNamed ? '' : ', which the log does not name'}: ${own}`,
        ),
        json: { ...findKeys(log), own: own ?? null },
      };
    }
    if (action !== 'add' && action !== 'retire')
      throw new UsageError(
        `store keys knows no "${action}". ${suggestion(action, ['add', 'retire'])}Next: npm run release -- store keys --help`,
      );
    const key = readKeyWord(word, action);
    const reason = readReason(call, `keys ${action}`);
    const store = asOperator(call);
    const log =
      action === 'add'
        ? await addKey(store, { key, role: readRole(call) }, reason)
        : await retireKey(store, key, reason);
    const is = call.isDryRun ? 'would be' : 'is';
    return { text: lines(`The log ${is} signed from now on with:`, keyTable(log.keys)), json: findKeys(log) };
  },
};

export const RESTORE: Command = {
  name: 'store restore',
  words: '',
  summary: 'say in the log that the store was restored from an older backup',
  more:
    'Name the newest checkpoint that anybody has kept: the file or address in the refusal. Whoever has seen the lost log then accepts this one, and ' +
    'the next release gets a number that nobody saw.',
  options: ['checkpoint', 'reason', 'by', 'dry-run'],
  async run(call) {
    atMost(call.words, 0);
    const file = call.text('checkpoint');
    if (file === undefined)
      throw new UsageError('restore needs --checkpoint: the file or address that a refused command names.');
    const kept = await readCheckpoint(file);
    const { log, lost } = await restoreStore(asRestorer(call), kept, readReason(call, 'restore'));
    return {
      text: lines(
        `The log ${call.isDryRun ? 'would go' : 'goes'} on at entry ${String(log.size)}; it lacks ${String(lost)} of the lost one.`,
        `The next release ${call.isDryRun ? 'would be' : 'is'} ${String(log.newestRelease + 1)}. Next: npm run release -- store verify`,
      ),
      json: { ...findKeys(log), lost, nextRelease: log.newestRelease + 1 },
    };
  },
};

export const PROVE: Command = {
  name: 'store prove',
  words: 'RELEASE',
  summary: 'write a file that shows, without the store, who released what',
  more: 'Anybody can check it with "check-proof", the files that a browser got, and public keys that they trust.',
  options: ['file'],
  async run({ store, words, text }) {
    atMost(words, 1);
    const number = readNumber(words[0], 'RELEASE') ?? (await store.latestRelease())?.number;
    if (number === undefined) throw new UsageError('The store has no release yet.');
    const file = text('file') ?? `release-${String(number)}.proof.json`;
    const proof = await proveRelease(store, number);
    await writeFile(file, `${JSON.stringify(proof, null, 2)}\n`);
    const versions = count(proof.versions.length, 'version');
    return {
      text: lines(
        `${file} proves release ${String(number)} and its ${versions}.`,
        `Next, anywhere: npm run release -- store check-proof ${file} SERVED-FILE …`,
      ),
      json: { file, release: number, versions: proof.versions.map(({ key }) => key) },
    };
  },
};
