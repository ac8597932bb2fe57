import { readFile } from 'node:fs/promises';
import { anyText, readTable } from '@portal/node-kit/setting-table';
import type { SettingTable } from '@portal/node-kit/setting-table';
import { SettingError } from '@portal/node-kit/settings';
import type { Environment } from '@portal/node-kit/settings';
import * as v from 'valibot';

/** Where the token of a pipeline's job comes from. */
interface WorkloadToken {
  /** The same for the same token; where each request gives another one, the same for all of them. */
  readonly source: string;
  read(): Promise<string>;
}

const GITHUB_TIMEOUT_MS = 10_000;
const GitHubAnswerSchema = v.object({ value: v.pipe(v.string(), v.nonEmpty()) });

/** GitHub gives a job a new token at each request, for the audience that it names. */
async function askGitHub(address: string, bearer: string, service: string): Promise<string> {
  const url = new URL(address);
  url.searchParams.set('audience', service);
  const response = await fetch(url, {
    headers: { authorization: `Bearer ${bearer}` },
    redirect: 'error',
    signal: AbortSignal.timeout(GITHUB_TIMEOUT_MS),
  });
  const answer = v.safeParse(v.pipe(v.string(), v.parseJson(), GitHubAnswerSchema), await response.text());
  if (response.ok && answer.success) return answer.output.value;
  throw new SettingError(
    `GitHub gives this job no token (${url.origin} answers ${String(response.status)}). The job needs "permissions: id-token: write".`,
  );
}

async function readTokenFile(file: string): Promise<string> {
  try {
    return (await readFile(file, 'utf8')).trim();
  } catch (error) {
    throw new SettingError(`RELEASE_TOKEN_FILE is ${file}, which cannot be read: ${String(error)}.`, { cause: error });
  }
}

/** Where a pipeline's token is. GitHub's own variables belong to GitHub. */
export const TOKEN_SETTINGS = {
  RELEASE_TOKEN: anyText("a job's token, from its CI; GitHub's jobs need none"),
  RELEASE_TOKEN_FILE: anyText('a file with it'),
} satisfies SettingTable;

/**
 * The job's token: RELEASE_TOKEN, else the content of RELEASE_TOKEN_FILE, else GitHub's; undefined outside a pipeline.
 */
export function findWorkloadToken(service: string, environment: Environment): WorkloadToken | undefined {
  const { RELEASE_TOKEN, RELEASE_TOKEN_FILE } = readTable(TOKEN_SETTINGS, environment);
  const { ACTIONS_ID_TOKEN_REQUEST_URL, ACTIONS_ID_TOKEN_REQUEST_TOKEN } = environment;
  if (RELEASE_TOKEN) return { source: RELEASE_TOKEN, read: () => Promise.resolve(RELEASE_TOKEN) };
  if (RELEASE_TOKEN_FILE)
    return { source: `file ${RELEASE_TOKEN_FILE}`, read: () => readTokenFile(RELEASE_TOKEN_FILE) };
  if (!ACTIONS_ID_TOKEN_REQUEST_URL || !ACTIONS_ID_TOKEN_REQUEST_TOKEN) return undefined;
  return {
    source: `job ${ACTIONS_ID_TOKEN_REQUEST_TOKEN}`,
    read: () => askGitHub(ACTIONS_ID_TOKEN_REQUEST_URL, ACTIONS_ID_TOKEN_REQUEST_TOKEN, service),
  };
}
