/** Fixing the key of a question that was asked, and the list of fixes with what they changed. */
import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import type { Caller } from '#kit/caller.ts'
import type { Input } from '#kit/contract.ts'
import { NOT_FOUND, refuse } from '#kit/errors.ts'
import { contentsOfVersions, versionsBeside } from '#modules/assessment/questions/server.ts'
import { plainText } from '#modules/content/catalog/server.ts'
import { directorySql } from '#modules/platform/identity/server.ts'
import { type Paging, sqlPage } from '#server/db/page.ts'
import type { Context } from '#server/module.ts'
import { FIX_NOT_FIT, FIX_RUNNING } from '../../contract/codes.ts'
import type { FixableQuestion, FixEffect, KeyFix, OtherVersion } from '../../contract/fixing.ts'
import type { exams } from '../../contract.ts'
import { contentOf } from '../attempts.ts'
import type { ExamsDb } from '../db.ts'
import { getEditedExam } from '../staff.ts'
import type { Fix } from './effects.ts'
import { hasSameStructure } from './effects.ts'
import { fixWork } from './fix-work.ts'
import { lockFixes } from './fixes.ts'
import { forecastFix } from './forecast.ts'

type FixInput = Input<typeof exams.fixKey>['body']

export async function fixableQuestions(db: ExamsDb, caller: Caller, id: string, paging: Paging) {
  await getEditedExam(db, caller, id)
  const matching = sql`from (
    select m.version_id, count(*)::int as attempts, count(*) filter (where m.tenths = 0 and m.max_tenths > 0)::int as wrong
    from exams.mark m join exams.attempt t on t.id = m.attempt_id
    where m.exam_id = ${id} and t.reset_at is null group by m.version_id) q`
  const { items, recordCount } = await sqlPage<Omit<FixableQuestion, 'content'>>(db, paging, {
    matching,
    rows: (window) => sql<Omit<FixableQuestion, 'content'>>`
      select q.version_id as "versionId", q.attempts, q.wrong, coalesce(a.count, 0)::int as "openAppeals", f.kind as fix
      ${matching}
      left join (select version_id, count(*) from exams.appeal where exam_id = ${id} and state = 'open' group by version_id) a
        on a.version_id = q.version_id
      left join lateral (
        select kind from exams.key_fix where exam_id = ${id} and version_id = q.version_id order by number desc limit 1) f on true
      order by coalesce(a.count, 0) desc, q.wrong::float / q.attempts desc, q.version_id ${window}`,
  })
  const ids = items.map((item) => item.versionId)
  const contents = await contentsOfVersions(db, caller.companyId, ids)
  return { items: items.map((item) => ({ ...item, content: contentOf(contents, item.versionId) })), recordCount }
}

/** The question as it was asked in this exam; refuses another one. */
async function askedContent(db: ExamsDb, companyId: string, examId: string, versionId: string) {
  const { rows } = await sql`
    select from exams.mark where exam_id = ${examId} and version_id = ${versionId} limit 1`.execute(db)
  if (rows.length === 0) throw refuse(NOT_FOUND)
  return contentOf(await contentsOfVersions(db, companyId, [versionId]), versionId)
}

export async function otherVersions(
  db: ExamsDb,
  caller: Caller,
  { id, versionId }: Input<typeof exams.otherVersions>['params'],
): Promise<OtherVersion[]> {
  await getEditedExam(db, caller, id)
  const asked = await askedContent(db, caller.companyId, id, versionId)
  const others = await versionsBeside(db, caller.companyId, versionId)
  return others.map(({ id: versionId, number, createdAt, content }) => ({
    ...{ versionId, number, createdAt, content, isFit: hasSameStructure(asked, content) },
  }))
}

async function fixOf(db: ExamsDb, companyId: string, examId: string, input: FixInput): Promise<Fix> {
  const { versionId, kind, newVersionId } = input
  const asked = await askedContent(db, companyId, examId, versionId)
  if ((kind === 'new-key') !== (newVersionId !== undefined)) throw refuse(FIX_NOT_FIT)
  if (newVersionId === undefined) return { kind, content: undefined }
  const others = await versionsBeside(db, companyId, versionId)
  const chosen = others.find((one) => one.id === newVersionId)
  if (!chosen || !hasSameStructure(asked, chosen.content)) throw refuse(FIX_NOT_FIT)
  return { kind, content: chosen.content }
}

async function nextNumber(db: ExamsDb, examId: string): Promise<number> {
  const { rows } = await sql<{ number: number; finished_at: number | null }>`
    select number, finished_at from exams.key_fix where exam_id = ${examId} order by number desc limit 1`.execute(db)
  if (rows[0]?.finished_at === null) throw refuse(FIX_RUNNING)
  return (rows[0]?.number ?? 0) + 1
}

/** The fix counts for what is submitted from now on; a task brings what was submitted before up to it. */
export async function fixKey(db: ExamsDb, examId: string, input: FixInput, { caller, now, audit }: Context) {
  const { companyId, memberId } = caller
  const exam = await getEditedExam(db, caller, examId)
  const fix = await fixOf(db, companyId, examId, input)
  await lockFixes(db, examId)
  const number = await nextNumber(db, examId)
  const forecast = await forecastFix(db, { examId, rules: exam.publishedRules ?? exam.rules }, input.versionId, fix)
  const [id, taskId] = [uuid(), uuid()]
  const { kind, versionId, newVersionId } = input
  await db
    .insertInto('exams.key_fix')
    .values({
      ...{ id, company_id: companyId, exam_id: examId, number, version_id: versionId, kind, task_id: taskId },
      ...{ new_version_id: newVersionId ?? null, reason: input.reason.trim(), attempt_count: forecast.attempts },
      ...{ created_by: memberId, created_at: now },
    })
    .execute()
  await fixWork.start(db, { id: taskId, companyId, memberId, title: exam.name, now })
  audit({ type: 'exam', id: examId, name: exam.name, after: { kind, reason: input.reason, changed: forecast.changed } })
  return { id, taskId, forecast }
}

type FixRow = Omit<KeyFix, 'question'>

export async function keyFixes(db: ExamsDb, caller: Caller, id: string, paging: Paging) {
  await getEditedExam(db, caller, id)
  const matching = sql`from exams.key_fix f where f.exam_id = ${id}`
  const { items, recordCount } = await sqlPage<FixRow>(db, paging, {
    matching,
    rows: (window) => sql<FixRow>`
      select f.id, f.number, f.kind, f.version_id as "versionId", f.reason, f.created_at as "createdAt",
        f.finished_at as "finishedAt", f.attempt_count as attempts,
        case when p.id is not null then json_build_object('id', p.id, 'fullName', p.full_name) end as "createdBy",
        e.changed, e.passed, e.failed
      from (select f.* ${matching} order by f.number desc ${window}) f
      left join ${directorySql(caller.companyId)} p on p.id = f.created_by
      cross join lateral (
        select count(*)::int as changed,
          count(distinct e.member_id) filter (where e.record_before = 'fail' and e.record_after <> 'fail')::int as passed,
          count(distinct e.member_id) filter (where e.record_before <> 'fail' and e.record_after = 'fail')::int as failed
        from exams.fix_effect e where e.fix_id = f.id) e
      order by f.number desc`,
  })
  const ids = items.map((item) => item.versionId)
  const contents = await contentsOfVersions(db, caller.companyId, ids)
  const questionOf = (versionId: string) => plainText(contentOf(contents, versionId).stem).slice(0, 200)
  return { items: items.map((item) => ({ ...item, question: questionOf(item.versionId) })), recordCount }
}

export async function fixEffects(db: ExamsDb, caller: Caller, id: string, paging: Paging) {
  const fix = await db
    .selectFrom('exams.key_fix')
    .select('exam_id')
    .where('id', '=', id)
    .where('company_id', '=', caller.companyId)
    .executeTakeFirst()
  if (!fix) throw refuse(NOT_FOUND)
  await getEditedExam(db, caller, fix.exam_id)
  const matching = sql`from exams.fix_effect e where e.fix_id = ${id}`
  const side = (name: 'before' | 'after') => sql`json_build_object('scoreTenths', ${sql.ref(`e.score_${name}`)},
    'totalTenths', ${sql.ref(`e.total_${name}`)}, 'result', ${sql.ref(`e.result_${name}`)})`
  return sqlPage<FixEffect>(db, paging, {
    matching,
    rows: (window) => sql<FixEffect>`
      select case when p.id is not null then json_build_object('id', p.id, 'fullName', p.full_name) end as member,
        t.number as "attemptNumber", ${side('before')} as before, ${side('after')} as after,
        e.record_before as "recordBefore", e.record_after as "recordAfter",
        coalesce(e.record_after = 'fail' and r.finished_at is not null, false) as "keepsCompletion"
      from (select e.* ${matching} order by e.attempt_id ${window}) e
      join exams.attempt t on t.id = e.attempt_id
      join exams.record r on r.exam_id = t.exam_id and r.member_id = t.member_id
      left join ${directorySql(caller.companyId)} p on p.id = e.member_id order by e.attempt_id`,
  })
}
