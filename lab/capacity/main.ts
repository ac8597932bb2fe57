/**
 * `npm run lab -- capacity --seconds 30`: what visits cost a web server, and how many a day it serves. Needs the store
 * of `npm start`.
 */
import { cpus, loadavg } from 'node:os';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { describeError } from '@portal/node-kit/plain-error';
import { formatText } from '@portal/node-kit/settings';
import { runCapacity } from './run.ts';
import { FIRST_SHARE, PEAK_HOUR, SECONDS_BETWEEN_LOOKS, USED, visitsADay } from './visits-a-day.ts';

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '30' },
    'warm-up': { type: 'string', default: '5' },
    load: { type: 'string', default: '0.3' },
  },
});
const print = (line: string) => console.log(line);
const state = resolve(formatText(process.env, 'PORTAL_STATE') || '.portal');
const seconds = Number(values.seconds);
const options = {
  state,
  seconds,
  warmUpSeconds: Number(values['warm-up']),
  firstShare: FIRST_SHARE,
  load: Number(values.load),
  print,
};
const report = await runCapacity(options).catch((error: unknown) => {
  console.error(describeError(error));
  process.exit(1);
});

const ms = (time: number) => `${(time * 1000).toFixed(2)} ms`;
const percent = (part: number) => `${String(Math.round(part * 100))} %`;
const { first, returning, look, timed } = report;
const tabs = 10_000;
const perVisit = ({ requests, visits }: typeof first) => (requests / visits).toFixed(0);
print(`
Machine:    ${String(cpus().length)} × ${cpus()[0]?.model ?? 'unknown'}, shared with the visitors (load ${loadavg()[0]?.toFixed(1) ?? '?'}); Node ${process.version}
Processor:  first visit ${ms(first.cpuSeconds)} (${perVisit(first)} requests), returning ${ms(returning.cpuSeconds)} (${perVisit(returning)}), mix ${ms(report.cpuSeconds)}
Open tabs:  a look for a newer release ${ms(look.cpuSeconds)}; ${tabs.toLocaleString('en')} visible ones take ${percent((tabs / SECONDS_BETWEEN_LOOKS) * look.cpuSeconds)} of a core
Answers:    half within ${ms(timed.half)}, 99 % within ${ms(timed.slow)}, at ${timed.visitsPerSecond.toFixed(0)} visits and ${timed.requestsPerSecond.toFixed(0)} requests a second (${ms(timed.cpuSeconds)} each)
Memory:     ${(report.resident / 1024 / 1024).toFixed(0)} MiB
Two cores:  ${Math.round(visitsADay({ cores: 2, cpuSeconds: report.cpuSeconds })).toLocaleString('en')} visits a day, with ${percent(USED)} of them used in an hour with ${percent(PEAK_HOUR)} of the visits, ${percent(FIRST_SHARE)} of them first ones
`);
for (const line of report.errors.slice(0, 20)) print(`- ${line}`);
if (report.errors.length > 0) process.exitCode = 1;
