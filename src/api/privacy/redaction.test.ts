import { expect, test } from 'vitest';
import { ERASED, ERASED_EMAIL, redacted } from './redaction.ts';

test('what somebody wrote goes whatever it says; the rest stays unless it names the person', () => {
  const entry = {
    payload: { estimate: 2, question: 'Is the piano in the price?', reason: 'too early', changed: ['notes'] },
    judged: { total: 240_000, to: 'casey@client.test', place: 'Columbus' },
  };
  expect(redacted(entry, ['casey@client.test'])).toEqual({
    payload: { estimate: 2, question: ERASED, reason: ERASED, changed: ['notes'] },
    judged: { total: 240_000, to: ERASED_EMAIL, place: 'Columbus' },
  });
});
