import { readTable } from '@portal/node-kit/setting-table';
import { readMetricsUrls } from '../operations/metrics-urls.ts';
import { readVisitsOfAll } from '../operations/read-visits.ts';
import { directWriter } from '../operations/release-writer.ts';
import { VisitsOfAllSchema } from '../service-api/visits.ts';
import { commandCredentials } from '../service-client/command-credentials.ts';
import { readServiceAddress, RELEASE_SERVICE } from '../service-client/service-address.ts';
import { ServiceClient } from '../service-client/service-client.ts';
import { serviceDriver } from '../service-client/service-driver.ts';
import { serviceWriter } from '../service-client/service-writer.ts';
import { accessToRead } from '../release-log/key-files.ts';
import { rememberLog } from '../release-log/remember-log.ts';
import { askWebServers } from '../release-log/served-log.ts';
import { openDriver } from '../store/open-driver.ts';
import { openStore } from '../store/store.ts';
import type { Call } from './command.ts';
import { UsageError } from '../service-api/exit-codes.ts';
import { checkSessionFolder, localAccess, localLogFile, localStore } from './local-settings.ts';

/** What a command reads and changes: a release service, or a store itself. */
export type Target = Pick<Call, 'store' | 'writer' | 'visits' | 'service'>;

export type Values = Readonly<Record<string, string | boolean | undefined>>;

function storeTarget(address: string, note: Call['note'], isDryRun: boolean): Target {
  const metricsUrls = readMetricsUrls(process.env);
  const driver = openDriver(address);
  const file = localLogFile(driver.place);
  const opened = openStore(driver, {
    ...localAccess(),
    ...(file !== undefined && rememberLog(file, (problem) => note(`WARNING: ${problem}`))),
    askOthers: () => askWebServers(metricsUrls),
  });
  const store = isDryRun ? opened.dryRun() : opened;
  return {
    store,
    service: undefined,
    writer: directWriter(store, metricsUrls),
    async visits() {
      if (metricsUrls.length === 0)
        throw new UsageError(
          'judge needs METRICS_URL: the addresses of the web servers’ metrics, separated by commas.',
        );
      return readVisitsOfAll(metricsUrls);
    },
  };
}

function serviceTarget(service: string, isDryRun: boolean): Target {
  checkSessionFolder();
  const client = new ServiceClient({ service, credentials: commandCredentials(service, process.env) });
  return {
    store: openStore(serviceDriver(client), accessToRead()),
    service: client,
    writer: serviceWriter(client, isDryRun),
    visits: () => client.askFor({ method: 'GET', path: '/visits', kind: 'read' }, VisitsOfAllSchema),
  };
}

/**
 * The target that --store or --service names, else RELEASE_SERVICE, else the store that the environment names.
 * @throws {UsageError}
 */
export function openTarget({ store, service, 'dry-run': dryRun }: Values, note: Call['note']): Target {
  const isDryRun = dryRun === true;
  if (store === '') throw new UsageError('--store needs a folder, or "s3://BUCKET/PREFIX".');
  if (service === '') throw new UsageError('--service needs the address of a release service.');
  if (typeof store === 'string' && typeof service === 'string')
    throw new UsageError('Give --store or --service, not both.');
  if (typeof store === 'string') return storeTarget(store, note, isDryRun);
  const address =
    typeof service === 'string'
      ? readServiceAddress(service)
      : readTable({ RELEASE_SERVICE }, process.env).RELEASE_SERVICE;
  return address ? serviceTarget(address, isDryRun) : storeTarget(localStore(), note, isDryRun);
}
