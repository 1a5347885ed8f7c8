/** The facts of a change for the audit log: the subjects before and after it, in an administrator's terms. */
import type { Context } from './module.ts'

/** Names instead of ids, no secret. A subject whose fields have no `name` is named by a `label`, which is no field. */
export type AuditFacts = { readonly id: string; readonly [field: string]: unknown } & (
  | { readonly name: string }
  | { readonly label: string }
)

type Load<Db> = (db: Db, companyId: string, ids: readonly string[]) => Promise<readonly AuditFacts[]>
type Audit = Pick<Context, 'audit' | 'caller'>
type Subject<Type> = { readonly type: Type } & ({ readonly id: string } | { readonly ids: readonly string[] })

const byId = (rows: readonly AuditFacts[]) =>
  new Map(rows.map(({ id, label, ...fields }) => [id, { name: String(label ?? fields.name), fields }]))

/** `auditing` and `auditingNew` for the types of things that a module changes, each with what loads its facts. */
export function audited<Db, Type extends string>(loaders: Readonly<Record<Type, Load<Db>>>) {
  return {
    /** Makes a change and records the facts before and after it, in one entry for each subject. */
    async auditing<T>(db: Db, { audit, caller }: Audit, subject: Subject<Type>, change: () => Promise<T>): Promise<T> {
      const { type } = subject
      const ids = 'ids' in subject ? subject.ids : [subject.id]
      const before = byId(await loaders[type](db, caller.companyId, ids))
      const result = await change()
      const after = byId(await loaders[type](db, caller.companyId, ids))
      for (const id of ids) {
        const name = (after.get(id) ?? before.get(id))?.name
        if (name === undefined) continue
        audit({ type, id, name, before: before.get(id)?.fields ?? {}, after: after.get(id)?.fields ?? {} })
      }
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
      const after = byId(await loaders[type](db, caller.companyId, [result.id])).get(result.id)
      if (after) audit({ type, id: result.id, name: after.name, before: {}, after: after.fields })
      return result
    },
  }
}
