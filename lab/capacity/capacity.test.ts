import { expect, test } from '@jest/globals';
import { readFigures, timeFor } from './server-figures.ts';
import { visitsADay } from './visits-a-day.ts';

const metrics = (quick: number, slow: number) => `# TYPE process_cpu_seconds_total counter
process_cpu_seconds_total 1.5
process_resident_memory_bytes 1048576
portal_http_requests_total{kind="page",status="200"} 3
portal_http_requests_total{kind="file",status="200"} 4
portal_http_request_seconds_bucket{le="0.001",kind="page"} ${String(quick)}
portal_http_request_seconds_bucket{le="0.1",kind="page"} ${String(quick + slow)}
portal_http_request_seconds_bucket{le="+Inf",kind="page"} ${String(quick + slow)}
portal_http_request_seconds_bucket{le="0.001",kind="file"} 4
portal_http_request_seconds_bucket{le="0.1",kind="file"} 4
portal_http_request_seconds_bucket{le="+Inf",kind="file"} 4
`;

test('figures of the server are those of its own metrics', () => {
  const [before, after] = [readFigures(metrics(0, 0)), readFigures(metrics(98, 2))];
  expect(after).toMatchObject({ cpuSeconds: 1.5, resident: 1_048_576, requests: 7 });
  expect([timeFor(0.5, before, after), timeFor(0.98, before, after), timeFor(0.99, before, after)]).toEqual([
    0.001, 0.001, 0.1,
  ]);
});

test('two cores serve 3 million visits of 10 ms a day, half used in an hour with 12 % of them', () => {
  expect(visitsADay({ cores: 2, cpuSeconds: 0.01 })).toBeCloseTo(3_000_000);
});
