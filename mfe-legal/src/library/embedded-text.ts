import type { ChosenText } from './choose-text.ts';
import type { DocumentText } from './content.ts';

/** Whether a build paints the page: as static HTML, for the first answer of the web server. */
export const isPrerendering = typeof document === 'undefined';

/**
 * Id of the template that embeds the prerendered page's text as JSON. The shell copies it, and the policy lets nobody
 * copy a script element.
 */
const EMBEDDED_TEXT_ID = 'document-text';

interface EmbeddedText {
  /** Version of the build: another one, such as a fallback, may have another form of texts. */
  readonly build: string;
  readonly document: string;
  readonly version: string;
  readonly text: DocumentText;
}

/** The text in the page's first answer, which need not be requested. */
function readEmbeddedText(): EmbeddedText | undefined {
  const template = isPrerendering ? null : document.querySelector<HTMLTemplateElement>(`template#${EMBEDDED_TEXT_ID}`);
  const json = template?.content.textContent;
  if (!json) return undefined;
  // oxlint-disable-next-line no-unsafe-assignment -- the same build wrote it, or it is not used
  const read: EmbeddedText = JSON.parse(json);
  return read.build === PART_VERSION ? read : undefined;
}

/** Read once, when this remote starts: the shell removes the prerendered page as soon as it shows the running one. */
let embedded = readEmbeddedText();

/** The chosen text if it is embedded in the first answer. */
export function findEmbeddedText({
  document: { id },
  version,
  text: { language },
}: ChosenText): DocumentText | undefined {
  const isChosen = embedded?.document === id && embedded.version === version.id && embedded.text.language === language;
  return isChosen ? embedded?.text : undefined;
}

/** Sets the text of the page that the build paints next, and makes the element that embeds it. */
export function embedText({ document: { id }, version }: ChosenText, text: DocumentText): string {
  embedded = { build: PART_VERSION, document: id, version: version.id, text };
  const json = JSON.stringify(embedded)
    .replaceAll('<', String.raw`\u003c`)
    .replaceAll('&', String.raw`\u0026`);
  return `<template id="${EMBEDDED_TEXT_ID}">${json}</template>`;
}
