/**
 * `npm run lab -- endurance --minutes 10 --share 0.8 --release-every 2`: how a web server bears visitors and releases
 * for a long time. With `--requests 1000000` in place of minutes, that many requests are sent. `--measure 5`: for how
 * many seconds the capacity is measured.
 */
import { cpus } from 'node:os';
import { parseArgs } from 'node:util';
import { judgeMemory, mib } from './memory.ts';
import { runEndurance } from './run.ts';
import { tableRow } from './table-row.ts';

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '10' },
    requests: { type: 'string' },
    share: { type: 'string', default: '0.8' },
    'release-every': { type: 'string', default: '2' },
    measure: { type: 'string', default: '5' },
  },
});
const print = (line: string) => console.log(line);
const began = performance.now();
const report = await runEndurance({
  seconds: Number(values.minutes) * 60,
  requests: values.requests === undefined ? undefined : Number(values.requests),
  releaseEverySeconds: Number(values['release-every']),
  share: Number(values.share),
  measureSeconds: Number(values.measure),
  print,
});
const minutes = Math.round((performance.now() - began) / 60_000);

const growth = judgeMemory(report.memory);
const change = `${mib(growth.bytes)} MiB more than in the middle, ${growth.releases} releases before`;
print(`
Machine:      ${cpus().length} × ${cpus()[0]?.model ?? 'unknown'}, shared with the visitors; Node ${process.version}
Capacity:     ${Math.round(report.capacity)} requests/s
Releases:     ${report.releases}; visitors saw ${report.seen}, and the last one is served: ${report.last === report.releases + 1}
Memory:       in use at the end: ${change}${growth.isLeak ? ': releases leave something in memory' : ''}

The row for the table in docs/reliability.md (minutes, requests a second, requests, releases, errors, wrong versions, half and 99 % within, in use, resident):

${tableRow(minutes, report)}
`);
for (const line of [...report.errors, ...report.wrong].slice(0, 20)) print(`- ${line}`);
if (report.errors.length + report.wrong.length > 0 || growth.isLeak) process.exitCode = 1;
