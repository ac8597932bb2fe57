/** @jest-environment jsdom */
import { expect, test } from '@jest/globals';

const ALL = ['display', 'visibility', 'pointerEvents', 'color'] as const;

const PAGE = `
  <section style="visibility: hidden; pointer-events: none"><p id="inherits"></p></section>
  <div id="inline" style="display: none; color: red"></div>
  <dialog id="closed"></dialog><dialog id="open" open></dialog>
  <input id="hidden" type="hidden"><input id="shown">`;

function readStyles() {
  return ['inherits', 'inline', 'closed', 'open', 'hidden', 'shown'].map((id) => {
    const element = document.getElementById(id);
    const style = element && getComputedStyle(element);
    return ALL.map((name) => `${id} ${name} ${style?.[name]}`);
  });
}

test('a style is what jsdom computes where it has a style sheet', () => {
  document.body.innerHTML = PAGE;
  const read = readStyles();
  document.head.append(document.createElement('style'));
  expect(read).toEqual(readStyles());
  expect(read.flat()).toContain('inherits visibility hidden');
});
