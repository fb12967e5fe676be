import type { Kysely } from 'kysely';
import type { Static } from 'typebox';
import type { AgentLeadTab } from '#src/machines/agent-lead/agent-lead.types.ts';
import type { LeadColumnId } from '#src/machines/agent-lead/lead-columns.ts';
import type { Tables } from '#src/api/database/tables.ts';
import { write } from '#src/api/database/write.ts';
import type { Tx } from '#src/api/database/write.ts';
import type { Api } from '#src/api/http/http.ts';
import { needs } from '#src/api/http/principal.ts';
import { Strict, problems } from '#src/api/http/schemas.ts';
import { Tab } from '#src/api/agent-lead/agent-lead.schemas.ts';
import type { ApiParts } from '#src/api/parts.ts';
import { Columns, ListColumns } from './saved-view.schemas.ts';

type Lists = Static<typeof ListColumns>;

async function listColumns(db: Kysely<Tables>, accountId: string): Promise<Lists> {
  const rows = await db
    .selectFrom('list_columns')
    .select(['tab', 'columns'])
    .where('account_id', '=', accountId)
    .orderBy('tab')
    .execute();
  return { lists: rows as Lists['lists'] };
}

/** No columns restores the default. */
async function keepColumns(tx: Tx, accountId: string, tab: AgentLeadTab, columns: LeadColumnId[]): Promise<void> {
  await tx.deleteFrom('list_columns').where('account_id', '=', accountId).where('tab', '=', tab).execute();
  if (columns.length > 0)
    await tx
      .insertInto('list_columns')
      .values({ account_id: accountId, tab, columns })
      .onConflict((same) => same.columns(['account_id', 'tab']).doUpdateSet({ columns }))
      .execute();
}

/** A person's columns in the lists of leads, for when no saved view sets them. */
export function listColumnsRoutes(app: Api, parts: ApiParts): void {
  const { database } = parts;

  app.get(
    '/agent/list-columns',
    {
      schema: {
        summary: 'One’s own columns of the lists of leads; a list that is not named has the usual ones',
        response: { 200: ListColumns, ...problems },
      },
    },
    async (request) => listColumns(database.kysely, needs(request, 'agent').accountId),
  );

  app.put(
    '/agent/list-columns',
    {
      schema: {
        summary: 'The columns of one list, after the client’s; none are the usual ones again',
        body: Strict({ tab: Tab, columns: Columns }),
        response: { 200: ListColumns, ...problems },
      },
    },
    async (request, reply) => {
      const { accountId } = needs(request, 'agent');
      return write(database, request, reply, accountId, async (tx) => {
        await keepColumns(tx, accountId, request.body.tab, request.body.columns);
        return listColumns(tx, accountId);
      });
    },
  );
}
