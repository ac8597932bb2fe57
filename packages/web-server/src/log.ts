/** Where the server tells what went wrong. */
export interface Log {
  /** Writes an error or a text. */
  write(message: unknown): void;
  /** Writes a message the first time that it is told. */
  once(message: unknown): void;
}

/** What an error says of itself. */
export function reasonOf(error: unknown): string {
  return typeof error === 'object' && error !== null && 'message' in error ? String(error.message) : String(error);
}

/** How many different messages are remembered as told. */
const REMEMBERED = 1000;

export function createLog(write: (line: string) => void): Log {
  const told = new Set<string>();
  return {
    write: (message) => write(reasonOf(message)),
    once(message) {
      const text = reasonOf(message);
      if (told.has(text)) return;
      if (told.size >= REMEMBERED) told.clear();
      told.add(text);
      write(text);
    },
  };
}
