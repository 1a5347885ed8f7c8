/** Answers as markers see them: without names in a blind exam, and without the marks of others before they count. */
import { type RawBuilder, sql } from 'kysely'
import type { QuestionAnswer } from '#modules/assessment/questions/contract.ts'
import { directorySql } from '#modules/platform/identity/server.ts'
import type { MarkedAnswer } from '../../contract/marking.ts'
import type { AttemptState } from '../../contract/states.ts'
import { attachedFiles, fileIdsOf, withoutFileIds } from '../attached-files.ts'
import type { ExamsDb } from '../db.ts'
import { type GivenMark, standingOf } from './given-marks.ts'
import { assignedSql, type Desk } from './settings.ts'

export interface AnswerRow {
  /** The real one, for us alone. */
  readonly id: string
  readonly shownId: string
  readonly memberId: string
  readonly place: number
  readonly versionId: string
  readonly memberName: string
  readonly submittedAt: number
  readonly answer: QuestionAnswer | null
  readonly scoreTenths: number
  readonly state: AttemptState
  readonly tenths: number | null
  readonly comment: string
  readonly given: readonly GivenMark[] | null
  /** Of the caller. */
  readonly draft: MarkedAnswer['draft']
}

/** The id by which markers call the attempt `t`. */
export const shownIdSql = ({ settings }: Desk) => (settings.isBlind ? sql`t.sheet_id` : sql`t.id`)

/** Of the answers `m` in the attempts `t` of the exam: those that a person marks. */
export const markableSql = (desk: Desk) => sql`m.exam_id = ${desk.exam.id} and m.verdict = 'needs-marking'
  and t.reset_at is null and ${assignedSql(desk)}`

/** `from`: rows of `exams.mark`. */
export const answerRowsSql = (desk: Desk, from: RawBuilder<unknown>, order: RawBuilder<unknown>) => sql<AnswerRow>`
    select t.id, ${shownIdSql(desk)} as "shownId", t.member_id as "memberId", m.place, m.version_id as "versionId",
      coalesce(p.full_name, '') as "memberName", t.submitted_at as "submittedAt", given.answer,
      coalesce(m.drawn_tenths, m.max_tenths) as "scoreTenths", t.state, m.comment,
      case when m.is_fixed then m.base_tenths else m.tenths end as tenths, marks.given, draft.draft
    from (${from}) m
    join exams.attempt t on t.id = m.attempt_id
    left join ${directorySql(desk.caller.companyId)} p on p.id = t.member_id
    left join lateral (
      select e.answer from exams.answer_event e where e.attempt_id = m.attempt_id and e.place = m.place
      order by e.sequence desc limit 1) given on true
    left join lateral (
      select json_agg(json_build_object('round', g.round, 'memberId', g.member_id, 'tenths', g.tenths, 'levels', g.levels,
        'comment', g.comment, 'claimedUntil', g.claimed_until) order by g.round) as given
      from exams.given_mark g where g.attempt_id = m.attempt_id and g.place = m.place) marks on true
    left join lateral (
      select json_build_object('tenths', d.tenths, 'levels', d.levels, 'comment', d.comment, 'savedAt', d.saved_at) as draft
      from exams.mark_draft d where d.attempt_id = m.attempt_id and d.place = m.place
        and d.member_id = ${desk.caller.memberId}) draft on true
    order by ${order}`

export const standingFor = (desk: Desk, row: AnswerRow, now: number) =>
  standingOf({
    ...{ given: row.given ?? [], isDouble: desk.settings.isDouble, isDecided: row.tenths !== null },
    ...{ memberId: desk.caller.memberId, isChief: desk.isChief, now },
  })

/** What of the marks the caller may see: the own one, and what counts. */
function seen(desk: Desk, row: AnswerRow, standing: MarkedAnswer['standing']) {
  const given = row.given ?? []
  const own = given.findLast((one) => one.memberId === desk.caller.memberId && one.tenths !== null)
  const decisive = given.findLast((one) => one.tenths !== null)
  if (standing === 'decided' && row.tenths !== null) {
    const shown = own ?? decisive
    return { earnedTenths: row.tenths, levels: shown?.levels ?? null, comment: own?.comment ?? row.comment }
  }
  return { earnedTenths: own?.tenths ?? null, levels: own?.levels ?? null, comment: own?.comment ?? '' }
}

export async function shownAnswers(
  db: ExamsDb,
  desk: Desk,
  rows: readonly AnswerRow[],
  now: number,
): Promise<MarkedAnswer[]> {
  const { isBlind } = desk.settings
  const ids = rows.flatMap((row) => fileIdsOf(row.answer))
  const files = await attachedFiles(db, desk.caller, ids, { now, isBlind })
  return rows.map((row) => {
    const { standing } = standingFor(desk, row, now)
    const levelsOf = (one: GivenMark) => (one.levels === null ? null : [...one.levels])
    const others = standing === 'to-decide' ? (row.given ?? []).filter((one) => one.tenths !== null) : []
    const { levels, ...marks } = seen(desk, row, standing)
    return {
      ...{ attemptId: row.shownId, place: row.place, versionId: row.versionId, state: row.state, standing },
      memberName: isBlind ? '' : row.memberName,
      submittedAt: isBlind ? null : row.submittedAt,
      answer: isBlind ? withoutFileIds(row.answer) : row.answer,
      files: fileIdsOf(row.answer).flatMap((id) => files.get(id) ?? []),
      ...{ scoreTenths: row.scoreTenths, ...marks, levels: levels === null ? null : [...levels] },
      draft: row.draft,
      others: others.map((one) => ({ tenths: one.tenths ?? 0, levels: levelsOf(one), comment: one.comment })),
    }
  })
}
