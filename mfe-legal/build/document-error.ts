/** A mistake in a document. The message begins with file and line. */
export class DocumentError extends Error {
  constructor(file: string, line: number, message: string) {
    super(`${file}:${String(line)}: ${message}`);
    this.name = 'DocumentError';
    // Bundlers print the stack, but editors of texts need only the position in the text.
    this.stack = `${this.name}: ${this.message}`;
  }
}
