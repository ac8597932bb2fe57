import type { Release } from '../format/release.ts';

/** The canaries of a request by the name of their part; null ends one. */
type Asked = ReadonlyMap<string, { readonly version: string } | null>;

/**
 * Finds the draws of a request's canaries. A version that is a canary already keeps its draw, and therefore its visitors. The other canaries
 * of the request have one draw, because they may fit only together: the draw of those that keep theirs, if it is one, else a new one.
 */
export function drawsFor(live: Release | undefined, asked: Asked): (name: string, version: string) => string {
  const kept = (name: string, version: string) => {
    const before = live?.canaries[name];
    return before?.version === version ? before.draw : undefined;
  };
  const requested = [...asked].flatMap(([name, canary]) =>
    canary ? [{ name, draw: kept(name, canary.version) }] : [],
  );
  const [draw, ...others] = new Set(requested.flatMap((canary) => canary.draw ?? []));
  const isJoined = draw !== undefined && others.length === 0;
  const first = requested.find((canary) => canary.draw === undefined);
  const shared = isJoined ? draw : `${first?.name ?? ''}-${String((live?.number ?? 0) + 1)}`;
  return (name, version) => kept(name, version) ?? shared;
}
