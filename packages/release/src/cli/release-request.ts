import { userInfo } from 'node:os';
import type { ReleaseRequest } from '../operations/carry-out.ts';
import type { Call, OptionName } from './command.ts';
import { readNumber } from './command.ts';
import { UsageError } from './exit-codes.ts';

/** What every command takes that changes production. */
export const REQUEST_OPTIONS = ['reason', 'expect', 'by'] as const satisfies readonly OptionName[];

function userName(): string | undefined {
  try {
    return userInfo().username;
  } catch {
    // A user without an entry, as in some containers.
    return undefined;
  }
}

/** Who gives the command. @throws {UsageError} where nobody is known. */
export function readBy({ text }: Call): string {
  const by = [text('by'), process.env['RELEASE_BY'], userName()].find(
    (name) => name !== undefined && name.trim() !== '',
  );
  if (by === undefined) throw new UsageError('Say who you are: --by NAME, or the environment variable RELEASE_BY.');
  return by;
}

/** @throws {UsageError} without a reason. */
export function readReleaseRequest(call: Call, command: string): ReleaseRequest {
  const reason = call.text('reason');
  if (reason === undefined || reason.trim() === '')
    throw new UsageError(`${command} needs --reason "TEXT": it changes what customers get, and stays in the history.`);
  return {
    by: readBy(call),
    reason,
    expect: readNumber(call.text('expect'), 'expect'),
    urgent: call.flag('urgent'),
  };
}
