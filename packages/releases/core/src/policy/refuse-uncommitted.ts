import type { PublishedVersion } from '../format/documents.ts';
import type { Refusal } from './refusal.ts';
import { named, refusal } from './refusal.ts';

/** Refuses a version that nobody can build again, because its sources are in no commit. */
export function refuseUncommitted({ manifest, provenance: { source } }: PublishedVersion): readonly Refusal[] {
  if (source?.clean !== false) return [];
  return [
    refusal(
      'uncommitted-build',
      [named(manifest), `commit ${source.commit}`],
      `${named(manifest)} was built with uncommitted changes.`,
    ),
  ];
}
