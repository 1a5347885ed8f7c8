/** Personal data in pushes: its export and erasure. */
import { sql } from 'kysely'
import type { Connection } from '#server/db/connection.ts'
import { type PersonalDataOwner, type PersonalRecords, personalData } from '#server/personal-data.ts'
import { pushesTables } from './db.ts'

async function collect(connection: Connection, { companyId, memberId }: PersonalDataOwner): Promise<PersonalRecords[]> {
  const db = pushesTables(connection)
  const tasks = await sql<Record<string, unknown>>`
    select t.name as task, m.push_status, m.task_status, m.percent, m.pushed_at, m.finished_at, m.urged_at
    from pushes.push_member m join pushes.push t on t.id = m.push_id
    where m.member_id = ${memberId} and m.company_id = ${companyId} order by m.pushed_at`.execute(db)
  const urges = await sql<Record<string, unknown>>`
    select name, business_type, urged_at, case when sender_id = ${memberId} then 'sent' else 'received' end as direction
    from pushes.urge where (member_id = ${memberId} or sender_id = ${memberId}) and company_id = ${companyId}
    order by urged_at`.execute(db)
  const sent = await sql<Record<string, unknown>>`
    select name, kind, content, member_count, sent_at from pushes.urge_batch
    where sender_id = ${memberId} and company_id = ${companyId} order by sent_at`.execute(db)
  const made = await sql<Record<string, unknown>>`
    select name, description, created_at, published_at, revoked_at, revoke_reason from pushes.push
    where author_id = ${memberId} and company_id = ${companyId} order by created_at`.execute(db)
  return [
    { name: 'study-tasks', title: { cn: '学习任务', en: 'Learning tasks' }, rows: tasks.rows },
    { name: 'urges', title: { cn: '催学记录', en: 'Reminders' }, rows: urges.rows },
    {
      name: 'board-messages',
      title: { cn: '进度看板发出的消息', en: 'Messages sent from progress boards' },
      rows: sent.rows,
    },
    { name: 'study-pushes', title: { cn: '推送的任务', en: 'Tasks assigned to others' }, rows: made.rows },
  ]
}

/**
 * The record of who sent and received reminders is gone, and the member no longer stands in any audience. That somebody got a push, and how it ended,
 * stays for its counts, under a member that no longer has a name; and so do the pushes that the member made.
 */
async function erase(connection: Connection, { companyId, memberId }: PersonalDataOwner): Promise<void> {
  const db = pushesTables(connection)
  await sql`delete from pushes.urge
    where (member_id = ${memberId} or sender_id = ${memberId}) and company_id = ${companyId}`.execute(db)
  await sql`delete from pushes.urge_batch where sender_id = ${memberId} and company_id = ${companyId}`.execute(db)
  await sql`update pushes.push set member_ids = array_remove(member_ids, ${memberId}::uuid)
    where company_id = ${companyId} and ${memberId}::uuid = any(member_ids)`.execute(db)
  await sql`update pushes.push_member set urged_at = null
    where member_id = ${memberId} and company_id = ${companyId}`.execute(db)
}

export const pushesPersonalData = personalData({ module: 'pushes', collect, erase })
