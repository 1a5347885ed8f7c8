/** Lotteries of a class: its participants draw, and those who run the class run them. */
import { sql } from 'kysely'
import { endLotteriesOf, lotteryScope } from '#modules/engagement/lotteries/server.ts'
import { classPolicy } from './class-policy.ts'
import { type ClassesDb, classesTables } from './db.ts'
import type { PlacedClass } from './placed-class.ts'

const kind = 'class'

export const classLotteries = lotteryScope({
  kind,
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
  async isOpen(connection, { companyId, scopeId }, { lock }) {
    const { rows } = await sql`
      select from classes.class s where s.id = ${scopeId} and s.company_id = ${companyId} and s.closed_at is null
      ${lock ? sql`for share` : sql``}`.execute(classesTables(connection))
    return rows.length > 0
  },
  entrants: (companyId, classId) => sql`(select e.member_id as id from classes.enrollment e
    where e.class_id = ${classId} and e.company_id = ${companyId} and e.state = 'enrolled')`,
})

/** A class that is closed draws no more. */
export const endLotteries = (db: ClassesDb, { id: scopeId, companyId }: PlacedClass, now: number) =>
  endLotteriesOf(db, { companyId, scopeKind: kind, scopeId, now })
