/**
 * `npm run publish-libraries -- --registry URL`: publishes what a remote in another repository installs
 * (docs/another-repository.md).
 */
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { checkRegistry, RegistryRefusedError } from '@portal/create-remote/check-registry';
import { describeError } from '@portal/node-kit/plain-error';
import { publishLibraries } from './publish-libraries.ts';

try {
  const { values } = parseArgs({ options: { registry: { type: 'string' } } });
  const registry = checkRegistry(values.registry);
  await publishLibraries(join(import.meta.dirname, '../..'), registry, (text) => process.stdout.write(text));
} catch (error) {
  console.error(error instanceof RegistryRefusedError ? error.message : describeError(error));
  process.exitCode = 1;
}
