import {
  browserEnvironment,
  checkedScripts,
  crashDetails,
  createPartDirectory,
  createRemoteLoader,
} from '@portal/federation/runtime';
import type { PartDirectory, RemoteLoader } from '@portal/federation/runtime';
import { currentLanguage, startI18n } from '@portal/i18n';
import { session } from '@portal/session';
import '@portal/ui/styles.css';
import type { PageData } from '@portal/contract/page';
import { isFileFailure } from './file-failure.ts';
import { readFilledFields } from './filled-fields.ts';
import { browserLanguage, followUserLanguage, loadShellMessages } from './languages.ts';
import { reloadWithGoodFiles } from './cdn-fallback.ts';
import { createOpenTab } from './open-tab.ts';
import { createPortal, findRoute, readPage } from './portal.ts';
import { readyToRender, renderPortal } from './render.tsx';
import { applyShellStyles } from './shell-styles.ts';
import { createPortalRouter } from './routing/router.tsx';
import { reportStartFailure, showStartFailure } from './start-failure.ts';
import { SHELL_PAGES } from './routing/shell-pages.ts';
import { followIntent, prefetchWhenIdle } from './routing/prefetch-when-idle.ts';
import { connectSession } from './session/connect-session.ts';
import { keepLastSeen } from './session/last-seen.ts';
import { leaveWhenSessionEnds } from './routing/session-end.ts';
import { followTheme } from './theme.ts';
import { measureVitals } from './vitals/measure-vitals.ts';
import { watchUncaughtErrors } from './uncaught-errors.ts';
import { timeSinceVisible } from './when-visible.ts';

/** Starts the remote of the page's route beside the shell's own texts. Whoever opens the page hears of a failure. */
function startOwnRemote(parts: PartDirectory, loader: RemoteLoader): void {
  const own = findRoute({ parts }, window.location.pathname)?.declaration.name;
  if (own !== undefined && parts.remote(own)) loader.load(own).catch(() => undefined);
}

/** Starts the page, one step per line. */
async function boot(): Promise<void> {
  const page = readPage();
  const parts = createPartDirectory(page.release, window.location.pathname);
  const scripts = checkedScripts(parts);
  window.__importScript = scripts.import;
  const environment = browserEnvironment(scripts);
  const loader = createRemoteLoader(parts.remote, environment);
  const { version } = page.release.shell;
  const reportCrash = (error: unknown, at?: string) =>
    environment.report({ part: 'shell', version, failure: 'crashed', ...crashDetails(error, at) });
  watchUncaughtErrors(loader, reportCrash);
  const styled = applyShellStyles(environment, page.release.shell);
  connectSession(page, parts);
  const checked = session.check();
  startOwnRemote(parts, loader);
  followTheme();
  readFilledFields();
  const language = browserLanguage();
  await startI18n({ language, messages: await loadShellMessages(language) });
  const preload = (owner: string, name: string) =>
    scripts.preload(owner, parts.firstFiles(owner, name, currentLanguage()));
  const portal = createPortal({ page, parts, loader, shellPages: SHELL_PAGES, checked, preload, reportCrash });
  if (import.meta.webpackHot) (await import(/* webpackMode: "eager" */ './development.ts')).followChanges(portal);
  followUserLanguage(portal.loader);
  const router = createPortalRouter(portal);
  leaveWhenSessionEnds(portal, router);
  await Promise.all([readyToRender(router), styled]);
  clearTimeout(window.__startTimer);
  renderPortal(portal, router);
  environment.report({ part: 'shell', version, loadedIn: Math.round(timeSinceVisible()) });
  measureVitals(portal, environment.report);
  portal.openTab.start(() => router.state.navigation.location);
  keepLastSeen();
  prefetchWhenIdle(portal);
  followIntent(portal);
}

/** Moves a page that shows the failure of its start to a newer release. */
function waitForMendedRelease(): void {
  let page: PageData;
  try {
    page = readPage();
  } catch {
    return; // damaged data do not tell which release this is
  }
  const openTab = createOpenTab(page.release);
  openTab.start(() => undefined);
  void openTab.replaceBroken(false);
}

boot().catch((error: unknown) => {
  clearTimeout(window.__startTimer);
  const report = () => {
    showStartFailure(error);
    reportStartFailure('crashed', crashDetails(error));
    waitForMendedRelease();
  };
  if (isFileFailure(error)) reloadWithGoodFiles().catch(report);
  else report();
});
