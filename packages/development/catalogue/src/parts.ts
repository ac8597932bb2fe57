import type { RemoteModule } from '@portal/contract/remote-module';
import type { States, Texts } from './state.tsx';
import type { Language } from '@portal/contract/language';

/** What the build finds in a folder: the modules with states, by path, and the remote that they are of. */
export interface Part {
  readonly modules: Readonly<Record<string, () => Promise<{ readonly states: States }>>>;
  readonly remote?: () => Promise<RemoteModule>;
}
/** By the name of the package. */
export type Parts = Readonly<Record<string, Part>>;

/** The modules of all parts by the beginning of their states' names: "mfe-hubs/settings-page". */
export function listModules(parts: Parts): ReadonlyMap<string, Part['modules'][string]> {
  return new Map(
    Object.entries(parts).flatMap(([part, { modules }]) =>
      Object.entries(modules).map(
        ([file, load]) => [`${part}/${/([^/]+)\.states\.tsx$/.exec(file)?.[1]}`, load] as const,
      ),
    ),
  );
}

/** The texts of the remote that a state is of. */
export async function loadTexts(parts: Parts, state: string, language: Language): Promise<Texts> {
  const remote = await parts[getPart(parts, state)]?.remote?.();
  return remote ? { [remote.name]: await remote.loadMessages(language) } : {};
}

const getPart = (parts: Parts, state: string) => Object.keys(parts).find((name) => state.startsWith(`${name}/`)) ?? '';
