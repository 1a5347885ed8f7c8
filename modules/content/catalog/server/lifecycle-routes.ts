/** The handlers of a lifecycle: what `lifecycleCalls` of kit/authored-content.ts declares, each logged with what it changed. */
import type { Database } from '#server/db/connection.ts'
import type { Context } from '#server/module.ts'
import type { ContentRecord, Lifecycle, Publication } from './lifecycle.ts'

interface Auditing<Db, Type extends string> {
  auditing<T>(
    db: Db,
    context: Context,
    subject: { readonly type: Type; readonly id: string },
    change: () => Promise<T>,
  ): Promise<T>
}

interface OfItem {
  readonly params: { readonly id: string }
}

interface OfPublication<R> extends OfItem {
  readonly body: Publication<R>
}

interface OfRevision extends OfItem {
  readonly body: { readonly revision: number }
}

/** `publishExam: routes.publish`; `type` is the item's type in the audit log. */
export function lifecycleRoutes<Tables, R extends ContentRecord, Action extends string, Type extends string>(
  lifecycle: Lifecycle<Tables, R, Action>,
  { auditing }: Auditing<Database<Tables>, Type>,
  type: Type,
) {
  type Db = Database<Tables>
  return {
    publish: (db: Db, { params: { id }, body }: OfPublication<R>, context: Context) =>
      auditing(db, context, { type, id }, () => lifecycle.publish(db, context.caller, id, body, context)),
    withdraw: (db: Db, { params: { id } }: OfItem, context: Context) =>
      auditing(db, context, { type, id }, () => lifecycle.withdraw(db, context.caller, id, context.now)),
    takeDown: (db: Db, { params: { id } }: OfItem, context: Context) =>
      auditing(db, context, { type, id }, () => lifecycle.takeDown(db, context.caller, id, context.now)),
    discard: (db: Db, { params: { id }, body }: OfRevision, context: Context) =>
      auditing(db, context, { type, id }, () => lifecycle.discard(db, context.caller, id, body.revision, context.now)),
    async remove(db: Db, { params: { id } }: OfItem, context: Context) {
      await auditing(db, context, { type, id }, () => lifecycle.remove(db, context.caller, id, context.now))
      return {}
    },
  }
}
