import { getFallbacks } from '@portal/contract/fallbacks';
import type { LiveParts } from '@portal/contract/live-parts';
import { buildDay, plainVersion } from '@portal/contract/part-labels';
import { useLanguage } from '@portal/i18n';
import { useLoaderData, useRevalidator } from 'react-router-dom';
import { PageError } from '../layout/page-error.tsx';
import { usePortal } from '../portal.ts';
import { BuildFacts } from './build-facts.tsx';

/** In place of the parts if the web server has not told their versions. */
function NoParts() {
  const { state, revalidate } = useRevalidator();
  return <PageError retrying={state === 'loading'} onRetry={() => void revalidate()} />;
}

/**
 * Version and build date of the portal, then of every live part, the shell first (specification, section 2). The route
 * loads the parts.
 */
export function BuildInformation() {
  const { page, parts, loader } = usePortal();
  const language = useLanguage();
  const { shell, number } = page.release;
  const released = useLoaderData<LiveParts | null>();
  /**
   * The versions that run in this page, which may be fallbacks; for remotes that have not loaded, the released ones.
   */
  const running = released?.map((live) => {
    const loaded = loader.loaded().find(({ name }) => name === live.part)?.module.version;
    const fallbacks = getFallbacks(parts.remote(live.part) ?? { fallback: null });
    const { version, builtAt } = fallbacks.find((fallback) => fallback.version === loaded) ?? live;
    return { name: live.text[language], version, day: buildDay(builtAt) };
  });
  return (
    <BuildFacts
      version={plainVersion(shell.version)}
      day={buildDay(shell.builtAt)}
      release={number}
      parts={running ?? <NoParts />}
    />
  );
}
