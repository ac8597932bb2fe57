/** A call that begins a line, as the formatter writes it: `test('…'`, `test.each(…)(\n  '…'`. */
const CALL =
  /^[ \t]*(test|it|describe)(?:\.(?!each\b)\w+)*(?:(\.each)\b[^]*?\)|)\(\s*(['"`])((?:\\.|(?!\3)[^\\])*)\3/gm;
/** What a run puts in a title's place: `%s`, `$name`, `${name}`. */
const VALUE = /%[a-zA-Z#]|\\\$\\\{.*?\\\}|\\\$\w+/g;

/** The pattern, for the runner, of the test or group at a line or above it; undefined if there is none. */
export function titleAt(source: string, line: number): string | undefined {
  const lineOf = (index: number) => source.slice(0, index).split('\n').length;
  const call = [...source.matchAll(CALL)].findLast(({ index }) => lineOf(index) <= line);
  if (!call) return undefined;
  const [, kind, , , title = ''] = call;
  const pattern = title
    .replaceAll(/\\(['"`])/g, '$1')
    .replaceAll(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`)
    .replaceAll(VALUE, '.*');
  // Playwright writes the tags of a test behind its title.
  return kind === 'describe' ? pattern : `${pattern}( @.*)?$`;
}
