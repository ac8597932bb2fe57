import { browserEnvironment, crashDetails, createRemoteLoader } from '@portal/federation/runtime';
import { startI18n } from '@portal/i18n';
import { session } from '@portal/session';
import '@portal/ui/styles.css';
import { isFileFailure } from './file-failure.ts';
import { browserLanguage, followUserLanguage, loadShellMessages } from './languages.ts';
import { reloadWithOwnFiles } from './own-files.ts';
import { createPortal, readPage } from './portal.ts';
import { readyToRender, renderPortal } from './render.tsx';
import { applyShellStyles } from './shell-styles.ts';
import { createPortalRouter } from './routing/router.tsx';
import { reportStartFailure, showStartFailure } from './start-failure.ts';
import { SHELL_PAGES } from './routing/shell-pages.ts';
import { connectSession } from './session/connect-session.ts';
import { keepLastSeen } from './session/last-seen.ts';
import { leaveWhenSessionEnds } from './session/session-end.ts';
import { followTheme } from './theme.ts';
import { measureVitals } from './vitals/measure-vitals.ts';
import { watchUncaughtErrors } from './uncaught-errors.ts';

/** Starts the page, one step per line. */
async function boot(): Promise<void> {
  const page = readPage();
  const environment = browserEnvironment();
  const loader = createRemoteLoader(page.release.remotes, environment);
  const { version } = page.release.shell;
  const reportCrash = (error: unknown, at?: string) =>
    environment.report({ part: 'shell', version, failure: 'crashed', ...crashDetails(error, at) });
  watchUncaughtErrors(loader, reportCrash);
  const styled = applyShellStyles(environment, page.release.shell);
  connectSession(page);
  const checked = session.check();
  followTheme();
  const language = browserLanguage();
  await startI18n({ language, messages: await loadShellMessages(language) });
  const portal = createPortal(page, loader, SHELL_PAGES, checked, reportCrash);
  followUserLanguage(portal.loader);
  const router = createPortalRouter(portal);
  leaveWhenSessionEnds(portal, router);
  await Promise.all([readyToRender(router), styled]);
  clearTimeout(window.__startTimer);
  renderPortal(portal, router);
  environment.report({ part: 'shell', version, loadedIn: Math.round(performance.now()) });
  measureVitals(portal, environment.report);
  portal.openTab.start(() => router.state.navigation.location);
  keepLastSeen();
}

boot().catch((error: unknown) => {
  clearTimeout(window.__startTimer);
  const report = () => {
    showStartFailure(error);
    reportStartFailure('crashed', crashDetails(error));
  };
  if (isFileFailure(error)) reloadWithOwnFiles().catch(report);
  else report();
});
