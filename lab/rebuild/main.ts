/**
 * `npm run lab -- rebuild mfe-hubs@1.2.0`: builds a published version of a store (STORE, else that of `npm start`)
 * again from its commit, and compares every byte. Ends with 1 if one differs. Works in a clone of the repository.
 */
import { describeError } from '@portal/node-kit/plain-error';
import { openStoreAt, storeAddress } from '@portal/release/open-store';
import { count } from '@portal/release/format/format-values';
import { untilStopped } from '@portal/release/until-stopped';
import { rebuildVersion } from './rebuild-version.ts';
import { LocalBuilder } from './builder.ts';

/** The file, and which of the two builds has it. */
const PLACES = { both: 'differs', published: 'only published', rebuilt: 'only rebuilt' } as const;

function describeRebuild({
  name,
  version,
  commit,
  files,
  differences,
  node,
}: Awaited<ReturnType<typeof rebuildVersion>>): string {
  const what = `${name} ${version}`;
  return [
    differences.length === 0
      ? `${what}: same bytes. Commit ${commit} gives ${count(files, 'file')} and the manifest as they are published.`
      : `${what}: other bytes. Commit ${commit} does not give what is published:`,
    ...differences.map(({ file, in: place }) => `  ${PLACES[place]}: ${file}`),
    ...(node.published === node.rebuilt
      ? []
      : [`(Node ${node.published} built the published version, Node ${node.rebuilt} built it now.)`]),
  ].join('\n');
}

const [name = '', version] = (process.argv[2] ?? '').split('@');
if (version === undefined) {
  console.error('Name a published version: npm run lab -- rebuild mfe-hubs@1.2.0');
  process.exit(1);
}
try {
  const rebuilt = await untilStopped((signal) => {
    const builder = new LocalBuilder({ repository: process.cwd(), signal, onStep: (step) => console.error(step) });
    return rebuildVersion(openStoreAt(storeAddress(process.env)), name, version, builder);
  });
  console.log(describeRebuild(rebuilt));
  if (rebuilt.differences.length > 0) process.exitCode = 1;
} catch (error) {
  console.error(describeError(error));
  process.exitCode = 1;
}
