import { join } from 'node:path';
import { build } from 'vite';
import { expect, test } from 'vitest';
import { root } from './inputs.ts';

test('each document is a module of its own, and the generated file itself is never parsed', async () => {
  const parsed: string[] = [];
  await build({
    root,
    logLevel: 'silent',
    plugins: [{ name: 'listen', moduleParsed: ({ id }) => void parsed.push(id) }],
    build: {
      write: false,
      manifest: false,
      rolldownOptions: { input: join(root, 'src/views/pages/agent-portal/palette/use-palette.ts') },
    },
  });
  expect(parsed.flatMap((id) => id.split('\0document:')[1] ?? []).toSorted()).toEqual([
    'NewestChatsDocument',
    'SearchAgentLeadsDocument',
    'SearchCarriersDocument',
  ]);
  expect(parsed.filter((id) => id.includes('generated/graphql/graphql.ts'))).toEqual([]);
}, 120_000);
