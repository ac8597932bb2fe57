import { Parser } from 'htmlparser2';

/**
 * The texts of an XML document by the path of their element: "ListBucketResult/Contents/Key". Undefined unless the
 * document is whole.
 */
export function readXml(document: string): ReadonlyMap<string, readonly string[]> | undefined {
  const texts = new Map<string, string[]>();
  const open: { name: string; text: string }[] = [];
  let isWhole = false;
  const parser = new Parser(
    {
      onopentagname(name) {
        open.push({ name, text: '' });
      },
      ontext(text) {
        const element = open.at(-1);
        if (element) element.text += text;
      },
      onclosetag(_name, isImplied) {
        const path = open.map(({ name }) => name).join('/');
        const element = open.pop();
        if (element) texts.set(path, [...(texts.get(path) ?? []), element.text]);
        isWhole = open.length === 0 && !isImplied;
      },
    },
    { xmlMode: true },
  );
  parser.end(document);
  return isWhole ? texts : undefined;
}
