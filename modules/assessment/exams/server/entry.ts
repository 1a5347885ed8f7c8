/** What an examinee reads before the start (EXAM-003), and an author or approver before the publication. */
import { type RawBuilder, sql } from 'kysely'
import type { Caller } from '#kit/caller.ts'
import { NOT_FOUND, refuse } from '#kit/errors.ts'
import { findReadyPaper } from '#modules/assessment/papers/server.ts'
import type { GivenAccommodation } from '../contract/accommodations.ts'
import type { ExamEntry } from '../contract/learning.ts'
import type { ExamRules } from '../contract/rules.ts'
import { accommodationOf, isAccommodated, isEnterable } from './accommodations.ts'
import { isInRanges } from './address-ranges.ts'
import type { ExamsDb } from './db.ts'
import { examLifecycle } from './exam-lifecycle.ts'
import { getPublishedExam, type ItemRow, itemColumns, itemSources, listItem } from './published-exams.ts'
import { isUnpaid } from './unpaid.ts'

interface EntryRow extends ItemRow {
  readonly rules: ExamRules
  readonly openAttemptId: string | null
  readonly hasRecord: boolean
  readonly registrationReason: string
}

interface Moment {
  readonly caller: Caller
  readonly now: number
  readonly ip: string
}

function obstacleOf(row: EntryRow, given: GivenAccommodation, { now, ip }: Moment): ExamEntry['obstacle'] {
  const { rules, openAttemptId, attemptsUsed } = row
  if (openAttemptId !== null) return null
  const isRegistered = row.registration === 'registered' || (row.registration === null && row.hasRecord)
  if (rules.registration !== null && !isRegistered) return 'not-registered'
  if (!isEnterable(row, given, now)) return 'not-open'
  if (!isInRanges(ip, rules.addressRanges)) return 'address'
  const attemptsMax = rules.attemptsMax + given.extraAttempts
  return rules.attemptsMax > 0 && attemptsUsed >= attemptsMax ? 'no-attempts' : null
}

interface Line {
  readonly taken: number
  readonly ahead: number
}

/** What the caller reads of the registration: the rule, the places that are left, and how far the own one is. */
async function ownRegistration(db: ExamsDb, row: EntryRow, { caller, now }: Moment) {
  const rule = row.rules.registration
  if (rule === null) return null
  const { rows } = await sql<Line>`
    select count(*) filter (where state in ('pending', 'registered'))::int as taken,
      count(*) filter (where state = 'waiting' and (registered_at, member_id) < (
        select own.registered_at, own.member_id from exams.registration own
        where own.exam_id = ${row.id} and own.member_id = ${caller.memberId}))::int as ahead
    from exams.registration where exam_id = ${row.id}`.execute(db)
  const { taken, ahead } = rows[0] as Line
  const until = rule.endAt ?? row.endAt ?? Number.POSITIVE_INFINITY
  return {
    ...rule,
    state: row.registration,
    reason: row.registrationReason,
    isOpen: [3, 4, 5].includes(row.state) && (rule.startAt ?? 0) <= now && now < until,
    placesLeft: rule.places === null ? null : Math.max(0, rule.places - taken),
    ahead: row.registration === 'waiting' ? ahead : 0,
  }
}

async function entryOf(
  db: ExamsDb,
  id: string,
  { rulesSql, isOwn }: { readonly rulesSql: RawBuilder<unknown>; readonly isOwn: boolean },
  moment: Moment,
): Promise<ExamEntry> {
  const { caller, now } = moment
  const { rows } = await sql<EntryRow>`
    select ${itemColumns(now, rulesSql)}, ${rulesSql} as rules,
      case when t.state = 'in-progress' then t.id end as "openAttemptId", r.member_id is not null as "hasRecord",
      coalesce(g.reason, '') as "registrationReason"
    from exams.exam s ${itemSources(caller)}
    where s.id = ${id} and s.company_id = ${caller.companyId} and s.deleted_at is null`.execute(db)
  const [row] = rows
  if (!row) throw refuse(NOT_FOUND)
  const { rules, openAttemptId, hasRecord: _, registrationReason: __, ...item } = row
  const given = await accommodationOf(db, caller, id, now)
  const mustPay = isOwn && openAttemptId === null && !row.hasEnded && (await isUnpaid(db, caller, id, now))
  const paper = rules.paperId === null ? undefined : await findReadyPaper(db, caller.companyId, rules.paperId)
  const { instructions, passTenths, attemptsMax, leavesMax, viewingRule, scoreShown, photoCheck } = rules
  return {
    ...listItem(item),
    ...{ instructions, passTenths, attemptsMax, leavesMax, viewingRule, scoreShown, photoCheck, openAttemptId },
    questionCount: paper?.questionCount ?? 0,
    totalTenths: paper?.totalTenths ?? 0,
    isInOrder: (paper?.timedMinutes ?? 0) > 0,
    needsPassword: rules.password !== null,
    needsPersonalPassword: rules.hasPersonalPasswords,
    serverNow: now,
    obstacle:
      (mustPay ? 'unpaid' : obstacleOf(row, given, moment)) ?? (paper || openAttemptId !== null ? null : 'not-open'),
    registration: await ownRegistration(db, row, moment),
    accommodation: isAccommodated(given) ? given : null,
  }
}

export async function examEntry(db: ExamsDb, id: string, moment: Moment): Promise<ExamEntry> {
  await getPublishedExam(db, moment.caller, id, moment.now)
  return entryOf(db, id, { rulesSql: sql`s.published_rules`, isOwn: true }, moment)
}

export async function previewExam(db: ExamsDb, id: string, moment: Moment): Promise<ExamEntry> {
  await examLifecycle.getPreviewable(db, moment.caller, id, moment.now)
  return entryOf(db, id, { rulesSql: sql`s.rules`, isOwn: false }, moment)
}
