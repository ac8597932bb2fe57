import { fallbacksOf } from '@portal/contract/fallbacks';
import { buildDay, partName, plainVersion } from '@portal/contract/part-facts';
import { useLanguage } from '@portal/i18n';
import { usePortal } from '../portal.ts';
import { BuildFacts } from './build-facts.tsx';

/** Version and build date of the portal, then of every live part, the shell first (specification, section 2). */
export function BuildInformation() {
  const { page, loader } = usePortal();
  const language = useLanguage();
  const { shell, remotes, number } = page.release;
  /** The versions that run in this page, which may be fallbacks; for remotes that have not loaded, the released ones. */
  const running = Object.entries(remotes).map(([name, remote]) => {
    const loaded = loader.loaded().find((each) => each.name === name)?.module.version;
    const { version, builtAt } = fallbacksOf(remote).find((fallback) => fallback.version === loaded) ?? remote;
    return { declaration: remote.declaration, version, builtAt };
  });
  return (
    <BuildFacts
      version={plainVersion(shell.version)}
      day={buildDay(shell.builtAt)}
      release={number}
      parts={[shell, ...running].map(({ declaration, version, builtAt }) => ({
        name: partName(declaration, language),
        version,
        day: buildDay(builtAt),
      }))}
    />
  );
}
