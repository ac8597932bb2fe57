import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { Declaration } from '@portal/contract/declaration';
import { apiPath } from '@portal/contract/declaration';
import { InvalidInputError, parseInput } from '@portal/contract/parse';
import { parseJson } from '@portal/contract/parse-json';
import * as v from 'valibot';

const API = '@portal/api';
const FILE = 'safe-reads.json';

/**
 * GETs that a page may start before anybody asks for them, each with what it answers. None may change anything, send a
 * mail, count as a look-up or write the journal.
 */
const SafeReadsSchema = v.record(apiPath, v.pipe(v.string(), v.nonEmpty('must say what the read answers')));

/** The files that mark reads as safe: the part's own, which need not exist, and that of the API's calls. */
export function safeReadFiles(folder: string): readonly string[] {
  const usesApi = existsSync(join(folder, 'node_modules', API));
  const ofApi = usesApi ? [createRequire(join(folder, 'package.json')).resolve(`${API}/${FILE}`)] : [];
  return [join(folder, FILE), ...ofApi];
}

/**
 * The reads that the part in `folder` declares, each of which is marked as safe. `what` names the declaration.
 * @throws {InvalidInputError} naming a read that is not, or the bad field of a file with marks.
 */
export function proveReads(what: string, folder: string, { routes }: Declaration): readonly string[] {
  const files = safeReadFiles(folder).filter((file) => existsSync(file));
  const marks = files.map((file) => parseInput(file, SafeReadsSchema, parseJson(file, readFileSync(file, 'utf8'))));
  const marked = new Set(marks.flatMap((reads) => Object.keys(reads)));
  for (const [index, { reads }] of routes.entries())
    for (const [position, read] of reads.entries())
      if (!marked.has(read))
        throw new InvalidInputError(
          what,
          `routes.${index}.reads.${position}`,
          `"${read}" is not marked as safe to start early. Add it to ${FILE} beside the declaration, with what it answers, if it changes nothing, mails nobody, counts as no look-up and writes no journal; otherwise take it out.`,
        );
  return [...new Set(routes.flatMap(({ reads }) => reads))].sort();
}
