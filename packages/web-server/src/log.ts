/** Where the server tells what went wrong. */
export interface Log {
  /** Writes an error or a text. */
  write(message: unknown): void;
  /** Writes a message the first time that it is told. */
  once(message: unknown): void;
}

/** What an error says of itself. */
export function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

function toText(message: unknown): string {
  if (typeof message === 'object' && message !== null && 'message' in message) return String(message.message);
  return String(message);
}

/** How many different messages are remembered as told. */
const REMEMBERED = 1000;

export function createLog(write: (line: string) => void): Log {
  const told = new Set<string>();
  return {
    write: (message) => write(toText(message)),
    once(message) {
      const text = toText(message);
      if (told.has(text)) return;
      if (told.size >= REMEMBERED) told.clear();
      told.add(text);
      write(text);
    },
  };
}
