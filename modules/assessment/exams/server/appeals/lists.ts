/** Appeals as they are listed: for the examinee beside what has changed of the result, and for those who answer them. */
import { sql } from 'kysely'
import type { Caller } from '#kit/caller.ts'
import type { Input } from '#kit/contract.ts'
import { contentsOfVersions } from '#modules/assessment/questions/server.ts'
import { directorySql } from '#modules/platform/identity/server.ts'
import { sqlPage } from '#server/db/page.ts'
import type { AttemptTrail, OwnAppeal, QueuedAppeal } from '../../contract/appeals.ts'
import type { exams } from '../../contract.ts'
import { attachedFiles, withoutFileIds } from '../attached-files.ts'
import { contentOf, getOwnAttempt, questionsOf } from '../attempts.ts'
import type { ExamsDb } from '../db.ts'
import { openDesk } from '../marking/settings.ts'
import { isScoreShown } from '../results.ts'
import { appealUntilOf } from './appeals.ts'

type Stored<T> = Omit<T, 'file'> & { readonly fileId: string | null }

const columns = sql`a.id, a.place, a.subject, a.text, a.file_id as "fileId", a.state, a.created_at as "createdAt", a.answer,
  a.answered_at as "answeredAt", a.tenths_before as "tenthsBefore", a.tenths_after as "tenthsAfter"`

async function withFiles<Row extends { readonly fileId: string | null }>(
  db: ExamsDb,
  caller: Caller,
  rows: readonly Row[],
  facts: { readonly now: number; readonly isBlind: boolean },
) {
  const ids = rows.flatMap((row) => row.fileId ?? [])
  const files = await attachedFiles(db, caller, ids, facts)
  return rows.map(({ fileId, ...row }) => ({ ...row, file: (fileId !== null && files.get(fileId)) || null }))
}

interface ChangeRow extends Omit<AttemptTrail['changes'][number], 'place'> {
  readonly versionId: string
}

export async function attemptTrail(db: ExamsDb, caller: Caller, id: string, now: number): Promise<AttemptTrail> {
  const attempt = await getOwnAttempt(db, caller, id, now)
  const { rows } = await sql<Stored<OwnAppeal>>`
    select ${columns} from exams.appeal a where a.attempt_id = ${id} order by a.id`.execute(db)
  const { rows: changes } = await sql<ChangeRow>`
    select f.created_at as at, f.version_id as "versionId", f.kind, f.reason, e.score_before as "scoreBefore",
      e.score_after as "scoreAfter", e.total_before as "totalBefore", e.total_after as "totalAfter",
      e.result_before as "resultBefore", e.result_after as "resultAfter"
    from exams.fix_effect e join exams.key_fix f on f.id = e.fix_id where e.attempt_id = ${id} order by f.number`.execute(
    db,
  )
  const appealUntil = await appealUntilOf(db, attempt, now)
  const places = new Map(questionsOf(attempt.paper).map(({ versionId, place }) => [versionId, place]))
  const shown = isScoreShown(attempt.rules, attempt) ? changes : []
  return {
    ...{ mayAppeal: appealUntil !== null && now <= appealUntil, appealUntil },
    appeals: await withFiles(db, caller, rows, { now, isBlind: false }),
    changes: shown.map(({ versionId, ...change }) => ({ ...change, place: places.get(versionId) ?? null })),
  }
}

type QueueRow = Omit<Stored<QueuedAppeal>, 'content'>

/** In a blind exam graders see no names here either. */
export async function appeals(
  db: ExamsDb,
  caller: Caller,
  id: string,
  { state, ...paging }: Input<typeof exams.appeals>['query'],
  now: number,
) {
  const { settings, isChief } = await openDesk(db, caller, id)
  const isBlind = settings.isBlind && !isChief
  const matching = sql`from exams.appeal a where a.exam_id = ${id}
    and ${state === undefined ? sql`true` : sql`a.state = ${state}`}`
  const { items, recordCount } = await sqlPage<QueueRow>(db, paging, {
    matching,
    rows: (window) => sql<QueueRow>`
      select ${columns}, a.version_id as "versionId", ${isBlind ? sql`''` : sql`coalesce(p.full_name, '')`} as "memberName",
        given.answer as given, m.tenths as "earnedTenths", coalesce(m.drawn_tenths, m.max_tenths) as "maxTenths", m.comment,
        d.full_name as "answeredBy"
      from (select a.* ${matching} order by a.id ${window}) a
      join exams.mark m on m.attempt_id = a.attempt_id and m.place = a.place
      left join ${directorySql(caller.companyId)} p on p.id = a.member_id
      left join ${directorySql(caller.companyId)} d on d.id = a.answered_by
      left join lateral (
        select e.answer from exams.answer_event e where e.attempt_id = a.attempt_id and e.place = a.place
        order by e.sequence desc limit 1) given on true
      order by a.id`,
  })
  const versionIds = items.map((item) => item.versionId)
  const contents = await contentsOfVersions(db, caller.companyId, versionIds)
  const rows = await withFiles(db, caller, items, { now, isBlind })
  const shown = rows.map((row) => ({ ...row, given: isBlind ? withoutFileIds(row.given) : row.given }))
  return { items: shown.map((row) => ({ ...row, content: contentOf(contents, row.versionId) })), recordCount }
}
