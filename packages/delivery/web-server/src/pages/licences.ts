import { findLicencesFile, parseLicences } from '@portal/contract/licences';
import type { PackageLicence } from '@portal/contract/licences';
import type { ReleaseView } from '@portal/release/format/release-view';
import type { Assets } from '../files/assets.ts';
import type { HttpResponse } from '../http/http-response.ts';
import { NOT_INDEXED, textResponse } from '../http/http-response.ts';
import { liveManifests } from '../releases/live-parts.ts';

const LINE = '-'.repeat(80);

/** Answers with the licences of the packages whose code is in the parts that a visitor gets, each package once. */
export async function licencesResponse(assets: Assets, release: ReleaseView): Promise<HttpResponse> {
  const packages = new Map<string, PackageLicence>();
  for (const manifest of liveManifests(release)) {
    const file = findLicencesFile(Object.keys(manifest.files));
    if (file === undefined) continue;
    const { content } = await assets.read(manifest, file);
    const licences = parseLicences(`${manifest.name}/${file}`, JSON.parse(new TextDecoder().decode(content.bytes)));
    for (const licence of licences) packages.set(`${licence.name} ${licence.version}`, licence);
  }
  const sections = [...packages]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([title, { licence, text }]) => `${LINE}\n${title} (${licence})\n${LINE}\n\n${text}\n`);
  const text = ['The portal contains code of these packages, under the licences below.\n', ...sections].join('\n');
  return textResponse(200, text, { 'cache-control': 'private, no-cache', vary: 'cookie', ...NOT_INDEXED });
}
