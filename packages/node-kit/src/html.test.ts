import { expect, test } from '@jest/globals';
import { Html, html } from './html.ts';

test('a text is escaped, also in a quoted attribute; markup stays unchanged', () => {
  const name = `<b title="x">O'Neill & co</b>`;
  expect(html`<p title="${name}">${new Html('<i></i>')}</p>`.text).toBe(
    '<p title="&lt;b title=&quot;x&quot;&gt;O&#39;Neill &amp; co&lt;/b&gt;"><i></i></p>',
  );
});

test('a list is joined, a number is printed, and an empty value prints nothing', () => {
  const items = [html`<li>${1}</li>`, html`<li>${'<'}</li>`];
  expect(html`${items}${undefined}${null}${false}`.text).toBe('<li>1</li><li>&lt;</li>');
});
