import type { RemoteModule } from '@portal/contract/remote-module';
import type { State, States, Texts } from './state.tsx';
import type { Language } from '@portal/contract/language';

interface StatesModule {
  readonly states: States;
  /** The texts of states that belong to no remote. */
  readonly loadTexts?: (language: Language) => Promise<Texts>;
}

/** What the build finds in a folder: the modules with states, by path, and the remote that they are of. */
export interface Part {
  readonly modules: Readonly<Record<string, () => Promise<StatesModule>>>;
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

/** A state by its name, and its texts: those of its module, or of the remote that it is of. */
export async function loadState(parts: Parts, name: string, language: Language): Promise<readonly [State, Texts]> {
  const end = name.lastIndexOf('/');
  const module = await listModules(parts).get(name.slice(0, end))?.();
  const state = module?.states[name.slice(end + 1)];
  if (!state) throw new Error(`There is no state ${name}.`);
  if (module.loadTexts) return [state, await module.loadTexts(language)];
  const remote = await parts[getPart(parts, name)]?.remote?.();
  return [state, remote ? { [remote.name]: await remote.loadMessages(language) } : {}];
}

const getPart = (parts: Parts, state: string) => Object.keys(parts).find((name) => state.startsWith(`${name}/`)) ?? '';
