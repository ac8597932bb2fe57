import * as v from 'valibot';
import type { Build } from '../operations/dist-folder.ts';
import type { Publication } from '../operations/publish-version.ts';
import { fetchBuild } from '../operations/publish-version.ts';
import type { ReleaseWriter } from '../operations/release-writer.ts';
import { refuseIfAny } from '../policy/refusal.ts';
import { checkStyles } from '../policy/styles.ts';
import { ApprovalPendingError } from '../operations/approval-pending.ts';
import { ChangeResultSchema, ConfiguredSchema, WaitingSchema } from '../service-api/changes.ts';
import { SignedPreviewSchema } from '../service-api/previews.ts';
import { PruneResultSchema } from '../service-api/prunes.ts';
import type { Missing } from '../service-api/publications.ts';
import { MissingSchema, PublicationSchema, StoredSchema } from '../service-api/publications.ts';
import { ServiceError } from '../service-api/service-error.ts';
import { CheckSchema } from '../store/checks.ts';
import { CopySchema } from '../store/copies.ts';
import type { ServiceClient } from './service-client.ts';

/** How often an offer is made: somebody may prune meanwhile, or the service be started anew and forget the offer. */
const MOST_OFFERS = 4;

/** A field that JSON leaves out. */
const unlessEmpty = (actsFor: string) => (actsFor === '' ? {} : { actsFor });

async function send(client: ServiceClient, path: string, bytes: Uint8Array | undefined): Promise<void> {
  if (!bytes) throw new ServiceError(`${client.service} asks for a file that the build does not have: PUT ${path}.`);
  await client.askFor({ method: 'PUT', path, bytes, kind: 'upload' }, StoredSchema);
}

async function sendMissing(client: ServiceClient, build: Build, missing: Missing): Promise<void> {
  const part = `/parts/${encodeURIComponent(build.manifest.name)}`;
  for (const file of missing.files)
    await send(client, `${part}/files/${encodeURIComponent(file)}`, build.files.get(file));
  if (missing.sourceMaps !== null)
    await send(client, `${part}/source-maps/${encodeURIComponent(missing.sourceMaps)}`, build.sourceMaps);
}

/**
 * Offers a build, sends what the store lacks, and offers it again. Repeating an interrupted publication sends only the
 * rest.
 */
async function publish(
  client: ServiceClient,
  build: Build,
  { ahead, isDryRun }: { readonly ahead: boolean; readonly isDryRun: boolean },
): Promise<Publication> {
  const { manifest, provenance, files } = build;
  const offer = {
    method: 'POST',
    path: '/publications',
    json: { manifest, provenance, ahead },
    kind: 'upload',
    isDryRun,
  } as const;
  for (let offers = 1; offers <= MOST_OFFERS; offers += 1) {
    const answer = await client.ask(offer);
    if (answer.status !== 202) {
      // Else the service has looked into them.
      if (isDryRun) refuseIfAny(checkStyles(manifest, files));
      return client.read(answer, PublicationSchema);
    }
    await sendMissing(client, build, client.read(answer, MissingSchema).missing);
  }
  throw new ServiceError(
    `${client.service} still lacks files of ${manifest.name} ${manifest.version} after it got them. Somebody may prune: repeat the command.`,
  );
}

const AnsweredSchema = v.union([WaitingSchema, ChangeResultSchema]);
const ConfigureAnswerSchema = v.union([WaitingSchema, ConfiguredSchema]);

/**
 * Changes the store of a release service, or in a dry run says what would change. The service knows who asks; `by` of a
 * request says for whom, and is empty for nobody else.
 * @throws {ApprovalPendingError} if a request waits for a second person's yes.
 */
export function serviceWriter(client: ServiceClient, isDryRun = false): ReleaseWriter {
  const change = <const Schema extends v.GenericSchema>(
    path: string,
    request: { readonly by: string },
    schema: Schema,
  ) => {
    const { by, ...fields } = request;
    const json = { ...fields, ...unlessEmpty(by) };
    return client.askFor({ method: 'POST', path, json, kind: 'change', isDryRun }, schema);
  };
  return {
    async apply(request) {
      const answer = await change('/requests', request, AnsweredSchema);
      if ('waits' in answer) throw new ApprovalPendingError(answer.waits);
      return answer;
    },
    async preview(json) {
      return client.askFor({ method: 'POST', path: '/previews', json, kind: 'read' }, SignedPreviewSchema);
    },
    async publish(request) {
      return publish(client, await fetchBuild(request), { ahead: request.ahead ?? false, isDryRun });
    },
    prune: ({ now: _now, ...request }) => change('/prunes', request, PruneResultSchema),
    recordCheck: (record) => change('/checks', record, CheckSchema),
    recordCopy: (record) => change('/copies', record, CopySchema),
    async configure(request) {
      const answer = await change('/configuration', request, ConfigureAnswerSchema);
      if ('waits' in answer) throw new ApprovalPendingError(answer.waits);
      return answer.configuration;
    },
  };
}
