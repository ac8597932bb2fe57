import type { Browser, BrowserContext, CDPSession, Cookie, Page } from 'playwright';
import type { MeasuredPage } from './pages.ts';
import type { Probe } from './probe.ts';
import { installProbe, isProbed, probeOptions, readProbe, untilPainted } from './probe.ts';

/** What a visit has loaded, by the kind of file. */
interface Loaded {
  readonly requests: number;
  /** On the network: compressed, with headers. */
  readonly bytes: number;
}
type Kind = 'page' | 'script' | 'style' | 'data' | 'preflight' | 'other';

export interface Visit extends Probe {
  readonly loaded: Readonly<Record<Kind, Loaded>>;
}

/** How much slower than this machine's a visitor's processor is. */
const CPU_RATE = 4;
const VISIT_LIMIT_MS = 60_000;

const KIND_OF: Readonly<Record<string, Kind>> = {
  Document: 'page',
  Script: 'script',
  Stylesheet: 'style',
  Fetch: 'data',
  XHR: 'data',
  Preflight: 'preflight',
};

interface Request {
  /** In seconds, by the browser's clock. */
  readonly sentAt: number;
  kind?: Kind;
  bytes?: number;
}

/** Counts what the page loads that it has asked for within these milliseconds since the navigation. */
async function countLoaded(client: CDPSession): Promise<(within: number) => Visit['loaded']> {
  const requests = new Map<string, Request>();
  client.on('Network.requestWillBeSent', ({ requestId, timestamp }) => {
    requests.set(requestId, { sentAt: timestamp });
  });
  client.on('Network.responseReceived', ({ requestId, type, response }) => {
    const request = requests.get(requestId);
    if (request && !response.url.startsWith('data:') && response.fromDiskCache !== true)
      request.kind = KIND_OF[type] ?? 'other';
  });
  client.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const request = requests.get(requestId);
    if (request) request.bytes = encodedDataLength;
  });
  await client.send('Network.enable');
  return (within) => {
    const none = () => ({ requests: 0, bytes: 0 });
    const loaded = { page: none(), script: none(), style: none(), data: none(), preflight: none(), other: none() };
    const [first] = requests.values();
    for (const { sentAt, kind, bytes } of requests.values()) {
      if (kind === undefined || bytes === undefined || (sentAt - (first?.sentAt ?? 0)) * 1000 > within) continue;
      loaded[kind].requests += 1;
      loaded[kind].bytes += bytes;
    }
    return loaded;
  };
}

async function openSlowPage(context: BrowserContext): Promise<readonly [Page, CDPSession]> {
  const page = await context.newPage();
  const client = await context.newCDPSession(page);
  await client.send('Emulation.setCPUThrottlingRate', { rate: CPU_RATE });
  return [page, client];
}

/** One visit in a tab of its own. `then` goes on with it. */
export async function visit(
  context: BrowserContext,
  url: string,
  measured: MeasuredPage,
  then: (page: Page) => Promise<void> = async () => {},
): Promise<Visit> {
  const [page, client] = await openSlowPage(context);
  try {
    await page.addInitScript(installProbe, probeOptions(measured));
    const loaded = await countLoaded(client);
    await page.goto(`${url}${measured.path}`, { waitUntil: 'commit' });
    await page.waitForFunction(isProbed, undefined, { timeout: VISIT_LIMIT_MS, polling: 100 });
    await page.waitForLoadState('networkidle');
    await page.locator(measured.pressed).last().click();
    await page.evaluate(untilPainted);
    const probe = await page.evaluate(readProbe);
    // What an idle browser fetches ahead is no part of what the visitor waits for.
    const seen = loaded(Math.max(probe.content, probe.answered));
    await then(page);
    return { ...probe, loaded: seen };
  } finally {
    await page.close();
  }
}

export type SessionCookies = readonly Pick<Cookie, 'name' | 'value' | 'domain' | 'path'>[];

/** A new browser profile, with a session if the page needs one. */
export async function newProfile(
  browser: Browser,
  { signedIn }: MeasuredPage,
  cookies: SessionCookies,
): Promise<BrowserContext> {
  const context = await browser.newContext({ locale: 'en', viewport: { width: 1280, height: 800 } });
  if (signedIn) await context.addCookies([...cookies]);
  return context;
}
