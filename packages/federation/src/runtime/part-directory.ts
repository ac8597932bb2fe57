import type { Declaration } from '@portal/contract/declaration';
import type { Language } from '@portal/contract/language';
import type { PageData, PageRemote } from '@portal/contract/page';
import type { PartListing } from '@portal/contract/part-listing';
import { parsePartListing, partListingAddress } from '@portal/contract/part-listing';
import { matchesPath } from '@portal/contract/paths';
import { LISTING_LIMIT_MS } from '@portal/contract/time-limit';

/** The web server has not said what the page needs of a further part. */
export class ListingError extends Error {
  /** Whether the server no longer knows the page's versions: only a new page helps. */
  readonly isOutdated: boolean;

  constructor(
    message: string,
    { isOutdated = false, ...options }: ErrorOptions & { readonly isOutdated?: boolean } = {},
  ) {
    super(message, options);
    this.name = 'ListingError';
    this.isOutdated = isOutdated;
  }

  get needsReload(): boolean {
    return this.isOutdated;
  }
}

/** The part that a path belongs to. */
export interface FoundPart {
  readonly declaration: Declaration;
  readonly alone: boolean;
}

/** The parts of the page's release, as far as the page knows them. A page begins with its own; it asks for others when it meets them. */
export interface PartDirectory {
  /** The declarations that the page knows: the shell's first, then those of its own part, then others in the order in which it has met them. */
  declarations(): readonly Declaration[];
  remote(name: string): PageRemote | undefined;
  /**
   * Learns whose a path is; undefined if nobody's. `alone` means that the remote runs only in a page that begins with it.
   * @throws {ListingError}
   */
  find(pathname: string): Promise<FoundPart | undefined>;
  /** Whether a page that begins with this remote has versions that may take over, and this page has not. */
  hasMoreAlone(name: string): boolean;
  /** The hash of every script of a part, by file. @throws {ListingError} */
  scriptsOf(part: string): Promise<PartListing['scripts']>;
  /** The files that the first screen of a page of a remote needs; empty for one whose listing the page does not have. */
  firstFiles(part: string, page: string, language: Language): readonly HashedFile[];
}

/** A file of a part with the hash that it must have. */
export interface HashedFile {
  readonly file: string;
  readonly integrity: string;
}

/** Whether a declaration has a route or a redirect for the path. */
export function declares({ routes, redirects = [] }: Declaration, pathname: string): boolean {
  return (
    routes.some(({ path }) => matchesPath(path, pathname)) || redirects.some(({ from }) => matchesPath(from, pathname))
  );
}

async function fetchListing(address: string): Promise<PartListing | null> {
  const unreachable = (reason: string, options?: ErrorOptions) => new ListingError(`${address} ${reason}`, options);
  // In Firefox, a fetch without `keepalive` waits for a script that hangs.
  const answer = await fetch(address, { keepalive: true, signal: AbortSignal.timeout(LISTING_LIMIT_MS) }).catch(
    (cause: unknown) => {
      throw unreachable('could not be fetched', { cause });
    },
  );
  // 404 is of a web server from before there were listings.
  if (answer.status === 410 || answer.status === 404)
    throw new ListingError(`${address} is not served any more`, { isOutdated: true });
  if (!answer.ok) throw unreachable(`answered ${String(answer.status)}`);
  try {
    return parsePartListing(await answer.json());
  } catch (cause) {
    throw unreachable('answered something else', { cause });
  }
}

/**
 * The directory of one page. `ownPath` is the path that it was opened with: if anybody declares that, the page has the part. `fetchOne` is
 * replaced in tests.
 */
export function createPartDirectory(
  { view, shell, remotes, navigation }: PageData['release'],
  ownPath: string,
  fetchOne: (address: string) => Promise<PartListing | null> = fetchListing,
): PartDirectory {
  const own = new Map(Object.entries(remotes));
  const listings = new Map<string, PartListing>();
  /** What is being fetched, by address; a failure is asked for again. */
  const asked = new Map<string, Promise<PartListing | null>>();
  /** Pages without navigation know all parts. */
  const knowsAll = navigation === undefined;

  function ask(address: string): Promise<PartListing | null> {
    const known = asked.get(address);
    if (known) return known;
    const asking = fetchOne(address).then((listing) => {
      // The first one stays: routes are told apart by its objects.
      const first = listing && (listings.get(listing.name) ?? listing);
      if (first) listings.set(first.name, first);
      return first;
    });
    asked.set(address, asking);
    asking.catch(() => asked.delete(address));
    return asking;
  }

  /** The remotes that the page has met, without its own. */
  const met = () => [...listings.values()].filter(({ name, remote }) => remote && !own.has(name));
  const declarations = () => [
    shell.declaration,
    ...[...own.values()].map(({ declaration }) => declaration),
    ...met().map(({ declaration }) => declaration),
  ];

  return {
    declarations,
    remote: (name) => own.get(name) ?? listings.get(name)?.remote ?? undefined,
    async find(pathname) {
      const known = declarations().find((declaration) => declares(declaration, pathname));
      if (known) return { declaration: known, alone: !own.has(known.name) && listings.get(known.name)?.alone === true };
      const listing = knowsAll || pathname === ownPath ? null : await ask(partListingAddress(view, { path: pathname }));
      if (!listing || !declares(listing.declaration, pathname)) return undefined;
      return { declaration: listing.declaration, alone: listing.alone };
    },
    hasMoreAlone: (name) => !own.has(name) && listings.get(name)?.moreAlone === true,
    async scriptsOf(part) {
      if (knowsAll) return {};
      const listing = listings.get(part) ?? (await ask(partListingAddress(view, { part })));
      // Code that does not ask the page would load further scripts unchecked.
      if (listing?.name !== part || (listing.alone && !own.has(part))) return {};
      return listing.scripts;
    },
    firstFiles(part, page, language) {
      const listing = listings.get(part);
      if (!listing?.remote) return [];
      const { remote, pages, locales, scripts } = listing;
      const named = new Set([remote.entry, ...(pages[page] ?? []), ...(locales?.[language] ?? [])]);
      const hashed = [...named].flatMap((file) =>
        scripts[file] === undefined ? [] : { file, integrity: scripts[file] },
      );
      return [...remote.styles, ...hashed];
    },
  };
}
