import type { FastifyInstance } from 'fastify';
import { problem } from '#src/api/http/problem.ts';

/** Lets the routes of `app` read `application/x-www-form-urlencoded` bodies of up to 4 kB as an object of strings. */
export function acceptForms(app: FastifyInstance): void {
  const options = { parseAs: 'string', bodyLimit: 4096 } as const;
  app.addContentTypeParser('application/x-www-form-urlencoded', options, async (_request: unknown, body: string) => {
    const fields = new URLSearchParams(body);
    const keys = [...fields.keys()];
    // With two passwords, we must not choose which one counts.
    if (new Set(keys).size < keys.length) throw problem(400, 'A field of the form was given twice.');
    return Object.fromEntries(fields);
  });
}
