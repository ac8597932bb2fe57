import type { ReleaseWriter } from '@portal/release/operations/release-writer';
import { AnsweredSchema, ApprovalsSchema } from '@portal/release/service-api/changes';
import type { StoreAccess } from '@portal/release/release-log/logged-documents';
import { IdentitySchema } from '@portal/release/access/identity';
import { makeProofKey } from '@portal/release/service-client/proof-key';
import { ServiceClient } from '@portal/release/service-client/service-client';
import { serviceDriver } from '@portal/release/service-client/service-driver';
import { serviceWriter } from '@portal/release/service-client/service-writer';
import { openStore } from '@portal/release/store';
import { WatcherStatusSchema } from '@portal/release-watcher/status-schema';
import type { Backend, BackendOf } from './backend.ts';
import type { Session } from '../sign-in/sessions.ts';

/** The service knows who asks; nobody acts for somebody else here. */
function asThemselves(writer: ReleaseWriter): ReleaseWriter {
  return {
    ...writer,
    apply: (request) => writer.apply({ ...request, by: '' }),
    prune: (request) => writer.prune({ ...request, by: '' }),
  };
}

/** A session's own client: its key and its access token never leave this process. */
function connect(service: string, access: StoreAccess, { idToken }: Session): Backend {
  const key = makeProofKey();
  const client = new ServiceClient({
    service,
    credentials: {
      remedy: 'Sign in again.',
      key: () => key,
      subjectToken: () => Promise.resolve(idToken),
      findAccess: () => Promise.resolve(undefined),
      keepAccess: () => Promise.resolve(),
    },
  });
  const read = (path: string) => ({ method: 'GET', path, kind: 'read' }) as const;
  return {
    store: openStore(serviceDriver(client), access),
    writer: asThemselves(serviceWriter(client)),
    dryRun: () => asThemselves(serviceWriter(client, true)),
    watch: () => client.askFor(read('/watcher'), WatcherStatusSchema),
    service: {
      identity: () => client.askFor(read('/identity'), IdentitySchema),
      approvals: async () => (await client.askFor(read('/approvals'), ApprovalsSchema)).approvals,
      async answer(id, answer) {
        const path = `/approvals/${encodeURIComponent(id)}`;
        const request = { method: 'POST', path, json: { answer }, kind: 'change' } as const;
        await client.askFor(request, AnsweredSchema);
      },
    },
  };
}

/**
 * The console as a client of a release service: each session reads and writes with a key of its own. `access` has the
 * keys that it trusts.
 */
export function serviceBackends(service: string, access: StoreAccess): BackendOf {
  const backends = new WeakMap<Session, Backend>();
  return (session) => {
    const backend = backends.get(session) ?? connect(service, access, session);
    backends.set(session, backend);
    return backend;
  };
}
