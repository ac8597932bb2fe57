import { createRequire } from 'node:module';
import type * as Sequencing from '@jest/test-sequencer' with { 'resolution-mode': 'require' };

type Sequencer = Sequencing.default;
type Tests = Parameters<Sequencer['sort']>[0];

// Required, because the types of the package are those of its CommonJS form.
const { default: TestSequencer } = createRequire(import.meta.url)('@jest/test-sequencer') as {
  readonly default: new (options: unknown) => Sequencer;
};

/**
 * They start programs or databases. Jest takes them for quick by their size, where it knows no durations of an earlier
 * run.
 */
const LONG = [
  'tools/test/commands.full.test.ts',
  'packages/containers.full.test.ts',
  's3/s3-faults.full.test.ts',
  'store/durable-drivers.full.test.ts',
  'store/drivers.test.ts',
  'dev-backend/src/backend.full.test.ts',
  'dev-backend/src/main.full.test.ts',
  'scripts/new-remote.full.test.ts',
  'operating/upgrade.full.test.ts',
  'mfe-legal/build/pdf.full.test.ts',
  'build/singletons.full.test.ts',
  'cli/pipeline.full.test.ts',
  'simulate/simulate.full.test.ts',
  'dev-backend/src/backend.slow.test.ts',
  'releases/console/src/console.slow.test.ts',
  'releases/service/src/service.slow.test.ts',
];

function rank({ path }: Tests[number]): number {
  const index = LONG.findIndex((file) => path.endsWith(file));
  return index < 0 ? LONG.length : index;
}

/** A long file that starts last keeps one worker busy while the other has nothing to do. */
export default class LongFilesFirst extends TestSequencer {
  override async sort(tests: Tests): Promise<Tests> {
    return (await super.sort(tests)).toSorted((a, b) => rank(a) - rank(b));
  }
}
