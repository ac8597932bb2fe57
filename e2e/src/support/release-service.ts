import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { freePort } from '@portal/node-kit/testing';
import { LocalIssuer } from '@portal/release-service/testing/local-issuer';
import { UNGUARDED_WATCHER, waitForResponse } from '../../../scripts/start/servers.ts';
import { end, launch } from './portal-process.ts';
import { releaseCommand } from './releases.ts';

const ROOT = join(import.meta.dirname, '../../..');
/** For whom the CI issues the tokens of jobs. */
const AUDIENCE = 'https://releases.example.com';
const START_LIMIT_MS = 60_000;

/** A release service on the store of a test's portal, and the CI whose jobs it believes. */
interface ReleaseServiceProcess {
  readonly url: string;
  /** The environment of a job on the protected branch of the project. */
  job(): Promise<Readonly<Record<string, string>>>;
  stop(): Promise<void>;
}

/** Starts a release service that lets the pipeline of one project release one part. */
export async function startReleaseService(
  stateFolder: string,
  project: string,
  part: string,
): Promise<ReleaseServiceProcess> {
  const pipelines = await LocalIssuer.start();
  const subject = `project_path:${project}:ref_type:branch:ref:main`;
  const access = {
    issuers: [{ issuer: pipelines.url, audiences: [AUDIENCE], kind: 'pipeline', name: 'project_path' }],
    rules: [
      {
        who: { issuer: pipelines.url, subject, claims: { ref_protected: 'true' } },
        may: ['publish', 'canary', 'promote'],
        parts: [part],
      },
    ],
    approvals: [],
    // The parts come from the working tree.
    requires: { '*': { committed: false } },
  };
  const file = join(stateFolder, 'access.json');
  await writeFile(file, JSON.stringify(access));
  await releaseCommand(stateFolder, 'access', 'configure', file, '--reason', `${project} releases ${part}`);
  const port = await freePort();
  const url = `http://localhost:${String(port)}`;
  // Not watched: its clients send it their tokens, and no browser does.
  const env = {
    RELEASE_PORT: String(port),
    PORTAL_STATE: stateFolder,
    WATCHER_SETTINGS: UNGUARDED_WATCHER,
    NODE_OPTIONS: '',
  };
  const child = await launch(join(ROOT, 'packages/releases/service/src/main.ts'), env, async () => {
    await waitForResponse(`${url}/livez`, START_LIMIT_MS, new AbortController().signal);
  });
  return {
    url,
    job: async () => ({
      LOG_KEYS: 'trusted-keys',
      RELEASE_SERVICE: url,
      RELEASE_TOKEN: await pipelines.workloadToken(AUDIENCE, { project }),
    }),
    async stop() {
      await end(child);
      await pipelines.stop();
    },
  };
}
