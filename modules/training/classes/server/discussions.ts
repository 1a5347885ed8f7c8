/** Discussions of a class: threads that its participants and its staff alone read. Who has written in one has finished it. */
import { sql } from 'kysely'
import type { Caller } from '#kit/caller.ts'
import { refuse } from '#kit/errors.ts'
import { NOT_BOUGHT } from '#modules/commerce/prices/contract.ts'
import { itemKind, type VisibleItem, whoCommented } from '#modules/content/topics/server.ts'
import type { Connection } from '#server/db/connection.ts'
import { discussionBusinessType } from '../contract/activities.ts'
import { activityKind } from './activity-kinds.ts'
import { classPolicy } from './class-policy.ts'
import { classesTables } from './db.ts'
import { isUnpaid } from './unpaid.ts'

const screen = (classId: string, activityId: string) => `/train-new/class/${classId}/discussion/${activityId}`

interface Thread {
  readonly id: string
  readonly name: string
  readonly classId: string
  readonly isStaff: boolean
  readonly isClosed: boolean
}

/** The discussions among these ids that the caller may read. */
async function threadsOf(connection: Connection, caller: Caller, ids: readonly string[]): Promise<Thread[]> {
  const isStaff = classPolicy.editableSql(caller, 's')
  const { rows } = await sql<Thread>`
    select a.id, a.title as name, s.id as "classId", ${isStaff} as "isStaff", s.closed_at is not null as "isClosed"
    from classes.activity a join classes.class s on s.id = a.class_id
    where a.id = any(${[...ids]}::uuid[]) and a.kind = 'discussion' and s.company_id = ${caller.companyId}
      and s.deleted_at is null and (${isStaff} or s.status = 'on-shelf' and exists (
        select from classes.enrollment e where e.class_id = s.id and e.member_id = ${caller.memberId}
          and e.state = 'enrolled'))`.execute(classesTables(connection))
  return rows
}

export const discussionThreads = itemKind({
  businessType: discussionBusinessType,
  label: { cn: '班级讨论', en: 'Class discussion' },
  commentLengthMax: 2000,
  replyLengthMax: 1000,
  async visible(connection, caller, ids): Promise<VisibleItem[]> {
    const threads = await threadsOf(connection, caller, ids)
    return threads.map(({ id, name, classId }) => ({ id, name, link: screen(classId, id) }))
  },
  async assertOpen(connection, caller, id, now) {
    const [thread] = await threadsOf(connection, caller, [id])
    if (thread && !thread.isStaff && (await isUnpaid(classesTables(connection), caller, thread.classId, now)))
      throw refuse(NOT_BOUGHT)
  },
  async mayComment(connection, caller, id) {
    const [thread] = await threadsOf(connection, caller, [id])
    return thread !== undefined && !thread.isClosed
  },
  async mayModerate(connection, caller, id) {
    const [thread] = await threadsOf(connection, caller, [id])
    return thread?.isStaff ?? false
  },
  mayScore: async () => false,
})

const about = (companyId: string) => ({ companyId, businessType: discussionBusinessType })

export const discussionActivity = activityKind({
  kind: 'discussion',
  screen,
  async standings(connection, companyId, { activityIds, memberIds }) {
    const written = await whoCommented(connection, { ...about(companyId), businessIds: activityIds, memberIds })
    return written.map(({ businessId, memberId }) => ({ activityId: businessId, memberId, percent: 100 }))
  },
  async inUse(connection, companyId, activityIds) {
    const written = await whoCommented(connection, { ...about(companyId), businessIds: activityIds })
    return written.map(({ businessId }) => businessId)
  },
})
