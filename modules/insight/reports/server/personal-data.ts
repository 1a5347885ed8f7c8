/** What reports keep of a person: own views, exports, schedules, and what was sent to them. */
import { sql } from 'kysely'
import { deleteFile } from '#modules/platform/files/server.ts'
import { personalData } from '#server/personal-data.ts'
import { reportsTables } from './db.ts'

export const reportsPersonalData = personalData({
  module: 'reports',
  async collect(connection, { companyId, memberId }) {
    const db = reportsTables(connection)
    const own = { company_id: companyId, owner_id: memberId }
    const { company_id, owner_id } = own
    const views = await db
      .selectFrom('reports.view')
      .select(['name', 'description', 'audience', 'created_at', 'updated_at'])
      .where('company_id', '=', company_id)
      .where('owner_id', '=', owner_id)
      .execute()
    const runs = await db
      .selectFrom('reports.run')
      .select(['name', 'format', 'row_count', 'created_at', 'expires_at'])
      .where('company_id', '=', companyId)
      .where('member_id', '=', memberId)
      .execute()
    const schedules = await db
      .selectFrom('reports.schedule')
      .select(['frequency', 'weekday', 'month_day', 'minute_of_day', 'format', 'by_mail', 'paused', 'next_at'])
      .where('company_id', '=', companyId)
      .where('owner_id', '=', memberId)
      .execute()
    const sendings = await db
      .selectFrom('reports.sending')
      .select(['file_name', 'state', 'due_at', 'ended_at'])
      .where('company_id', '=', companyId)
      .where('member_id', '=', memberId)
      .execute()
    return [
      { name: 'views', title: { cn: '保存的报表', en: 'Saved reports' }, rows: views },
      { name: 'exports', title: { cn: '报表导出', en: 'Exports of reports' }, rows: runs },
      { name: 'schedules', title: { cn: '定时报表', en: 'Schedules of reports' }, rows: schedules },
      { name: 'received', title: { cn: '收到的定时报表', en: 'Scheduled reports received' }, rows: sendings },
    ]
  },
  /** Views go with their schedules; from the lists of others the member is taken out. */
  async erase(connection, { companyId, memberId }) {
    const db = reportsTables(connection)
    const runs = await db
      .deleteFrom('reports.run')
      .where('company_id', '=', companyId)
      .where('member_id', '=', memberId)
      .returning('id')
      .execute()
    const sendings = await db
      .deleteFrom('reports.sending')
      .where('company_id', '=', companyId)
      .where('member_id', '=', memberId)
      .returning('id')
      .execute()
    for (const { id } of [...runs, ...sendings]) await deleteFile(connection, companyId, id)
    await db.deleteFrom('reports.view').where('company_id', '=', companyId).where('owner_id', '=', memberId).execute()
    await sql`update reports.schedule set member_ids = array_remove(member_ids, ${memberId}::uuid)
      where company_id = ${companyId} and ${memberId}::uuid = any(member_ids)`.execute(db)
    await sql`update reports.view set member_ids = array_remove(member_ids, ${memberId}::uuid)
      where company_id = ${companyId} and ${memberId}::uuid = any(member_ids)`.execute(db)
  },
})
