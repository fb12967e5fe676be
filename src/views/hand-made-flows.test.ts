import { glob, readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';

/**
 * Whether a request is in flight, and why it was refused, is a state of the request machine (`useWrite`, `useSubmit`,
 * `useLoad`) or of another machine. Only these files track it by hand, each for the reason given.
 */
const LEFT: Record<string, string> = {
  'account/crop-dialog.tsx': 'a picture that cannot be read; nothing is sent',
  'agent-lead/form/items-text.tsx': 'a text that cannot be read; nothing is sent',
  'chat/client/composer.tsx': 'files that cannot be taken; what is sent has the outbox machine',
  'estimate/estimate-form.tsx': 'its conflict is settled field by field in the form itself',
};

const HAND_MADE = [
  /\[\w+, set(?:Busy|Sending|Saving|Pending|Problems?|Loading|Working|Phase)\] = useState/,
  /finally \{\s*(?:if \([^)]*\) )?set\w+\((?:false|null|\()/,
];

test('no flow of a request is made by hand, but those that are known', async () => {
  const found: string[] = [];
  for await (const file of glob('**/*.{ts,tsx}', { cwd: import.meta.dirname })) {
    if (file.endsWith('.test.ts') || file.endsWith('.test.tsx')) continue;
    const text = await readFile(`${import.meta.dirname}/${file}`, 'utf8');
    if (HAND_MADE.some((pattern) => pattern.test(text))) found.push(file);
  }
  expect(found.toSorted()).toEqual(Object.keys(LEFT).toSorted());
});
