import { UNGUARDED } from '@portal/release-watcher/testing';
import { join } from 'node:path';
import type { Access } from '@portal/release/access';
import { configureAccess } from '@portal/release/access/configuration';
import { createServerLog } from '@portal/node-kit/server-log';
import { freePort } from '@portal/node-kit/testing';
import { SampleStore } from '@portal/release/operations/testing';
import { startWatcher } from '@portal/release-watcher/watcher';
import type { Watcher } from '@portal/release-watcher/watcher';
import type { ServiceOptions } from '../service.ts';
import { startService } from '../service.ts';
import { LocalIssuer } from './local-issuer.ts';
import type { Person } from './local-issuer.ts';
import { ProofClient } from './proof-client.ts';
import type { TestAnswer } from './proof-client.ts';

export const ANNA: Person = { sub: 'anna', email: 'anna@example.com', roles: ['release-manager'] };
export const BEN: Person = { sub: 'ben', email: 'ben@example.com', roles: ['release-manager'] };

/** The audience of workload tokens for the service. */
export const AUDIENCE = 'https://releases.example.com';
/** The pipeline that may publish and canary mfe-hubs. */
export const HUBS_PROJECT = 'acme/mfe-hubs';

/** Rules with release managers, and a pipeline for mfe-hubs. */
export function sampleAccess(people: string, pipelines: string): Access {
  const manager = { issuer: people, role: 'release-manager' };
  const subject = `project_path:${HUBS_PROJECT}:ref_type:branch:ref:main`;
  return {
    issuers: [
      { issuer: people, audiences: ['release-command', 'release-console'], kind: 'person', name: 'email' },
      {
        issuer: pipelines,
        audiences: [AUDIENCE],
        kind: 'pipeline',
        name: 'project_path',
        startedBy: { claim: 'user_id', issuer: people, subjects: { 1: 'anna', 2: 'ben', 3: 'carl' } },
      },
    ],
    rules: [
      {
        who: manager,
        may: ['publish', 'canary', 'promote', 'rollback', 'yank', 'approve', 'prune', 'configure'],
        parts: '*',
      },
      {
        who: { issuer: pipelines, subject, claims: { ref_protected: 'true' } },
        may: ['publish', 'canary', 'promote'],
        parts: ['mfe-hubs'],
      },
    ],
    approvals: [],
    requires: { '*': { check: false, committed: true } },
  };
}

/** A client that could not sign in would make a test say something about everybody else. */
function signedIn({ status, body }: TestAnswer): void {
  if (status !== 200) throw new Error(`no sign-in: ${JSON.stringify(body)}`);
}

/** For tests: a release service on a store in memory, with an identity provider and a CI as its issuers. */
export class SampleService {
  readonly sample: SampleStore;
  readonly people: LocalIssuer;
  readonly pipelines: LocalIssuer;
  /** Every line that the service wrote. */
  readonly lines: string[] = [];
  readonly #options: Partial<ServiceOptions>;
  /** How far its clock is ahead, in milliseconds. */
  ahead = 0;
  #port = 0;
  #running: Awaited<ReturnType<typeof startService>> | undefined;
  #watcher: Watcher | undefined;

  private constructor(
    sample: SampleStore,
    [people, pipelines]: readonly [LocalIssuer, LocalIssuer],
    options: Partial<ServiceOptions>,
  ) {
    this.sample = sample;
    this.people = people;
    this.pipelines = pipelines;
    this.#options = options;
  }

  static async start(options: Partial<ServiceOptions> = {}, changes: Partial<Access> = {}): Promise<SampleService> {
    const issuers = [await LocalIssuer.start(), await LocalIssuer.start()] as const;
    const started = new SampleService(await SampleStore.make(), issuers, options);
    await started.configure(changes);
    started.#port = await freePort();
    await started.run();
    return started;
  }

  /** Changes the access rules as an operator does. */
  async configure(changes: Partial<Access>): Promise<void> {
    const access = { ...sampleAccess(this.people.url, this.pipelines.url), ...changes };
    await configureAccess(this.sample.store, { access, by: 'an operator', reason: 'for a test' });
    // The service looks at them again after a second.
    this.ahead += 2000;
  }

  async run(): Promise<void> {
    const { store } = this.sample;
    const now = () => Date.now() + this.ahead;
    const log = createServerLog({
      server: 'release-service',
      format: 'json',
      now,
      write: (line) => this.lines.push(line),
    });
    this.#running = await startService({
      port: this.#port,
      origin: `http://localhost:${String(this.#port)}`,
      metricsUrls: [],
      stateFolder: this.stateFolder,
      store,
      startWatcher: () => {
        this.#watcher = startWatcher({
          store: store.as({ kind: 'watcher' }),
          servers: [],
          settings: UNGUARDED,
          now,
          intervalMs: null,
          log,
          record: ({ event, ...fields }) => log.info(event, { event, ...fields }),
        });
        return this.#watcher;
      },
      now,
      keysPauseMs: 0,
      log,
      ...this.#options,
    });
  }

  get stateFolder(): string {
    return this.#options.stateFolder ?? join(this.sample.folder, 'release-service');
  }

  get origin(): string {
    return this.#running?.origin ?? '';
  }

  /** Of a service that was started with the option `metricsPort`. */
  get metricsUrl(): string {
    return this.#running?.metricsUrl ?? '';
  }

  /** Lets the watcher look, which looks only then. */
  async look(): Promise<void> {
    await this.#watcher?.look();
  }

  /** Ends the service; its store and the issuers stay. */
  async close(): Promise<void> {
    await this.#running?.close();
    this.#running = undefined;
  }

  /** Ends the service, and starts another one on the same store. */
  async restart(): Promise<void> {
    await this.close();
    await this.run();
  }

  client(): Promise<ProofClient> {
    return ProofClient.make(this.origin);
  }

  /** A client that has signed a person in. */
  async signIn(person: Person): Promise<ProofClient> {
    const client = await this.client();
    signedIn(await client.signIn(await this.people.personToken(person)));
    return client;
  }

  /** A client that is a job of a pipeline, by default of the project of mfe-hubs. */
  async job(claims: Parameters<LocalIssuer['workloadToken']>[1] = {}): Promise<ProofClient> {
    const client = await this.client();
    signedIn(await client.signIn(await this.pipelines.workloadToken(AUDIENCE, claims)));
    return client;
  }

  async stop(): Promise<void> {
    await this.close();
    await Promise.all([this.people.stop(), this.pipelines.stop(), this.sample.remove()]);
  }
}
