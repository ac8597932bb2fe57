import { copyFile, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { freePort } from '@portal/node-kit/testing';
import { LocalIssuer } from '@portal/release-service/testing/local-issuer';
import { runCommand } from '../../scripts/processes/run-command.ts';
import { UNGUARDED_WATCHER } from '../../scripts/start/servers.ts';
import { packageMachine } from '../../scripts/system-packages.ts';
import { installationSteps } from '../../tools/documents/pages.ts';
import { packageAll } from '../../tools/packages/package-server.ts';
import { IS_ROOT } from '../../tools/packages/testing.ts';
import { obtainNginx, startNginx } from '../../tools/test/nginx.ts';
import type { TestNginx } from '../../tools/test/nginx.ts';
import { OperatorsMachine } from './support/operators-machine.ts';
import { end, launch } from './support/portal-process.ts';
import { signIn } from './support/portal.ts';
import { builtVersion } from './support/versions.ts';
import { expect, test } from './support/watched-test.ts';

const ROOT = join(import.meta.dirname, '../..');
const BACKEND = join(ROOT, 'packages/development/dev-backend/src/main.ts');
const PROJECT = 'acme/mfe-legal';
const NEXT = 'mfe-legal@1.1.0';
const NEXT_SENTENCE = 'A lawyer has edited this sentence';
const FIRST_SENTENCE = 'They are written to be read';

/** nginx's certificate is the test's own. */
test.use({ ignoreHTTPSErrors: true });

/**
 * What is on the machine before the steps begin: the archives, the builds of all parts, and what only this portal's
 * operator knows.
 */
async function bring(machine: OperatorsMachine, config: object): Promise<void> {
  const home = machine.at('/home');
  await packageAll(ROOT, home);
  const builds = ['shell', 'mfe-hubs', 'mfe-account', 'mfe-legal', 'mfe-developer'].map((part) => `${part}/dist`);
  await runCommand({ file: 'tar', args: ['czf', join(home, 'builds.tar.gz'), ...builds], cwd: ROOT });
  await writeFile(machine.at('/etc/portal/config.json'), JSON.stringify(config));
}

async function expectTerms(page: Page, portal: string, sentence: string): Promise<void> {
  await page.goto(`${portal}/terms`);
  await expect(page.getByRole('article')).toContainText(sentence);
}

test.describe('the steps of docs/install.md', () => {
  test.skip(process.env['PORTAL_STARTED_HERE'] !== 'yes', 'needs the builds of a portal of its own');

  let nginx: TestNginx;
  let machine: OperatorsMachine;
  const stops: (() => Promise<void>)[] = [];
  test.afterEach(async () => {
    for (const stop of stops.splice(0).toReversed()) await stop();
  });

  test('lead from archives to a portal with TLS, in which a customer signs in, a pipeline releases and rolls back, and which outlasts the kill of each process', async ({
    page,
  }) => {
    test.skip(!obtainNginx(packageMachine(console.error)), 'nginx is not installed');
    test.setTimeout(600_000);
    const [port, metricsPort, servicePort, serviceMetricsPort, backendPort] = [
      await freePort(),
      await freePort(),
      await freePort(),
      await freePort(),
      await freePort(),
    ];
    const pipelines = await LocalIssuer.start();
    stops.push(() => pipelines.stop());
    nginx = await startNginx({ webServers: [`127.0.0.1:${port}`], service: `127.0.0.1:${servicePort}` });
    stops.push(() => nginx.stop());
    machine = await OperatorsMachine.make({
      'VERSION=1.2.115': 'VERSION=$(ls portal-web-server-*.tar.gz | sed "s/portal-web-server-//; s/.tar.gz//")',
      '-o portal-release': IS_ROOT ? '-o nobody' : '',
      '=4000': `=${port}`,
      // Nobody waits for half an hour.
      'RELEASE_METRICS_PORT=4401': `RELEASE_METRICS_PORT=${serviceMetricsPort}\nWATCHER_SETTINGS=/etc/portal/watcher.json`,
      '4300': String(metricsPort),
      '4401': String(serviceMetricsPort),
      '=4400': `=${servicePort}`,
      'https://portal.example.com': nginx.portal,
      'https://releases.example.com': nginx.releases,
      'https://gitlab.example.com': pipelines.url,
      // The parts come from the working tree.
      '"rules": [': '"requires": { "*": { "committed": false } }, "rules": [',
    });
    await copyFile(UNGUARDED_WATCHER, machine.at('/etc/portal/watcher.json'));
    stops.push(() => machine.remove());
    const state = await mkdtemp(join(tmpdir(), 'portal-cloud-'));
    stops.push(() => rm(state, { recursive: true, force: true }));
    const backend = await launch(BACKEND, {
      BACKEND_PORT: String(backendPort),
      PORTAL_STATE: state,
      PORTAL_ORIGINS: nginx.portal,
      DATABASE_URL: 'memory',
    });
    stops.push(() => end(backend));
    const cloud = `http://localhost:${backendPort}`;
    const config = {
      apiBaseUrl: `${cloud}/api/`,
      identityLogoutUrl: `${cloud}/identity/session/end`,
      cookieDomain: null,
      publicOrigin: nginx.portal,
      features: { singleSignOn: true },
      documentOrigins: [cloud],
      links: {},
    };
    await bring(machine, config);

    const [, unpack = '', makeStore = '', settings = '', start = '', ask = '', release = '', rollBack = ''] =
      await installationSteps();
    for (const step of [unpack, makeStore, settings, start]) await machine.type(step);
    expect(await machine.enabled()).toEqual(['portal-web-server', 'portal-release-service']);
    const webServer = machine.server('portal-web-server', `http://127.0.0.1:${metricsPort}/readyz`);
    const service = machine.server('portal-release-service', `http://127.0.0.1:${serviceMetricsPort}/readyz`);
    stops.push(
      () => webServer.stop(),
      () => service.stop(),
    );
    await Promise.all([webServer.start(), service.start()]);
    expect(await machine.type(ask, { CURL_CA_BUNDLE: nginx.caFile })).toContain('"number":1');

    await test.step('a customer signs in and uses the portal', async () => {
      await page.goto(nginx.portal);
      const protocol = await page.evaluate(() =>
        performance.getEntriesByType('navigation').map((entry) => 'nextHopProtocol' in entry && entry.nextHopProtocol),
      );
      expect(protocol).toEqual(['h2']);
      await signIn(page, 'owner@example.com');
      await page.getByRole('switch', { checked: true }).first().click();
      await expect(page.getByText('Your changes were saved successfully.')).toBeVisible();
      const cookies = await page.context().cookies(nginx.portal);
      expect(cookies.filter(({ secure }) => !secure)).toEqual([]);
      expect(cookies.map(({ name }) => name)).toEqual(expect.arrayContaining(['access_token', 'refresh_token']));
      await expectTerms(page, nginx.portal, FIRST_SENTENCE);
    });

    const job = {
      BUILD: await builtVersion(NEXT),
      RELEASED: NEXT,
      RELEASE_TOKEN: await pipelines.workloadToken(nginx.releases, { project: PROJECT }),
      PORTAL_STATE: machine.at('/home/job'),
      NODE_EXTRA_CA_CERTS: nginx.caFile,
    };
    const asJob = (commands: string) =>
      machine.type(commands, {
        ...job,
        RELEASE_SERVICE: nginx.releases,
        LOG_KEYS: machine.at('/etc/portal/trusted-keys'),
      });
    await test.step('its pipeline releases a part through the service', async () => {
      await machine.type('cp /etc/portal/trusted-keys .');
      expect(await asJob(release)).toContain('served by 1 of 1');
      await expectTerms(page, nginx.portal, NEXT_SENTENCE);
    });

    await test.step('each process is killed, and the customer goes on', async () => {
      await webServer.kill();
      await webServer.start();
      await expectTerms(page, nginx.portal, NEXT_SENTENCE);
      await service.kill();
      await service.start();
      await nginx.kill();
      await nginx.start();
      await page.goto(`${nginx.portal}/settings`);
      await expect(page.getByRole('switch').first()).toBeVisible();
    });

    await test.step('the release is taken back, in one step', async () => {
      const history = await asJob(rollBack);
      expect(history).toContain('The old sentence was right');
      expect(history).not.toContain('(break-glass)');
      await expectTerms(page, nginx.portal, FIRST_SENTENCE);
    });

    await test.step('a command past the service leaves its mark', async () => {
      const promote = `runuser -u portal-release -- portal-release promote ${NEXT} --reason "The service is away"`;
      const operator = { STORE: machine.at('/srv/portal-store'), PORTAL_STATE: machine.at('/var/lib/portal-operator') };
      await machine.type(promote, operator);
      expect(await asJob('portal-release history --limit 1')).toContain('(break-glass)');
    });
  });
});
