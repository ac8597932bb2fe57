/** The server's log. */
export interface Log {
  /** Writes an error or a text. */
  write(message: unknown): void;
  /** Writes a message unless it has been written before. */
  once(message: unknown): void;
}

export function reasonOf(error: unknown): string {
  return typeof error === 'object' && error !== null && 'message' in error ? String(error.message) : String(error);
}

/** How many messages `once` remembers. */
const REMEMBERED = 1000;

export function createLog(write: (line: string) => void): Log {
  const written = new Set<string>();
  return {
    write: (message) => write(reasonOf(message)),
    once(message) {
      const text = reasonOf(message);
      if (written.has(text)) return;
      if (written.size >= REMEMBERED) written.clear();
      written.add(text);
      write(text);
    },
  };
}
