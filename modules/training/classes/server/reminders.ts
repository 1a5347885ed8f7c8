/** The reminder a day before a class begins. */
import { sql } from 'kysely'
import { Type } from 'typebox'
import { notify } from '#modules/platform/messages/server.ts'
import { job } from '#server/module.ts'
import { classesTables } from './db.ts'

const dayMs = 86_400_000
/** So many classes in one run; the next one follows in minutes. */
const atOnceMax = 200

interface Beginning {
  readonly id: string
  readonly companyId: string
  readonly name: string
}

/**
 * Reminds those who take part, once. A class that is put off by a day or more after that is announced again; one that is
 * moved by hours is not: everyone has heard of the change.
 */
export const remindParticipants = job({
  name: 'classes.remind-participants',
  payload: Type.Object({}),
  cron: '*/10 * * * *',
  async run(connection, _payload, { now }) {
    const db = classesTables(connection)
    const { rows } = await sql<Beginning>`
      update classes.class s set reminded_start = s.starts_at where s.id in (
        select c.id from classes.class c
        where c.status = 'on-shelf' and c.closed_at is null and c.deleted_at is null
          and c.starts_at > ${now} and c.starts_at <= ${now + dayMs}
          and (c.reminded_start is null or c.starts_at >= c.reminded_start + ${dayMs})
        order by c.starts_at limit ${atOnceMax} for no key update skip locked)
      returning s.id, s.company_id as "companyId", s.name`.execute(db)
    for (const { id, companyId, name } of rows)
      await notify(db, {
        ...{ type: 'class.begins', companyId, variables: { class: name }, now },
        recipients: {
          sql: sql`(select member_id as id from classes.enrollment where class_id = ${id} and state = 'enrolled')`,
        },
        link: `/train-new/class-detail/${id}`,
      })
  },
})
