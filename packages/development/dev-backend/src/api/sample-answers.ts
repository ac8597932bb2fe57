import { glob, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseInput } from '@portal/contract/parse';
import { parseJson } from '@portal/contract/parse-json';
import { getErrorMessage, PlainError } from '@portal/node-kit/plain-error';
import type { FastifyReply, FastifyRequest } from 'fastify';
import * as v from 'valibot';
import { CALL, callMatcher } from '../control/faults.ts';
import { answerUnknownRoute } from '../refusal.ts';
import type { Services } from '../services.ts';
import { authenticate } from './caller.ts';

/** Of a repository with all parts, or with one. */
const FILES = '{mfe-*/,}src/calls/sample-answers.json';
const AnswersSchema = v.record(
  v.pipe(v.string(), v.regex(CALL, 'must be a method and a path below the API, such as "GET passes/{id}"')),
  v.strictObject({
    status: v.optional(v.pipe(v.number(), v.integer(), v.minValue(200), v.maxValue(599))),
    body: v.optional(v.unknown()),
  }),
);

async function readAnswers(folder: string, file: string): Promise<v.InferOutput<typeof AnswersSchema>> {
  try {
    return parseInput(file, AnswersSchema, parseJson(file, await readFile(join(folder, file), 'utf8')));
  } catch (cause) {
    // A mistake of the developer, not of the request: the log says where.
    throw new PlainError(getErrorMessage(cause), { cause });
  }
}

/**
 * The answer that a remote in `folder` has beside a call of its own; `path` is relative to the API's base. Read each
 * time, so that what was just written counts. @throws {PlainError} naming the file and what is wrong in it.
 */
export async function findSampleAnswer(folder: string | undefined, method: string, path: string) {
  if (folder === undefined) return undefined;
  for await (const file of glob(FILES, { cwd: folder })) {
    const answers = await readAnswers(folder, file);
    for (const [call, answer] of Object.entries(answers)) if (callMatcher(call)(method, path)) return answer;
  }
  return undefined;
}

/** Answers what is no call of the API: with a sample answer to who is signed in, or not found. */
export function answerOtherCalls(base: string, { db, ...services }: Services) {
  const authenticated = authenticate(db, services);
  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const [path = ''] = request.url.slice(base.length).split('?');
    const answer = await findSampleAnswer(services.settings.partsFolder, request.method, path);
    if (!answer) return answerUnknownRoute(request, reply);
    await authenticated(request);
    return reply.code(answer.status ?? 200).send(answer.body);
  };
}
