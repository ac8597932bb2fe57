import type { Declaration } from '@portal/contract/declaration';
import { claims } from '@portal/contract/declaration';
import type { Language } from '@portal/contract/language';
import type { Navigation, PageData, PageRemote } from '@portal/contract/page';
import type { PartAnswer, PartDescriptor, RoleParts } from '@portal/contract/part-descriptor';
import {
  parsePartAnswer,
  parseRoleParts,
  partDescriptorAddress,
  RESTRICTED,
  rolePartsAddress,
} from '@portal/contract/part-descriptor';
import { DESCRIPTOR_LIMIT_MS } from '@portal/contract/time-limit';

/** The web server has not said what the page needs of a further part. */
export class DescriptorError extends Error {
  /** Whether the server no longer knows the page's versions: only a new page helps. */
  readonly isOutdated: boolean;

  constructor(
    message: string,
    { isOutdated = false, ...options }: ErrorOptions & { readonly isOutdated?: boolean } = {},
  ) {
    super(message, options);
    this.name = 'DescriptorError';
    this.isOutdated = isOutdated;
  }

  get needsReload(): boolean {
    return this.isOutdated;
  }
}

/**
 * The parts of the page's release, as far as the page knows them. A page begins with its own; it asks for others when
 * it meets them.
 */
export interface PartDirectory {
  /**
   * The declarations that the page knows: the shell's first, then those of its own part, then others in the order in
   * which it has met them.
   */
  declarations(): readonly Declaration[];
  remote(name: string): PageRemote | undefined;
  /**
   * Learns whose a path is, for an account with these roles; undefined if nobody's, "restricted" if it is for other
   * roles.
   * @throws {DescriptorError}
   */
  find(pathname: string, roles?: readonly string[]): Promise<Declaration | typeof RESTRICTED | undefined>;
  /**
   * Meets the parts that exist for accounts with these roles alone. @returns what they add to the header.
   * @throws {DescriptorError}
   */
  loadForRoles(roles: readonly string[]): Promise<Navigation['header']>;
  /** The hash of every script of a part, by file. @throws {DescriptorError} */
  getScripts(part: string): Promise<PartDescriptor['scripts']>;
  /**
   * The files that the first screen of a page of a remote needs; empty for one whose descriptor the page does not have.
   */
  firstFiles(part: string, page: string, language: Language): readonly HashedFile[];
}

/** A file of a part with the hash that it must have. */
export interface HashedFile {
  readonly file: string;
  readonly integrity: string;
}

async function fetchAnswer<Value>(address: string, parse: (input: unknown) => Value): Promise<Value> {
  const unreachable = (reason: string, options?: ErrorOptions) => new DescriptorError(`${address} ${reason}`, options);
  // In Firefox, a fetch without `keepalive` waits for a script that hangs.
  const answer = await fetch(address, { keepalive: true, signal: AbortSignal.timeout(DESCRIPTOR_LIMIT_MS) }).catch(
    (cause: unknown) => {
      throw unreachable('could not be fetched', { cause });
    },
  );
  if (answer.status === 410) throw new DescriptorError(`${address} is not served any more`, { isOutdated: true });
  if (!answer.ok) throw unreachable(`answered ${String(answer.status)}`);
  try {
    return parse(await answer.json());
  } catch (cause) {
    throw unreachable('answered something else', { cause });
  }
}

/** Asks once for each address; a failure is asked for again. */
function askedOnce<Answer>(ask: (address: string) => Promise<Answer>): (address: string) => Promise<Answer> {
  const asked = new Map<string, Promise<Answer>>();
  return (address) => {
    const known = asked.get(address);
    if (known) return known;
    const asking = ask(address);
    asked.set(address, asking);
    asking.catch(() => asked.delete(address));
    return asking;
  };
}

/** Asks the web server; replaced in tests. */
interface Descriptors {
  part(address: string): Promise<PartAnswer>;
  roleParts(address: string): Promise<RoleParts>;
}

const DESCRIPTORS: Descriptors = {
  part: (address) => fetchAnswer(address, parsePartAnswer),
  roleParts: (address) => fetchAnswer(address, parseRoleParts),
};

/**
 * The directory of one page. `ownPath` is the path that it was opened with: if anybody declares that for everybody, the
 * page has the part.
 */
export function createPartDirectory(
  { view, shell, remotes, isRestricted = false }: PageData['release'],
  ownPath: string,
  fetching: Descriptors = DESCRIPTORS,
): PartDirectory {
  const own = new Map(Object.entries(remotes));
  const descriptors = new Map<string, PartDescriptor>();

  /** The first descriptor of a part stays: routes are told apart by its objects. */
  function keep(descriptor: PartDescriptor): PartDescriptor {
    const first = descriptors.get(descriptor.name) ?? descriptor;
    descriptors.set(first.name, first);
    return first;
  }

  const askPart = askedOnce(async (address) => {
    const answer = await fetching.part(address);
    return answer === null || answer === RESTRICTED ? answer : keep(answer);
  });
  const askRoleParts = askedOnce(async (address) => {
    const { parts, header } = await fetching.roleParts(address);
    parts.forEach(keep);
    return header;
  });

  /** The remotes that the page has met, without its own. */
  const met = () => [...descriptors.values()].filter(({ name, remote }) => remote && !own.has(name));
  const declarations = () => [
    shell.declaration,
    ...[...own.values()].map(({ declaration }) => declaration),
    ...met().map(({ declaration }) => declaration),
  ];

  return {
    declarations,
    remote: (name) => own.get(name) ?? descriptors.get(name)?.remote ?? undefined,
    async find(pathname, roles = []) {
      const known = declarations().find((declaration) => claims(declaration, pathname));
      if (known) return known;
      if (pathname === ownPath && !isRestricted) return undefined;
      if (pathname === ownPath && roles.length === 0) return RESTRICTED;
      const answer = await askPart(partDescriptorAddress(view, { path: pathname }, roles));
      if (answer === RESTRICTED) return RESTRICTED;
      return answer && claims(answer.declaration, pathname) ? answer.declaration : undefined;
    },
    async loadForRoles(roles) {
      return roles.length === 0 ? [] : await askRoleParts(rolePartsAddress(view, roles));
    },
    async getScripts(part) {
      const descriptor = descriptors.get(part) ?? (await askPart(partDescriptorAddress(view, { part })));
      if (descriptor === null || descriptor === RESTRICTED || descriptor.name !== part) return {};
      return descriptor.scripts;
    },
    firstFiles(part, page, language) {
      const descriptor = descriptors.get(part);
      if (!descriptor?.remote) return [];
      const { remote, pages, locales, scripts } = descriptor;
      const named = new Set([remote.entry, ...(pages[page] ?? []), ...locales[language]]);
      const hashed = [...named].flatMap((file) =>
        scripts[file] === undefined ? [] : { file, integrity: scripts[file] },
      );
      return [...remote.styles, ...hashed];
    },
  };
}
