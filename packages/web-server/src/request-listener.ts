import type { IncomingMessage, RequestListener } from 'node:http';
import type { HttpResponse } from './http-response.ts';
import { send, textResponse } from './http-response.ts';
import type { Log } from './log.ts';

/** Sends what `answer` makes of each request; its failure is told to `log` and is a 500 to the browser. */
export function requestListener(
  answer: (request: IncomingMessage) => Promise<HttpResponse>,
  log: Log,
): RequestListener {
  return (request, response) => {
    answer(request)
      .catch((error: unknown) => {
        log.write(error);
        return textResponse(500, 'Something went wrong.');
      })
      .then((made) => send(request, response, made))
      .catch((error: unknown) => {
        log.write(error);
        response.destroy();
      });
  };
}
