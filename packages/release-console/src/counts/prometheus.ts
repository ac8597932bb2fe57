/** One line of Prometheus's text format. */
export interface Sample {
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}

const LINE = /^([a-zA-Z_:][\w:]*)(?:\{(.*)\})?\s+(\S+)(?:\s+-?\d+)?$/;
const LABEL = /([a-zA-Z_]\w*)="((?:[^"\\]|\\.)*)"/g;

function unescaped(text: string): string {
  return text.replace(/\\(.)/g, (_pair, character: string) => (character === 'n' ? '\n' : character));
}

function numberOf(text: string): number {
  return text === '+Inf' ? Infinity : Number(text);
}

/** The samples in a text of Prometheus's format 0.0.4; what is no sample is passed over. */
export function parseSamples(text: string): readonly Sample[] {
  return text.split('\n').flatMap((line) => {
    const [, name, labels = '', value = ''] = LINE.exec(line.trim()) ?? [];
    const number = numberOf(value);
    if (name === undefined || Number.isNaN(number)) return [];
    const pairs = [...labels.matchAll(LABEL)].map(([, label = '', given = '']) => [label, unescaped(given)] as const);
    return [{ name, labels: Object.fromEntries(pairs), value: number }];
  });
}
