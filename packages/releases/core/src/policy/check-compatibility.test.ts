import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import type { ArtifactManifest } from '@portal/contract/artifact';
import { DeclarationSchema } from '@portal/contract/declaration';
import { getFields } from '@portal/contract/fields';
import { PageDataSchema } from '@portal/contract/page';
import { publishVersion } from '../operations/publish-version.ts';
import { SIGNATURES, SampleStore } from '../operations/testing.ts';
import { promoteAll, rollBack } from '../testing.ts';

type Signatures = ArtifactManifest['shared']['signatures'];

const PAGE = getFields(PageDataSchema).needed;
const DECLARED = getFields(DeclarationSchema);
/** What the older shell exports and reads. */
const EXPORTS = {
  '@portal/session': { useUser: [SIGNATURES.own], useDraft: [SIGNATURES.own] },
  '@portal/i18n': { formatDate: [SIGNATURES.own] },
  '@portal/ui': { useOutwardLinks: [SIGNATURES.own] },
  '@portal/contract/page-elements': { ROOT_ID: [SIGNATURES.own] },
};
/** The same with what the newer shell has besides, or with another signature that still serves the former one. */
const MORE_EXPORTS = {
  '@portal/session': {
    useUser: [SIGNATURES.own],
    useDraft: [SIGNATURES.newer, SIGNATURES.own],
    isFresh: [SIGNATURES.own],
  },
  '@portal/i18n': { formatDate: [SIGNATURES.own], formatDay: [SIGNATURES.own] },
  '@portal/ui': { useOutwardLinks: [SIGNATURES.newer, SIGNATURES.own] },
  '@portal/contract/page-elements': { ROOT_ID: [SIGNATURES.own], PRERENDERED_PAGE_ID: [SIGNATURES.own] },
  '@portal/contract/page-marks': { MARK_ID: [SIGNATURES.own] },
};

function namesIn(signatures: Signatures): Record<string, string[]> {
  return Object.fromEntries(Object.entries(signatures).map(([module, names]) => [module, Object.keys(names)]));
}

const shell = (signatures: Signatures, page = PAGE, { known, needed } = DECLARED) => {
  const declaration = { known: [...known], needed: [...needed] };
  return { shared: { exports: namesIn(signatures), signatures, reads: { declaration, page: [...page] } } };
};
const remote = (signatures: Signatures) => ({ shared: { imports: namesIn(signatures), signatures } });

const OLDER = '1.1.0';
const NEWER = '2.0.0';
const fitting = remote({ '@portal/session': { useDraft: [SIGNATURES.own] } });
let sample: SampleStore;

beforeEach(async () => {
  sample = await SampleStore.make();
  await sample.publish('shell', OLDER, shell(EXPORTS));
  await sample.publish('shell', NEWER, shell(MORE_EXPORTS));
  await promoteAll(sample.store, { shell: OLDER });
});
afterEach(() => sample.remove());

/**
 * The fallback of mfe-hubs after 1.1.0 was live in the newer shell, and the older shell came back together with 1.2.0.
 */
async function fallbackAfter(build: object): Promise<string | undefined> {
  await sample.publish('mfe-hubs', '1.1.0', build);
  await promoteAll(sample.store, { shell: NEWER, 'mfe-hubs': '1.1.0' });
  await sample.publish('mfe-hubs', '1.2.0', fitting);
  const { release } = await promoteAll(sample.store, { shell: OLDER, 'mfe-hubs': '1.2.0' });
  return release.remotes['mfe-hubs']?.fallback?.version;
}

// That these rules hold for publications, canaries and rollbacks, too, and what they name, is in policy.test.ts.
describe.each([
  ['a name that was removed', { '@portal/session': { isFresh: [SIGNATURES.own] } }, 'incompatible'],
  ['a call with a parameter that was added', { '@portal/session': { useDraft: [SIGNATURES.newer] } }, 'incompatible'],
  [
    'a field of the page that is gone',
    {
      '@portal/ui': { useOutwardLinks: [SIGNATURES.newer] },
      '@portal/contract/page-elements': { PRERENDERED_PAGE_ID: [SIGNATURES.own] },
    },
    'incompatible',
  ],
  [
    'a name of a contract module that the older shell does not have at all',
    { '@portal/contract/page-marks': { MARK_ID: [SIGNATURES.own] } },
    'incompatible',
  ],
])('%s', (_, signatures, rule) => {
  test('is refused by name, also if the shell goes back', async () => {
    await sample.publish('mfe-hubs', '1.1.0', remote(signatures));
    const refusal = { rule, sides: ['mfe-hubs 1.1.0', `shell ${OLDER}`] };
    const refused = { refusals: expect.arrayContaining([expect.objectContaining(refusal)]) };
    await expect(promoteAll(sample.store, { 'mfe-hubs': '1.1.0' })).rejects.toMatchObject(refused);
    await promoteAll(sample.store, { shell: NEWER, 'mfe-hubs': '1.1.0' });
    await expect(rollBack(sample.store, 'shell', OLDER)).rejects.toMatchObject(refused);
  });

  test('is no fallback: the version before it is', async () => {
    expect(await fallbackAfter(remote(signatures))).toBe('1.0.0');
  });
});

test('what the older shell exports as well is not refused, and is a fallback', async () => {
  expect(await fallbackAfter(fitting)).toBe('1.1.0');
});

test('a field of a declaration that the shell does not know, or that it needs, is refused', async () => {
  const known = DECLARED.known.filter((field) => field !== 'redirects');
  const needed = [...DECLARED.needed, 'routes.owner'];
  await sample.publish('shell', '1.2.0', shell(EXPORTS, PAGE, { known, needed }));
  const redirects = [{ from: '/h', to: '/hubs' }];
  await sample.publish('mfe-hubs', '1.1.0', { ...fitting, declaration: { redirects } });
  await promoteAll(sample.store, { 'mfe-hubs': '1.1.0' });
  await expect(promoteAll(sample.store, { shell: '1.2.0' })).rejects.toThrow(
    /^\[incompatible\] .*mfe-hubs 1\.1\.0.*shell 1\.2\.0.*redirects.*routes\.owner/,
  );
});

test('a shell that needs a field which the page no longer has is refused, at its publication, too', async () => {
  const build = shell(EXPORTS, [...PAGE, 'release.weather']);
  const refusal = /^\[page-field\] shell 1\.2\.0 .*release\.weather/;
  const folder = await sample.build('shell', '1.2.0', build);
  await expect(publishVersion(sample.store, { folder })).rejects.toThrow(refusal);
  await sample.publish('shell', '1.2.0', build);
  await expect(promoteAll(sample.store, { shell: '1.2.0' })).rejects.toThrow(refusal);
});
