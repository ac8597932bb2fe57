import type { ArtifactManifest } from '@portal/contract/artifact';
import type { Features } from '@portal/contract/config';
import { featuresNamed } from '@portal/contract/declaration';
import { SAMPLE_FEATURES } from '@portal/contract/sample-features';
import type { ServerLog } from '@portal/node-kit/server-log';

/** Says which further switches of the configuration switch nothing: they are misspelt, or wait for a release. */
export function warnUnnamedFeatures(features: Features, live: readonly ArtifactManifest[], log: ServerLog): void {
  const declarations = live.map(({ declaration }) => declaration);
  const asked = declarations.flatMap((declaration) => declaration.features ?? []);
  const named = new Set([...Object.keys(SAMPLE_FEATURES), ...featuresNamed(declarations), ...asked]);
  const unnamed = Object.keys(features).filter((name) => !named.has(name));
  if (unnamed.length > 0) log.info(`No live part names these features of the configuration: ${unnamed.join(', ')}`);
}
