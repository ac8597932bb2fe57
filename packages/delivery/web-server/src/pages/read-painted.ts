import type { ArtifactManifest } from '@portal/contract/artifact';
import type { Asset, Assets } from '../files/assets.ts';

type Read<Painted> = (assets: Assets, manifest: ArtifactManifest, file: string) => Promise<Painted | undefined>;

/** Reads files with painted pages; each is parsed once, because pages are rendered again for each language and theme. */
export function paintedReader<Painted extends object>(parse: (what: string, input: unknown) => Painted): Read<Painted> {
  const parsed = new WeakMap<Asset, Painted>();
  return async (assets, manifest, file) => {
    try {
      const asset = await assets.read(manifest, file);
      const painted = parsed.get(asset) ?? parse(file, JSON.parse(new TextDecoder().decode(asset.content.bytes)));
      parsed.set(asset, painted);
      assets.reportServed(manifest.name, file);
      return painted;
    } catch (error) {
      // A missing or damaged file costs the painted page alone: with scripts the portal does not need it.
      assets.reportFailure(manifest.name, file, error);
      return undefined;
    }
  };
}
