import { parseArgs } from 'node:util';
import { getErrorMessage, PlainError } from '@portal/node-kit/plain-error';
import type { Place } from './released-parts.ts';

const PLACES = { store: { type: 'string' }, service: { type: 'string' }, portal: { type: 'string' } } as const;

const USAGE =
  'Usage: npm run dev -- [PART …] [--store ADDRESS | --service URL | --portal URL]\n' +
  'With parts, it builds these alone: the others are those of the live release at that place, or in the local store.';

interface DevelopmentArguments {
  /** The parts to build. */
  readonly parts: readonly string[];
  /** Where the other parts come from; undefined if there are none. */
  readonly place: Place | undefined;
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], allowPositionals: true, options: PLACES, strict: true });
  } catch (error) {
    throw new PlainError(`${getErrorMessage(error)}\n${USAGE}`);
  }
}

/** @throws {PlainError} naming what is wrong. */
export function readArguments(args: readonly string[], all: readonly string[]): DevelopmentArguments {
  const { positionals: parts, values } = parse(args);
  const unknown = parts.find((part) => !all.includes(part));
  if (unknown !== undefined)
    throw new PlainError(`There is no part "${unknown}". There are ${all.join(', ')}.\n${USAGE}`);
  const places = Object.keys(values);
  if (places.length > 1) throw new PlainError(`Give one of --${places.join(' and --')}.\n${USAGE}`);
  if (parts.length > 0) return { parts: [...new Set(parts)], place: values };
  if (places.length > 0) throw new PlainError(`Name the parts to build.\n${USAGE}`);
  return { parts: all, place: undefined };
}
