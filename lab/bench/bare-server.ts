/**
 * The least that a web server on Node does: it asks the web server at a port once for each path, and gives the same headers and bytes from memory to
 * whoever asks. Arguments: the port, and the paths. Sends its own port to its parent.
 */
import { createServer } from 'node:http';
import { ask } from './ask.ts';

/** Node writes these itself. */
const OWN_HEADERS = new Set(['date', 'connection', 'keep-alive']);

const [port, ...paths] = process.argv.slice(2);
const answers = new Map(
  await Promise.all(
    paths.map(async (path) => {
      const { rawHeaders, bytes } = await ask(Number(port), path);
      const pairs = rawHeaders.flatMap((name, index) => (index % 2 === 0 ? [[name, rawHeaders[index + 1] ?? '']] : []));
      const headers = pairs.filter(([name = '']) => !OWN_HEADERS.has(name.toLowerCase())).flat();
      return [path, { headers, bytes }] as const;
    }),
  ),
);

const server = createServer(({ url = '' }, response) => {
  const answer = answers.get(url);
  if (answer) response.writeHead(200, answer.headers).end(answer.bytes);
  else response.writeHead(404).end();
});
// It does not outlive the benchmark.
process.on('disconnect', () => process.exit());
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  if (address !== null && typeof address === 'object') process.send?.(address.port);
});
