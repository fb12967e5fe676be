import { expect, test } from 'vitest';
import { withoutValues } from './trace-database.ts';

test.each([
  ['select * from account where email = $1 limit $2', 'select * from account where email = $1 limit $2'],
  ["select 1 from t where name = 'Ann''s \\'", 'select ? from t where name = ?'],
  ["select E'a\\'b@c.test', -12.5, x1, \"t2\".c3", 'select ?, ?, x1, "t2".c3'],
  ['select $$a@b.test$$, $tag$secret$tag$', 'select ?, ?'],
  ['/* prepared */\n  update t -- of ann@b.test\n set a = 5', 'update t set a = ?'],
])('%j is told as %j', (statement, told) => {
  expect(withoutValues(statement)).toBe(told);
});

test('a long statement is cut', () => {
  expect(withoutValues(`select ${'a, '.repeat(5000)} b`)).toHaveLength(2000);
});
