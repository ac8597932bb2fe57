import type { PublishedVersion } from '../format/documents.ts';
import type { Refusal } from './refusal.ts';
import { named } from './refusal.ts';

/** Refuses a version that nobody can build again, because its sources are in no commit. */
export function uncommittedBuild({ manifest, provenance: { source } }: PublishedVersion): readonly Refusal[] {
  if (source?.clean !== false) return [];
  return [
    {
      rule: 'uncommitted-build',
      sides: [named(manifest), `commit ${source.commit}`],
      problem: `${named(manifest)} was built with uncommitted changes.`,
      remedy: 'Commit them and publish a new version; --anyway releases this one all the same.',
    },
  ];
}
