/** Vitest's setup for every test file. */
import { setSourceMapsSupport } from 'node:module';
import { afterAll } from 'vitest';
import { endFile } from './file-end.ts';

// Vitest turns source maps on where Node loads the modules. Node strips types without moving anything, so stacks are
// right without them, and Playwright reads a stack for each of its calls, which takes longer with maps.
setSourceMapsSupport(false);

afterAll(endFile, 60_000);
