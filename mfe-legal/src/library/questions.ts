import type { Block, DocumentText } from './content.ts';

/** A question of the help page, and its answer. */
export interface Question {
  /** Its anchor: "/faq#1-what-is-the-ebike-id". */
  readonly id: string;
  /** Without its number. */
  readonly question: string;
  readonly answer: readonly Block[];
}

/** The questions of a text: its headings, each with what follows. */
export function collectQuestions({ blocks }: DocumentText): readonly Question[] {
  const found: { readonly id: string; readonly question: string; readonly answer: Block[] }[] = [];
  for (const block of blocks) {
    if (block.kind === 'heading' && block.level === 2)
      found.push({ id: block.id, question: block.text.replace(/^\d+\.\s+/, ''), answer: [] });
    else found.at(-1)?.answer.push(block);
  }
  return found;
}

function formatWords(block: Block): string {
  if (block.kind === 'heading') return block.text;
  const runs = block.kind === 'list' ? block.items.flat() : block.runs;
  return runs.map(({ text }) => text).join('');
}

/** Without case and accents, so that "idee" finds "Idée". */
function plain(text: string): string {
  return text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();
}

/** The questions that contain every word of `wanted`, in the question or in its answer; all of them without a word. */
export function findQuestions(questions: readonly Question[], wanted: string): readonly Question[] {
  const words = plain(wanted).split(/\s+/).filter(Boolean);
  return questions.filter(({ question, answer }) => {
    const text = plain([question, ...answer.map(formatWords)].join('\n'));
    return words.every((word) => text.includes(word));
  });
}
