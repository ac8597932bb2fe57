import { freePort } from '@portal/node-kit/testing';
import { SampleStore } from '@portal/release/operations/testing';
import type { RunningConsole } from '../console.ts';
import { startConsole } from '../console.ts';
import { Browser } from './browser.ts';
import type { Visit } from './browser.ts';
import { TestIdentityProvider } from './identity-provider.ts';

export const MANAGER = { email: 'manager@example.com', email_verified: true, roles: ['release-manager'] };

/** For tests: a console with its own store, identity provider and clock. */
export class SampleConsole {
  readonly sample: SampleStore;
  readonly identity: TestIdentityProvider;
  readonly lines: string[] = [];
  now = Date.now();
  origin = '';
  #running: RunningConsole | undefined;

  private constructor(sample: SampleStore, identity: TestIdentityProvider) {
    this.sample = sample;
    this.identity = identity;
  }

  static async start(metricsUrl?: string): Promise<SampleConsole> {
    const started = new SampleConsole(await SampleStore.make(), await new TestIdentityProvider().start());
    const port = await freePort();
    started.origin = `http://localhost:${String(port)}`;
    started.#running = await startConsole({
      port,
      origin: started.origin,
      store: started.sample.store,
      issuer: started.identity.issuer,
      clientId: 'release-console',
      metricsUrl,
      now: () => started.now,
      log: (line) => started.lines.push(line),
    });
    return started;
  }

  browser(): Browser {
    return new Browser(this.origin);
  }

  /** Signs a manager in. Returns the browser and the page that it shows. */
  async signIn(path = '/'): Promise<readonly [Browser, Visit]> {
    this.identity.person = MANAGER;
    const browser = this.browser();
    return [browser, await browser.open(`/sign-in?to=${encodeURIComponent(path)}`)];
  }

  async stop(): Promise<void> {
    await this.#running?.close();
    await this.identity.stop();
    await this.sample.remove();
  }
}
