import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { SampleStore } from '../operations/testing.ts';

let sample: SampleStore;
beforeEach(async () => {
  sample = await SampleStore.make();
});
afterEach(() => sample.remove());

const withStyles = (css: string, part = 'mfe-hubs') =>
  sample.publish(part, '1.1.0', { contents: { 'entry.js': part, 'hubs.css': css } });

test.each([
  '*{display:none}',
  'body{margin:0}',
  'main{}',
  ':root{--gap:0}',
  '@layer components{@media print{.hubs,a{color:red}}}',
  'a:not(.hub){color:red}',
  ':is(.hub,*){color:red}',
  'main:has(.hub){color:red}',
  '[data-x=".hub"]{color:red}',
  '#main{color:red}',
  '.hubs{',
])('a remote with the style sheet %s is refused, because it would change the whole portal', async (css) => {
  await expect(withStyles(css)).rejects.toMatchObject({ rule: 'global-style' });
});

test('the refusal names the selector, the file and the remedy', async () => {
  await expect(withStyles('body,.hub{margin:0}')).rejects.toThrow(
    /^\[global-style\] hubs\.\w+\.css of mfe-hubs 1\.1\.0 styles "body" on every page\. Name a class of the remote in each selector, and build again\.$/,
  );
});

test.each([
  '@layer components{.hub>tr:first-child::before{color:red}:is(.hub,.hubs) td{color:red}}',
  '@keyframes come{from{opacity:0}to{opacity:1}}.hub{animation:come 1s;&:hover{color:red}span{color:red}}',
  'main:has(.hub)>.page-head{display:none}@font-face{font-family:Own}',
])('a remote that styles its own classes is published: %s', async (css) => {
  await expect(withStyles(css)).resolves.toBeUndefined();
});

test('the shell styles the whole page', async () => {
  await expect(withStyles('body{margin:0}', 'shell')).resolves.toBeUndefined();
});
