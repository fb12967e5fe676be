import { integer } from './sandbox-context.ts';
import type { Params, SandboxContext } from './sandbox-context.ts';
import { listOf } from './sandbox-objects.ts';
import type { SandboxObject } from './sandbox-objects.ts';

export type Handler = (context: SandboxContext, params: Params, id: string) => Promise<object>;

export interface SandboxRoute {
  method: 'GET' | 'POST' | 'DELETE';
  /** After `/v1/`. `:id` is passed to the handler. */
  path: string;
  /** Browsers may call it with the publishable key and the client secret of the intent in question. */
  isPublic?: true;
  handle: Handler;
}

export const page = (objects: SandboxObject[], url: string) => listOf(objects, `/v1/${url}`);

export const limit = (params: Params) => Math.min(integer(params, 'limit') ?? 10, 100);
