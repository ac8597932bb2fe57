/** The commands of pages in docs/: what stands in their blocks "```sh", for tests that run them. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

export const ROOT = join(import.meta.dirname, '../..');

/** Commands that a reader pastes at once. */
export interface Block {
  /** The nearest heading above it, and the nearest of the second level. */
  readonly heading: string;
  readonly section: string;
  /** What follows "sh" in its first line: "terminal" for a program that runs until it is stopped. */
  readonly word: string;
  readonly commands: string;
}

const HEADING_OR_BLOCK = /^(#+) (.+)$|^( *)```sh *(.*)\n([^]*?)^\3```$/gm;

/** The blocks of a page, such as "operating.md", in their order. */
export async function readBlocks(page: string): Promise<readonly Block[]> {
  const text = await readFile(join(ROOT, 'docs', page), 'utf8');
  let [section, heading] = ['', ''];
  const blocks: Block[] = [];
  for (const [, level = '', title = '', indent = '', word = '', commands = ''] of text.matchAll(HEADING_OR_BLOCK)) {
    if (level === '') {
      blocks.push({ section, heading, word, commands: commands.replaceAll(new RegExp(`^${indent}`, 'gm'), '') });
      continue;
    }
    heading = title;
    if (level === '##') section = title;
  }
  return blocks;
}

/** The commands of a page's block with this word. @throws if it has not one. */
export async function readCommands(page: string, word: string): Promise<string> {
  const [found, ...others] = (await readBlocks(page)).filter((block) => block.word === word);
  if (!found || others.length > 0) throw new Error(`docs/${page} must have one block "sh ${word}".`);
  return found.commands;
}

/** The commands of each block in docs/install.md: its steps. */
export const installationSteps = async (): Promise<readonly string[]> =>
  (await readBlocks('install.md')).map(({ commands }) => commands);

/** The commands of each block in a section of docs/operating.md. */
export const commandsBelow = async (section: string): Promise<readonly string[]> =>
  (await readBlocks('operating.md')).filter((block) => block.section === section).map(({ commands }) => commands);
