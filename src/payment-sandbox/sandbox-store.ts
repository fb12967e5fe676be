import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import type { Tables } from '#src/api/database/tables.ts';
import type { SandboxObject } from './sandbox-objects.ts';
import { SandboxError } from './sandbox-error.ts';

type Kind = SandboxObject['object'];
type OfKind<K extends Kind> = Extract<SandboxObject, { object: K }>;

/** The sandbox's objects, in one table of the product's own database. Each request is one transaction. */
export interface SandboxStore {
  /** @throws SandboxError 404 with Stripe's message */
  get<K extends Kind>(kind: K, id: string): Promise<OfKind<K>>;
  find<K extends Kind>(kind: K, id: string): Promise<OfKind<K> | null>;
  put<T extends SandboxObject>(object: T): Promise<T>;
  /** Newest first, at most 100 by default. `where`: fields that must have these values, including nested fields. */
  list<K extends Kind>(kind: K, where?: object, limit?: number): Promise<OfKind<K>[]>;
  remove(id: string): Promise<void>;
}

export function createSandboxStore(tx: Kysely<Tables>): SandboxStore {
  const find = async <K extends Kind>(kind: K, id: string) => {
    const row = await tx
      .selectFrom('sandbox_object')
      .select('data')
      .where('id', '=', id)
      .where('object', '=', kind)
      .executeTakeFirst();
    return (row?.data as OfKind<K> | undefined) ?? null;
  };
  return {
    find,
    async get(kind, id) {
      const found = await find(kind, id);
      if (!found)
        throw new SandboxError(404, {
          type: 'invalid_request_error',
          code: 'resource_missing',
          message: `No such ${kind}: '${id}'`,
          param: kind,
        });
      return found;
    },
    async put(object) {
      const data = JSON.stringify(object);
      await tx
        .insertInto('sandbox_object')
        .values({ id: object.id, object: object.object, data })
        .onConflict((conflict) => conflict.column('id').doUpdateSet({ data }))
        .execute();
      return object;
    },
    async list<K extends Kind>(kind: K, where: object = {}, limit = 100) {
      const rows = await tx
        .selectFrom('sandbox_object')
        .select('data')
        .where('object', '=', kind)
        .where(sql<boolean>`data @> ${JSON.stringify(where)}::jsonb`)
        .orderBy('position', 'desc')
        .limit(limit)
        .execute();
      return rows.map(({ data }) => data as OfKind<K>);
    },
    async remove(id) {
      await tx.deleteFrom('sandbox_object').where('id', '=', id).execute();
    },
  };
}

/** An id in Stripe's format, such as `cus_` and 24 letters. */
export const sandboxId = (prefix: string): string => `${prefix}_${randomBytes(12).toString('hex')}`;
