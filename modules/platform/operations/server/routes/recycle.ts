import type { Routes } from '#server/module.ts'
import type { recycleContract } from '../../contract/recycle.ts'
import { recordAction } from '../audit/entries.ts'
import { listRecycled, purgeRecycled, restoreRecycled } from '../recycle/recycle-bin.ts'
import type { DB } from '../tables.ts'

export const recycleRoutes: Routes<DB, typeof recycleContract> = {
  async listRecycled(db, { query }, { caller, now }) {
    return listRecycled(db, caller, query, now)
  },
  async restoreRecycled(db, { params }, context) {
    const item = await restoreRecycled(db, context.caller, params.id, context.now)
    await recordAction(db, recycleAction('operations.restoreRecycled', item, context))
    return {}
  },
  async purgeRecycled(db, { params }, context) {
    const item = await purgeRecycled(db, context.caller, params.id, context.now)
    await recordAction(db, recycleAction('operations.purgeRecycled', item, context))
    return {}
  },
}

type Context = Parameters<(typeof recycleRoutes)['purgeRecycled']>[2]

/** Own items need no permission, so the framework does not log these calls. */
function recycleAction(action: string, item: { kind: string; item_id: string; name: string }, context: Context) {
  const { caller, now, ip, userAgent } = context
  return {
    companyId: caller.companyId,
    actorId: caller.memberId,
    actorRoles: caller.roles,
    action,
    subjects: [{ type: item.kind, id: item.item_id, name: item.name }],
    ip,
    userAgent,
    now,
  }
}
