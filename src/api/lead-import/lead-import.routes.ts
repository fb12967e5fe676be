import { Type } from 'typebox';
import { LeadSummary } from '#src/api/agent-lead/agent-lead.schemas.ts';
import { agentOf } from '#src/api/agent-lead/lead-write.ts';
import { write } from '#src/api/database/write.ts';
import { sendContent } from '#src/api/file/send-file.ts';
import { csvOf } from '#src/api/http/csv.ts';
import type { Api } from '#src/api/http/http.ts';
import { dropUploads, readForm, takes } from '#src/api/http/multipart.ts';
import type { Form } from '#src/api/http/multipart.ts';
import { Count, Instant, Named, Nullable, OneOf, Strict, Uuid, problems } from '#src/api/http/schemas.ts';
import type { ApiParts } from '#src/api/parts.ts';
import { IMPORT_FIELDS } from './lead-import.fields.ts';
import { LEAD_IMPORT, readTable } from './lead-import.file.ts';
import { checkRows, importOf, keepFile, presentImport, startImport } from './lead-import.repository.ts';

const Params = Strict({ importId: Uuid });
const ShortText = Type.String({ maxLength: 200 });
const Field = Nullable(OneOf(IMPORT_FIELDS));
const Mapping = Type.Array(Field, {
  minItems: 1,
  maxItems: LEAD_IMPORT.columns,
  description: 'what each column is, in their order; null is left out',
});
const LeadImport = Named('LeadImport', {
  id: Uuid,
  name: ShortText,
  columns: Type.Array(
    Type.Object({
      header: ShortText,
      sample: Type.Array(Type.String({ maxLength: LEAD_IMPORT.cell }), { maxItems: 5 }),
    }),
    { maxItems: LEAD_IMPORT.columns },
  ),
  mapping: Type.Array(Type.Object({ field: Field }), {
    maxItems: LEAD_IMPORT.columns,
    description: 'guessed by the headers until the import has begun',
  }),
  row_count: Count,
  added: Count,
  repeated: Count,
  duplicates: Count,
  refused: Count,
  started_at: Nullable(Instant),
  finished_at: Nullable(Instant),
});
const Check = Type.Object({
  checked: Count,
  right: Count,
  repeated: Type.Integer({ minimum: 0, description: 'rows of which leads were made before' }),
  duplicates: Type.Array(Type.Object({ line: Count, name: Nullable(ShortText), lead: LeadSummary }), {
    maxItems: 1000,
    description: 'rows that would become leads, but look like one that exists',
  }),
  bad: Type.Array(
    Type.Object({
      line: Count,
      name: Nullable(ShortText),
      problems: Type.Array(Type.Object({ field: Field, message: Type.String({ maxLength: 6000 }) }), { maxItems: 30 }),
    }),
    { maxItems: 1000 },
  ),
  next: Nullable(Type.Integer({ minimum: 0, description: '`after` of the next call; null after the last row' })),
});
const ImportForm = {
  fields: Strict({}),
  files: { content: { accepts: 'tables', bytes: LEAD_IMPORT.bytes, needed: 'Choose a CSV file.' } },
} satisfies Form;

/**
 * Files of leads: uploaded, their columns mapped, checked row by row, and imported by a job. Agents see only their own.
 */
export function leadImportRoutes(app: Api, parts: ApiParts): void {
  const { kysely } = parts.database;

  app.post(
    '/agent/lead-imports',
    {
      schema: {
        summary: 'Send a CSV file of leads; nothing is imported yet',
        response: { 201: LeadImport, ...problems },
      },
      config: takes(ImportForm),
    },
    async (request, reply) => {
      const by = agentOf(request);
      const { files, fingerprint } = await readForm(request, parts, ImportForm);
      const [file] = files;
      try {
        const table = await readTable(await parts.files.readAll(file!.key));
        void reply.code(201);
        return await write(
          parts.database,
          request,
          reply,
          by.id,
          async (tx) => {
            const id = await keepFile(tx, { name: file!.name, table, by, now: parts.now() });
            return presentImport(tx, await importOf(tx, id, by.id));
          },
          fingerprint,
        );
      } finally {
        // Only its rows are stored, not the file.
        await dropUploads(parts, files);
      }
    },
  );

  app.get(
    '/agent/lead-imports/:importId',
    { schema: { params: Params, response: { 200: LeadImport, ...problems } } },
    async (request) => presentImport(kysely, await importOf(kysely, request.params.importId, agentOf(request).id)),
  );

  app.post(
    '/agent/lead-imports/:importId/check',
    {
      schema: {
        summary: 'What some rows would become; writes nothing',
        params: Params,
        body: Strict({ mapping: Mapping, after: Type.Integer({ minimum: 0, maximum: 1_000_000 }) }),
        response: { 200: Check, ...problems },
      },
    },
    async (request) =>
      checkRows(kysely, parts, await importOf(kysely, request.params.importId, agentOf(request).id), request.body),
  );

  app.post(
    '/agent/lead-imports/:importId/start',
    {
      schema: {
        summary: 'Import the rows that are right; the others are told afterwards',
        params: Params,
        body: Strict({
          mapping: Mapping,
          assign: OneOf(['me', 'nobody'] as const),
          skip_duplicates: Type.Boolean({
            default: false,
            description: 'leave out rows that look like a lead that exists by then',
          }),
        }),
        response: { 200: LeadImport, ...problems },
      },
    },
    async (request, reply) => {
      const by = agentOf(request);
      return await write(parts.database, request, reply, by.id, async (tx) =>
        presentImport(tx, await startImport(tx, parts, by, request.params.importId, request.body)),
      );
    },
  );

  app.get(
    '/agent/lead-imports/:importId/refused',
    {
      schema: {
        summary: 'The rows that were refused or skipped as duplicates, as CSV with a column why',
        params: Params,
      },
    },
    async (request, reply) => {
      const { id, name, header } = await importOf(kysely, request.params.importId, agentOf(request).id);
      const rows = await kysely
        .selectFrom('lead_import_row')
        .select(['cells', 'why'])
        .where('import_id', '=', id)
        .where('outcome', 'in', ['refused', 'duplicate'])
        .orderBy('line')
        .execute();
      return sendContent(
        reply,
        { name: `not-imported-${name.replace(/\.\w+$/, '')}.csv`, mediaType: 'text/csv; charset=utf-8' },
        csvOf([[...header, 'why'], ...rows.map(({ cells, why }) => [...cells, why])]),
      );
    },
  );
}
