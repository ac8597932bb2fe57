/** Something in the documents that cannot be built; the message begins with the file and the line. */
export class DocumentError extends Error {
  constructor(file: string, line: number, message: string) {
    super(`${file}:${String(line)}: ${message}`);
    this.name = 'DocumentError';
    // Whoever edits texts needs the place in the text, and bundlers print the one in the code.
    this.stack = `${this.name}: ${this.message}`;
  }
}
