/**
 * Reminders a day before an exam opens and before it ends, for those who have not taken it. The exam keeps which start and which
 * end it has announced, in the transaction that sends: once each, also after a restart, and again only where the moment moves.
 */
import { sql } from 'kysely'
import { Type } from 'typebox'
import { notify } from '#modules/platform/messages/server.ts'
import { enqueue } from '#server/jobs/queue.ts'
import { job } from '#server/module.ts'
import type { ExamRules } from '../contract/rules.ts'
import { audienceMembersSql } from './audience.ts'
import { type ExamsDb, examsTables } from './db.ts'

const aheadMs = 24 * 3_600_000
/** Exams of one run; the rest follows at once. */
const batchMax = 20

interface Due {
  readonly id: string
  readonly companyId: string
  readonly name: string
  readonly organizationIds: readonly string[]
  readonly memberIds: readonly string[]
  readonly publishedRules: ExamRules
  readonly at: number
}

const kinds = [
  { type: 'exam.opens', moment: sql`start_at`, reminded: sql`reminded_start_at` },
  { type: 'exam.closes', moment: sql`end_at`, reminded: sql`reminded_end_at` },
] as const

/** Claims exams whose moment is within a day and was not announced. Of an exam that opens and ends at the same day both are said. */
async function claim(db: ExamsDb, { moment, reminded }: (typeof kinds)[number], now: number): Promise<readonly Due[]> {
  const { rows } = await sql<Due>`
    update exams.exam set ${reminded} = ${moment}
    where id in (select id from exams.exam
      where status = 'on-shelf' and deleted_at is null and ${moment} > ${now} and ${moment} <= ${now + aheadMs}
        and ${reminded} is distinct from ${moment}
      order by ${moment} limit ${batchMax} for no key update skip locked)
    returning id, company_id as "companyId", name, organization_ids as "organizationIds", member_ids as "memberIds",
      published_rules as "publishedRules", ${moment} as at`.execute(db)
  return rows
}

async function send(db: ExamsDb, type: string, exam: Due, now: number): Promise<void> {
  const { companyId, id, name, at } = exam
  // Whoever was assigned the exam by others has a record and is in no audience.
  const recipients = sql`(select audience.id from (
      select id from ${audienceMembersSql(companyId, exam)} as chosen (id)
      union select member_id from exams.record where exam_id = ${id}) audience
    where not exists (select from exams.record r
      where r.exam_id = ${id} and r.member_id = audience.id and r.opened_at is not null))`
  await notify(db, {
    ...{ companyId, type, recipients: { sql: recipients }, now, link: `/exam/detail/${id}` },
    variables: { exam: name, at: { instant: at } },
  })
}

export const remindExaminees = job({
  name: 'exams.remind',
  payload: Type.Object({}),
  cron: '*/5 * * * *',
  async run(connection, _payload, { now }) {
    const db = examsTables(connection)
    for (const kind of kinds) {
      const due = await claim(db, kind, now)
      for (const exam of due) await send(db, kind.type, exam, now)
      if (due.length === batchMax) await enqueue(connection, remindExaminees, {})
    }
  },
})
