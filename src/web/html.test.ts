import { expect, test } from 'vitest';
import { html, jsonScript } from './html.ts';

test('what is filled in is text, in lists and attributes, too', () => {
  const evil = "\"><img src=x onerror='alert(1)'>&";
  expect(html`<p title="${evil}">${[evil, html`<b>${1}</b>`]}${null}${false}</p>`.text).toBe(
    '<p title="&quot;&gt;&lt;img src=x onerror=&#39;alert(1)&#39;&gt;&amp;">&quot;&gt;&lt;img src=x onerror=&#39;alert(1)&#39;&gt;&amp;<b>1</b></p>',
  );
});

test('data cannot end the element that it stands in', () => {
  const data = { city: '</script><script>alert(1)</script>' };
  const { text } = jsonScript(data, { type: 'application/json', id: 'places' });
  const [, json = ''] = /^<script type="application\/json" id="places">([^<]*)<\/script>$/.exec(text) ?? [];
  expect(JSON.parse(json)).toEqual(data);
});
