/** The facts of a change for the audit log: the subject before and after it, in an administrator's terms. */
import type { Context } from './module.ts'

/** Names instead of ids, no secret. */
export interface AuditFacts {
  readonly name: string
  readonly [field: string]: unknown
}

type Load<Db> = (db: Db, companyId: string, id: string) => Promise<AuditFacts | undefined>
type Audit = Pick<Context, 'audit' | 'caller'>

/** `auditing` and `auditingNew` for the types of things that a module changes, each with what loads its facts. */
export function audited<Db, Type extends string>(loaders: Readonly<Record<Type, Load<Db>>>) {
  return {
    /** Makes a change and records the facts before and after it. */
    async auditing<T>(
      db: Db,
      { audit, caller }: Audit,
      { type, id }: { readonly type: Type; readonly id: string },
      change: () => Promise<T>,
    ): Promise<T> {
      const before = await loaders[type](db, caller.companyId, id)
      const result = await change()
      const after = await loaders[type](db, caller.companyId, id)
      const name = (after ?? before)?.name
      if (name !== undefined) audit({ type, id, name, before: before ?? {}, after: after ?? {} })
      return result
    },
    /** Creates a subject and records its facts. */
    async auditingNew<T extends { readonly id: string }>(
      db: Db,
      { audit, caller }: Audit,
      type: Type,
      create: () => Promise<T>,
    ): Promise<T> {
      const result = await create()
      const after = await loaders[type](db, caller.companyId, result.id)
      if (after) audit({ type, id: result.id, name: after.name, before: {}, after })
      return result
    },
  }
}
