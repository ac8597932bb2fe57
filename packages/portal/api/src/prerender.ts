import { startPrerenderSession } from '@portal/session/prerender';
import { getAccount } from './calls/get-account.ts';
import { startApi } from './transport.ts';

/**
 * Starts session and API client for a build that renders a page: the API has answered these paths already, with `data`,
 * and answers nothing else. The one of the account is whom the page is rendered for.
 */
export async function startPrerenderApi(data: Readonly<Record<string, unknown>>): Promise<void> {
  const texts = Object.fromEntries(
    Object.entries(data).map(([path, each]) => [path, JSON.stringify({ data: each })] as const),
  );
  const earlyReads = Object.fromEntries(
    Object.entries(texts).map(([path, text]) => [
      path,
      Promise.resolve({ ok: true, status: 200, text: () => Promise.resolve(text) }),
    ]),
  );
  startApi({
    baseUrl: 'https://api.example.com/',
    fetch: () => Promise.reject(new Error('A page that a build renders asks nobody')),
    earlyReads,
    earlyTexts: texts,
  });
  await startPrerenderSession(getAccount);
}
