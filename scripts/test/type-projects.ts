import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseInput } from '@portal/contract/parse';
import * as v from 'valibot';

const SolutionSchema = v.object({ references: v.array(v.object({ path: v.string() })) });

/** The projects of the type checker: those that tsconfig.json lists for editors and the linter. */
export async function typeProjects(root: string): Promise<readonly string[]> {
  const text = await readFile(join(root, 'tsconfig.json'), 'utf8');
  return parseInput('tsconfig.json', SolutionSchema, JSON.parse(text)).references.map(({ path }) => path);
}
