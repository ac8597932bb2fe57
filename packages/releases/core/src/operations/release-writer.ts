import type { Configuration, ConfigureRequest } from '../access/configuration.ts';
import { configureAccess } from '../access/configuration.ts';
import { applyRequest } from './apply-request.ts';
import type { ChangeResult } from './apply-request.ts';
import type { Check } from '../store/checks.ts';
import type { CheckRecord } from './check/record-check.ts';
import { recordCheck } from './check/record-check.ts';
import type { Copy } from '../store/copies.ts';
import type { CopyRecord } from './copy/record-copy.ts';
import { recordCopy } from './copy/record-copy.ts';
import type { PreviewVersionsRequest, SignedPreview } from './preview-versions.ts';
import { previewVersions } from './preview-versions.ts';
import type { PruneRequest, PruneResult } from './prune-store.ts';
import { pruneStore } from './prune-store.ts';
import type { Publication, PublishRequest } from './publish-version.ts';
import { publishVersion } from './publish-version.ts';
import type { ReleaseRequest } from '../policy/release-request.ts';
import { oneLine } from '../policy/release-request.ts';
import type { Store } from '../store/store.ts';

/** Changes a store for the command and the console. Each method throws what the operation of its name throws. */
export interface ReleaseWriter {
  apply(request: ReleaseRequest): Promise<ChangeResult>;
  /** Changes nothing. */
  preview(request: PreviewVersionsRequest): Promise<SignedPreview>;
  publish(request: PublishRequest): Promise<Publication>;
  prune(request: PruneRequest): Promise<PruneResult>;
  recordCheck(record: CheckRecord): Promise<Check>;
  configure(request: ConfigureRequest): Promise<Configuration>;
  recordCopy(record: CopyRecord): Promise<Copy>;
}

/** A command or a person at the console, as the request names them: the key that signs is what proves it. */
const asOperator = (store: Store, by: string) =>
  store.as({ kind: 'operator', name: oneLine(by).slice(0, 500) || 'somebody' });

/** Writes to the store itself, and waits for the web servers at these metrics addresses. */
export function directWriter(store: Store, metricsUrls: readonly string[]): ReleaseWriter {
  return {
    apply: (request) => applyRequest(asOperator(store, request.by), request, metricsUrls),
    preview: (request) => previewVersions(store, request),
    publish: (request) => publishVersion(store, request),
    prune: (request) => pruneStore(asOperator(store, request.by), request),
    recordCheck: (record) => recordCheck(store, record),
    configure: (request) => configureAccess(store, request),
    recordCopy: (record) => recordCopy(store, record),
  };
}
