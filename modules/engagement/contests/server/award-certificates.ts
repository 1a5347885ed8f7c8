/**
 * The certificates that awards give, as long work that begins with the results. Each work keeps how far its own is: a step gives
 * some and notes them in one transaction, so that whatever dies meanwhile, each winner is given one.
 */
import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import type { Caller } from '#kit/caller.ts'
import type { StudyRef } from '#modules/content/study/server.ts'
import { giveHonors, revokeEarned } from '#modules/learning/certificates/server.ts'
import { longWork } from '#modules/platform/operations/server.ts'
import { businessType } from '../contract.ts'
import type { EnteredContest } from './contest-record.ts'
import { type ContestsDb, contestsTables } from './db.ts'

const stepWorks = 50

/** An award is won by a work, and so is its certificate: whoever wins with two works has two. */
export const refOf = (workId: string): StudyRef => ({ businessType, businessId: workId })

interface Subject {
  readonly id: string
  readonly companyId: string
  readonly name: string
  readonly resultsAt: number
  readonly issuedBy: string
}

/** Begins to give the certificates of the winners, where an award gives one. */
export async function startCertificates(db: ContestsDb, caller: Caller, contest: EnteredContest, now: number) {
  const { id, companyId, name } = contest
  const { numAffectedRows = 0n } = await sql`update contests.work w set certificate = 'waiting'
    from contests.contest c cross join lateral jsonb_array_elements(c.awards) a(one)
    where c.id = ${id} and w.contest_id = c.id and w.state = 'in' and a.one ->> 'key' = w.award_key
      and a.one ->> 'certificateTemplateId' is not null`.execute(db)
  if (numAffectedRows === 0n) return
  const taskId = uuid()
  await sql`update contests.contest set certificate_task_id = ${taskId} where id = ${id}`.execute(db)
  await certificateWork.start(db, { id: taskId, companyId, memberId: caller.memberId, title: name, now })
}

export const certificateWork = longWork({
  kind: 'contest-certificates',
  label: { cn: '颁发获奖证书', en: 'Certificates of awards' },
  job: 'contests.certificates',
  cancellable: false,
  async claim(connection, { taskId }) {
    const { rows } = await sql<Subject>`
      select c.id, c.company_id as "companyId", c.name, c.results_at as "resultsAt", c.author_id as "issuedBy"
      from contests.contest c where c.certificate_task_id = ${taskId} and c.results_at is not null
      for no key update of c`.execute(contestsTables(connection))
    return rows[0]
  },
  async step(connection, { subject, now }) {
    const db = contestsTables(connection)
    await giveSome(db, subject, now)
    const { waiting, issued, gone } = await countsOf(db, subject.id)
    if (waiting > 0) return { done: issued + gone, total: issued + gone + waiting }
    const counts = [
      { label: { cn: '已颁发', en: 'Issued' }, value: issued },
      { label: { cn: '账号已停用', en: 'Disabled' }, value: gone },
    ]
    return { report: { counts, link: `/admin/contests/${subject.id}/results` } }
  },
  restart: async () => true,
})

interface Waiting {
  readonly workId: string
  readonly memberId: string
  readonly templateId: string
  readonly awardName: string
}

/** The award stands first on the paper: “一等奖 · 秋季微课大赛”. */
async function giveSome(db: ContestsDb, { id, companyId, name, resultsAt, issuedBy }: Subject, now: number) {
  const { rows } = await sql<Waiting>`
    select w.id as "workId", w.member_id as "memberId", a.one ->> 'certificateTemplateId' as "templateId",
      a.one ->> 'name' as "awardName"
    from contests.work w join contests.contest c on c.id = w.contest_id
    cross join lateral jsonb_array_elements(c.awards) a(one)
    where w.contest_id = ${id} and w.certificate = 'waiting' and a.one ->> 'key' = w.award_key
    order by w.number limit ${stepWorks}`.execute(db)
  const honors = rows.map(({ workId, memberId, templateId, awardName }) => {
    return { memberId, templateId, ref: refOf(workId), itemName: `${awardName} · ${name}` }
  })
  const issued = await giveHonors(db, { companyId, honors, wonAt: resultsAt, issuedBy, now })
  await sql`update contests.work set certificate = case when id = any(${[...issued]}::uuid[]) then 'issued' else 'gone' end
    where id = any(${rows.map(({ workId }) => workId)}::uuid[])`.execute(db)
}

type Counts = Readonly<Record<'waiting' | 'issued' | 'gone', number>>

async function countsOf(db: ContestsDb, contestId: string): Promise<Counts> {
  const { rows } = await sql<Counts>`
    select count(*) filter (where certificate = 'waiting')::int as waiting,
      count(*) filter (where certificate = 'issued')::int as issued, count(*) filter (where certificate = 'gone')::int as gone
    from contests.work where contest_id = ${contestId}`.execute(db)
  return rows[0] as Counts
}

/** Revokes what the work has earned its author. */
export async function revokeCertificate(
  db: ContestsDb,
  { companyId, memberId: by }: Caller,
  work: { readonly id: string; readonly memberId: string },
  { reason, now }: { readonly reason: string; readonly now: number },
): Promise<void> {
  await revokeEarned(db, { companyId, memberIds: [work.memberId], ref: refOf(work.id), reason, by, now })
}
