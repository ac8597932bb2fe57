/** `npm run endurance -- --minutes 10 --share 0.8`: how a web server bears visitors and releases for a long time. */
import { cpus } from 'node:os';
import { parseArgs } from 'node:util';
import { runEndurance } from './run.ts';

/** How much more memory a server may need at the end than after a quarter of the time, as a part. */
const MOST_GROWTH = 0.1;

const { values } = parseArgs({
  options: { minutes: { type: 'string', default: '10' }, share: { type: 'string', default: '0.8' } },
});
const say = (line: string) => console.log(line);
const report = await runEndurance({
  seconds: Number(values.minutes) * 60,
  share: Number(values.share),
  measureSeconds: 5,
  say,
});

const middle = (numbers: readonly number[]) => numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0;
const [early, late] = [middle(report.memory.slice(2, 5)), middle(report.memory.slice(7))];
const growth = late / early - 1;
say(`
Machine:      ${cpus().length} × ${cpus()[0]?.model ?? 'unknown'}, shared with the visitors; Node ${process.version}
Capacity:     ${Math.round(report.capacity)} requests/s
Load:         ${Math.round(report.rate)} requests/s for ${values.minutes} minutes, ${report.requests} requests
Releases:     ${report.releases}; visitors saw ${report.seen}, and the last one is served: ${report.last === report.releases + 1}
Errors:       ${report.errors.length}
Wrong:        ${report.wrong.length}
Answers:      half within ${report.median.toFixed(1)} ms, 99 % within ${report.slow.toFixed(1)} ms
Memory:       ${report.memory.join(', ')} MiB; ${(growth * 100).toFixed(1)} % more at the end than in the third to fifth tenth`);
for (const line of [...report.errors, ...report.wrong].slice(0, 20)) say(`- ${line}`);
if (report.errors.length + report.wrong.length > 0 || growth > MOST_GROWTH) process.exitCode = 1;
