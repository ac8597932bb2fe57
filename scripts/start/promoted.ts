import { readFile, rename, writeFile } from 'node:fs/promises';
import { hasCode } from '@portal/node-kit/error-code';
import { parseInput } from '@portal/contract/parse';
import * as v from 'valibot';

const PromotedSchema = v.record(v.string(), v.string());
/** The version of each part that a start promoted last: what has changed since is a change of its sources. */
export type Promoted = Readonly<Record<string, string>>;

export async function readPromoted(file: string): Promise<Promoted> {
  try {
    const document: unknown = JSON.parse(await readFile(file, 'utf8'));
    return parseInput(file, PromotedSchema, document);
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return {};
    throw error;
  }
}

/** Whole or not at all: half a record would promote what a manager has put back. */
export async function writePromoted(file: string, promoted: Promoted): Promise<void> {
  await writeFile(`${file}.new`, `${JSON.stringify(promoted, null, 2)}\n`);
  await rename(`${file}.new`, file);
}
