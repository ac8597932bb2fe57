import { startWebServer } from './support/portal-process.ts';
import { readLiveRelease, releaseCommand } from './support/releases.ts';
import { builtVersion } from './support/versions.ts';
import { expect, test } from './support/watched-test.ts';

// The rules are in packages/release/src/policy/policy.test.ts; this is their proof on real builds.
test(
  'a remote that takes what only a newer shell gives, or in another form, is not released',
  { tag: '@full' },
  async () => {
    const { stateFolder, stop } = await startWebServer();
    const build = await builtVersion('mfe-developer@1.2.0');
    const { number } = await readLiveRelease(stateFolder);
    const missing =
      /\[missing-name\] mfe-developer 1\.2\.0 takes isFresh from @portal\/session, and shell \S+ does not give that/;
    const changed =
      /\[changed-name\] mfe-developer 1\.2\.0 was built with another form of PageBody from @portal\/ui than shell \S+ gives/;
    const refusal = new RegExp(`${missing.source}.*\n${changed.source}`);

    await expect(releaseCommand(stateFolder, 'publish', build)).rejects.toThrow(refusal);
    await releaseCommand(stateFolder, 'publish', build, '--ahead');
    const promote = ['promote', 'mfe-developer@1.2.0', '--reason', 'Fresher'];
    await expect(releaseCommand(stateFolder, ...promote)).rejects.toThrow(refusal);
    await expect(releaseCommand(stateFolder, ...promote, '--canary', '10')).rejects.toThrow(refusal);
    expect((await readLiveRelease(stateFolder)).number).toBe(number);
    await stop();
  },
);
