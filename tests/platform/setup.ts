/** Vitest's setup for every test file. */
import { afterAll } from 'vitest';
import { endFile } from './file-end.ts';

afterAll(endFile, 60_000);
