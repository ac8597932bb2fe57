import { expect, test } from '@jest/globals';
import { parseFirstScreens } from './first-screen.ts';

const NOTHING = { choices: {}, holes: {}, needs: [] };

function parse(node: unknown) {
  const markup = { screen: [node], row: [] };
  const variants = { '': { en: markup, de: markup, fr: markup, nl: markup } };
  return parseFirstScreens('first-screens.json', {
    screens: [{ path: '/mine', conditions: [], account: NOTHING, variants }],
  });
}

test.each([
  ['an element', ['p', { class: 'lead' }, ['Text']]],
  ['a choice', { by: 'role', of: [[['owner'], ['Text']]] }],
  ['a drawing', ['svg', { viewBox: '0 0 24 24', 'aria-hidden': 'true' }, [['path', { d: 'M0 0' }, []]]]],
])('%s is markup', (_, node) => {
  expect(parse(node).screens).toHaveLength(1);
});

test.each([
  ['a script', ['script', {}, ['alert(1)']]],
  ['a script under another name', ['SCRIPT', {}, []]],
  ['a style', ['style', {}, []]],
  ['a frame', ['iframe', {}, []]],
  ['a base', ['base', { href: '/' }, []]],
  ['a handler', ['p', { onclick: 'alert(1)' }, []]],
  ['a source', ['img', { src: 'x' }, []]],
  ['a style attribute', ['p', { style: 'color:red' }, []]],
  ['a form that is sent elsewhere', ['button', { formaction: '/x' }, []]],
  ['a script within an element', ['p', {}, [['script', {}, []]]]],
  ['a script within a choice', { by: 'role', of: [[['owner'], [['script', {}, []]]]] }],
])('%s is none', (_, node) => {
  expect(() => parse(node)).toThrow('first-screens.json');
});
