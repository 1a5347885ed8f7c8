/** The personal data in operations: a member's actions in the audit log, deletions and tasks. */
import { personalData } from '#server/personal-data.ts'
import { redactMember } from './audit/erasure.ts'
import { operationsTables } from './db.ts'

const rowsMax = 10_000

export const operationsPersonalData = personalData({
  module: 'operations',
  async collect(connection, { companyId, memberId }) {
    const db = operationsTables(connection)
    const actions = await db
      .selectFrom('operations.audit_entry')
      .select(['at', 'action', 'subject_type', 'subject_id', 'origin'])
      .where('company_id', '=', companyId)
      .where('actor_id', '=', memberId)
      .orderBy('at', 'desc')
      .orderBy('id', 'desc')
      .limit(rowsMax)
      .execute()
    const tasks = await db
      .selectFrom('operations.task')
      .select(['created_at', 'kind', 'title', 'state', 'finished_at'])
      .where('company_id', '=', companyId)
      .where('member_id', '=', memberId)
      .orderBy('created_at', 'desc')
      .execute()
    const deleted = await db
      .selectFrom('operations.recycled_item')
      .select(['deleted_at', 'kind', 'name', 'purge_at'])
      .where('company_id', '=', companyId)
      .where('deleted_by', '=', memberId)
      .execute()
    return [
      { name: 'actions', title: { cn: '管理操作记录', en: 'Actions in the audit log' }, rows: actions },
      { name: 'tasks', title: { cn: '后台任务', en: 'Background tasks' }, rows: tasks },
      { name: 'deleted-items', title: { cn: '已删除的内容', en: 'Deleted items' }, rows: deleted },
    ]
  },
  async erase(connection, { companyId, memberId }) {
    const db = operationsTables(connection)
    // Titles contain names of the member's files.
    await db
      .deleteFrom('operations.task')
      .where('company_id', '=', companyId)
      .where('member_id', '=', memberId)
      .execute()
    await redactMember(db, companyId, memberId)
  },
})
