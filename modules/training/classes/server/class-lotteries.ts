/** Lotteries of a class: its participants draw, and those who run the class run them. */
import { sql } from 'kysely'
import { lotteryScope } from '#modules/engagement/lotteries/server.ts'
import { classPolicy } from './class-policy.ts'
import { classesTables } from './db.ts'

export const classLotteries = lotteryScope({
  kind: 'class',
  async mayEnter(connection, { companyId, memberId }, classId) {
    const { rows } = await sql`
      select from classes.enrollment e where e.class_id = ${classId} and e.member_id = ${memberId}
        and e.company_id = ${companyId} and e.state = 'enrolled'`.execute(classesTables(connection))
    return rows.length > 0
  },
  async mayManage(connection, caller, classId) {
    const { rows } = await sql`
      select from classes.class s where s.id = ${classId} and s.company_id = ${caller.companyId}
        and s.deleted_at is null and ${classPolicy.editableSql(caller, 's')}`.execute(classesTables(connection))
    return rows.length > 0
  },
  entrants: (companyId, classId) => sql`(select e.member_id as id from classes.enrollment e
    where e.class_id = ${classId} and e.company_id = ${companyId} and e.state = 'enrolled')`,
})
