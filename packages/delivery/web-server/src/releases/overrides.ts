import type { ArtifactManifest } from '@portal/contract/artifact';
import { LANGUAGES } from '@portal/contract/language';
import { list } from '@portal/node-kit/setting-table';
import type { ReleaseView } from '@portal/release/format/release';
import { readOverrideOrigin } from '@portal/release/release-log/preview-token';

/** OVERRIDE_ORIGINS of the web server. */
export const OVERRIDE_ORIGINS = list(
  'the origins of [overrides](web-server.md#overrides) (`http://localhost:4000`), separated by commas; none in production',
  'origins such as "http://localhost:4000" (http only for this machine, not [::1])',
  (text) => (readOverrideOrigin(text) === text ? text : undefined),
);

/**
 * A version without what pages load of it besides its entry, because the code comes from elsewhere: style sheets, and
 * chunks ahead of it. Its declaration stays, and so do documents and licences.
 */
function withoutCode(manifest: ArtifactManifest): ArtifactManifest {
  return {
    ...manifest,
    styles: [],
    pages: Object.fromEntries(Object.keys(manifest.pages).map((page) => [page, []])),
    locales: { ...manifest.locales, ...Object.fromEntries(LANGUAGES.map((language) => [language, []])) },
  };
}

/** The view of a browser that takes a part from elsewhere: no other version takes over. Undefined without the part. */
export function withOverride(view: ReleaseView, part: string): ReleaseView | undefined {
  const remote = Object.hasOwn(view.remotes, part) ? view.remotes[part] : undefined;
  if (!remote) return undefined;
  const overridden = { ...remote, manifest: withoutCode(remote.manifest), fallback: null };
  return { ...view, remotes: { ...view.remotes, [part]: overridden } };
}
