import { startPortal } from './portal-process.ts';

/** Starts the portal that the tests share, unless BASE_URL names one; the function that it returns stops it. */
export default async function globalSetup(): Promise<() => Promise<void>> {
  if (process.env['BASE_URL']) return async () => {};
  const portal = await startPortal();
  process.env['BASE_URL'] = portal.url;
  process.env['BACKEND_URL'] = portal.backendUrl;
  process.env['PORTAL_STARTED_HERE'] = 'yes';
  return async () => {
    await portal.stop();
  };
}
