import type { LogFormat } from './server-log.ts';
import { LOG_FORMATS } from './server-log.ts';
import type { Setting } from './setting-table.ts';
import { portIn, readPort, samePort } from './settings.mjs';
import type { PortVariable } from './settings.mjs';
import { hostSetting, wholeNumber, wrongSetting, yesOrNo } from './setting-table.ts';

const LOG_FORMAT: Setting<LogFormat> = {
  description: 'the form of the [log](#logs): `json`, or `text` for a terminal',
  default: '`json`',
  read(text, name) {
    const format = text === '' ? 'json' : LOG_FORMATS.find((each) => each === text);
    if (format) return format;
    throw wrongSetting(name, text, '"json" or "text", or leave it unset for "json"');
  },
};

/** Longer than any load balancer waits between two looks. In seconds. */
const MOST_DRAIN_SECONDS = 300;

/** The port of the metrics of a server that gives none out by itself, and that listens on the port of `other`. */
export const ownMetricsPort = (other: PortVariable): Setting<number | undefined> => ({
  description: 'the port on `METRICS_HOST`',
  default: 'none: no metrics',
  read(text, name, environment) {
    if (text === '') return undefined;
    const port = portIn(name, text, 'none');
    if (port === readPort(environment, other)) throw samePort(other, name, port);
    return port;
  },
});

/** Where the metrics of a server are. */
export const METRICS_HOST = hostSetting('the address of [metrics and health](#health), closed to clients', '127.0.0.1');

/** What all servers have in common: the log, and how they stop. */
export const LOG_SETTINGS = {
  LOG_FORMAT,
  ACCESS_LOG: yesOrNo('whether each request is a line of the log', true),
  DRAIN_SECONDS: wholeNumber(
    'how many seconds it takes requests after SIGTERM, while `/readyz` is 503',
    [0, MOST_DRAIN_SECONDS],
    0,
  ),
} as const;

interface LogValues {
  readonly LOG_FORMAT: LogFormat;
  readonly ACCESS_LOG: boolean;
  readonly DRAIN_SECONDS: number;
}

/** What the values of these variables are for a server. */
export const logOptions = ({ LOG_FORMAT: logFormat, ACCESS_LOG: accessLog, DRAIN_SECONDS: seconds }: LogValues) => ({
  logFormat,
  accessLog,
  drainMs: seconds * 1000,
});
