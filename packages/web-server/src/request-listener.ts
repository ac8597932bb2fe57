import type { IncomingMessage, RequestListener } from 'node:http';
import type { Answer } from './answer.ts';
import { send, textAnswer } from './answer.ts';
import type { Log } from './log.ts';

/** Sends what `answer` makes of each request; its failure is told to `log` and is a 500 to the browser. */
export function requestListener(answer: (request: IncomingMessage) => Promise<Answer>, log: Log): RequestListener {
  return (request, response) => {
    answer(request)
      .catch((error: unknown) => {
        log.write(error);
        return textAnswer(500, 'Something went wrong.');
      })
      .then((made) => send(request, response, made))
      .catch((error: unknown) => {
        log.write(error);
        response.destroy();
      });
  };
}
