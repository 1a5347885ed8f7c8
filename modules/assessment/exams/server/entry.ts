/** What an examinee reads before the start (EXAM-003), and an author or approver before the publication. */
import { type RawBuilder, sql } from 'kysely'
import type { Caller } from '#kit/caller.ts'
import { NOT_FOUND, refuse } from '#kit/errors.ts'
import { findReadyPaper } from '#modules/assessment/papers/server.ts'
import type { ExamEntry } from '../contract/learning.ts'
import type { ExamRules } from '../contract/rules.ts'
import { isInRanges } from './address-ranges.ts'
import type { ExamsDb } from './db.ts'
import { examLifecycle } from './exam-lifecycle.ts'
import { getPublishedExam, type ItemRow, itemColumns, itemSources, listItem } from './published-exams.ts'

interface EntryRow extends ItemRow {
  readonly rules: ExamRules
  readonly openAttemptId: string | null
}

interface Moment {
  readonly caller: Caller
  readonly now: number
  readonly ip: string
}

function obstacleOf({ state, rules, openAttemptId, attemptsUsed }: EntryRow, ip: string): ExamEntry['obstacle'] {
  if (openAttemptId !== null) return null
  if (state !== 5) return 'not-open'
  if (!isInRanges(ip, rules.addressRanges)) return 'address'
  return rules.attemptsMax > 0 && attemptsUsed >= rules.attemptsMax ? 'no-attempts' : null
}

async function entryOf(
  db: ExamsDb,
  id: string,
  rulesSql: RawBuilder<unknown>,
  { caller, now, ip }: Moment,
): Promise<ExamEntry> {
  const { rows } = await sql<EntryRow>`
    select ${itemColumns(now, rulesSql)}, ${rulesSql} as rules,
      case when t.state = 'in-progress' then t.id end as "openAttemptId"
    from exams.exam s ${itemSources(caller)}
    where s.id = ${id} and s.company_id = ${caller.companyId} and s.deleted_at is null`.execute(db)
  const [row] = rows
  if (!row) throw refuse(NOT_FOUND)
  const { rules, openAttemptId, ...item } = row
  const paper = rules.paperId === null ? undefined : await findReadyPaper(db, caller.companyId, rules.paperId)
  const { instructions, passTenths, attemptsMax, leavesMax, viewingRule, scoreShown, photoCheck } = rules
  return {
    ...listItem(item),
    ...{ instructions, passTenths, attemptsMax, leavesMax, viewingRule, scoreShown, photoCheck, openAttemptId },
    questionCount: paper?.questionCount ?? 0,
    totalTenths: paper?.totalTenths ?? 0,
    needsPassword: rules.password !== null,
    needsPersonalPassword: rules.hasPersonalPasswords,
    serverNow: now,
    obstacle: obstacleOf(row, ip),
  }
}

export async function examEntry(db: ExamsDb, id: string, moment: Moment): Promise<ExamEntry> {
  await getPublishedExam(db, moment.caller, id, moment.now)
  return entryOf(db, id, sql`s.published_rules`, moment)
}

export async function previewExam(db: ExamsDb, id: string, moment: Moment): Promise<ExamEntry> {
  await examLifecycle.getPreviewable(db, moment.caller, id, moment.now)
  return entryOf(db, id, sql`s.rules`, moment)
}
