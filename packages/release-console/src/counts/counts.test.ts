import { expect, test } from '@jest/globals';
import { listen } from '@portal/node-kit/listen';
import { failureRate, parseCounts, readCounts } from './counts.ts';

const TEXT = `# HELP portal_release_number Number of the release that is served; 0 while there is none.
# TYPE portal_release_number gauge
portal_release_number 7
portal_release_damaged 1
portal_part_failures_total{part="mfe-hubs",version="1.1.0",failure="unreachable"} 2
portal_part_failures_total{part="mfe-hubs",version="1.1.0",failure="crashed"} 1
portal_part_failures_total{part="mfe-hubs",version="1.1.0",failure="tampered"} 0
portal_part_load_seconds_bucket{part="mfe-hubs",version="1.1.0",le="0.1"} 50
portal_part_load_seconds_bucket{part="mfe-hubs",version="1.1.0",le="0.25"} 90
portal_part_load_seconds_bucket{part="mfe-hubs",version="1.1.0",le="0.5"} 97
portal_part_load_seconds_bucket{part="mfe-hubs",version="1.1.0",le="+Inf"} 97
portal_part_load_seconds_sum{part="mfe-hubs",version="1.1.0"} 9.7
portal_part_load_seconds_count{part="mfe-hubs",version="1.1.0"} 97
portal_part_failures_total{part="mfe-legal",version="1.0.0",failure="crashed"} 0
portal_part_load_seconds_count{part="mfe-legal",version="1.0.0"} 0
`;

test('reads failures, loads and load times by part and version', () => {
  const { served, damaged, versions } = parseCounts(TEXT);
  expect({ served, damaged }).toEqual({ served: 7, damaged: true });
  const [hubs, legal] = versions;
  expect(hubs).toMatchObject({ part: 'mfe-hubs', version: '1.1.0', loads: 97, failures: 3, p95Ms: 500 });
  expect(hubs?.meanMs).toBeCloseTo(100);
  expect(hubs?.kinds).toEqual([
    { failure: 'unreachable', count: 2 },
    { failure: 'crashed', count: 1 },
  ]);
  expect(hubs && failureRate(hubs)).toBeCloseTo(0.03);
  expect(legal).toMatchObject({ loads: 0, failures: 0, kinds: [], meanMs: undefined, p95Ms: undefined });
  expect(legal && failureRate(legal)).toBeUndefined();
});

test.each([
  '',
  '<!doctype html><p>no</p>',
  'portal_part_failures_total{part="a} x',
  '{"a":1}',
  'portal_release_number NaN',
])('ignores invalid text: %j', (text) => {
  expect(parseCounts(text)).toEqual({ served: undefined, damaged: false, versions: [] });
});

test('leaves the 95 % load time open above the highest bucket', () => {
  const text = TEXT.replaceAll(/(le="0.5"}) 97/g, '$1 90');
  expect(parseCounts(text).versions[0]?.p95Ms).toBeUndefined();
});

async function serving(status: number, text: string, work: (url: string) => Promise<void>): Promise<void> {
  const server = await listen(
    (_request, response) => {
      response.writeHead(status).end(text);
    },
    { port: 0, host: '127.0.0.1', variable: 'METRICS_PORT' },
  );
  try {
    await work(`http://127.0.0.1:${String(server.port)}/metrics`);
  } finally {
    await server.close();
  }
}

test('reports why there are no counts, and never throws', async () => {
  expect(await readCounts(undefined)).toEqual({ counts: undefined, problem: 'METRICS_URL is not set' });
  let gone = '';
  await serving(503, '', async (url) => {
    expect(await readCounts(url)).toMatchObject({ problem: `${url} answers 503` });
    gone = url;
  });
  expect(await readCounts(gone)).toMatchObject({ problem: expect.stringContaining(`${gone} does not answer (`) });
  await serving(200, TEXT, async (url) => {
    expect((await readCounts(url)).counts?.served).toBe(7);
  });
});
