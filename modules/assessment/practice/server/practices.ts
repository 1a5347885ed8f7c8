/** Practices as they are stored: started, opened again, reset when the bank was updated, finished. */
import { type RawBuilder, sql } from 'kysely'
import type { Static } from 'typebox'
import { v7 as uuid } from 'uuid'
import type { Caller } from '#kit/caller.ts'
import { refuse } from '#kit/errors.ts'
import { presentedOf, type QuestionAnswer, type QuestionContent } from '#modules/assessment/questions/contract.ts'
import { activeQuestionsSql, contentsOfVersions } from '#modules/assessment/questions/server.ts'
import { type Paging, sqlPage } from '#server/db/page.ts'
import { NOTHING_TO_ASK, PRACTICE_NOT_FOUND } from '../contract/codes.ts'
import type { OpenPractice, Practice, PracticeSummary, SourceKind, StartInput } from '../contract/practicing.ts'
import type { Member } from './cards.ts'
import type { PracticeDb } from './db.ts'
import { feedbackOf, type StoredVerdict } from './feedback.ts'
import { markOf, type Picks, poolSql } from './pool.ts'
import { assertNotInExam, type Drawn, draw, offerOf, type Wanted } from './sources.ts'

export interface PracticeRecord {
  readonly id: string
  readonly companyId: string
  readonly source: SourceKind
  readonly sourceId: string | null
  readonly name: string
  readonly mark: string
  readonly round: number
  readonly startedAt: number
  readonly finishedAt: number | null
}

export interface ItemRecord {
  readonly place: number
  readonly questionId: string
  readonly versionId: string
  readonly isAnswered: boolean
  readonly answer: QuestionAnswer | null
  readonly verdict: StoredVerdict
  readonly share: number | null
  readonly reviewId: string | null
}

/** The own practice; `lock`: nobody else answers in it until we are done (EXAM-046). */
export async function getOwn(db: PracticeDb, { companyId, memberId }: Member, id: string, lock = false) {
  const { rows } = await sql<PracticeRecord>`
    select id, company_id as "companyId", source, source_id as "sourceId", name, bank_mark as mark, round,
      started_at as "startedAt", finished_at as "finishedAt"
    from practice.practice where id = ${id} and member_id = ${memberId} and company_id = ${companyId}
    ${lock ? sql`for no key update` : sql``}`.execute(db)
  if (!rows[0]) throw refuse(PRACTICE_NOT_FOUND)
  return rows[0]
}

export async function itemsOf(db: PracticeDb, practiceId: string, place?: number): Promise<ItemRecord[]> {
  const { rows } = await sql<ItemRecord>`
    select place, question_id as "questionId", version_id as "versionId", is_answered as "isAnswered", answer, verdict, share,
      review_id as "reviewId" from practice.item
    where practice_id = ${practiceId} and ${place === undefined ? sql`true` : sql`place = ${place}`}
    order by place`.execute(db)
  return rows
}

async function insertItems(db: PracticeDb, companyId: string, practiceId: string, drawn: readonly Drawn[]) {
  const rows = drawn.map(({ questionId, versionId }, at) => ({
    ...{
      practice_id: practiceId,
      place: at + 1,
      company_id: companyId,
      question_id: questionId,
      version_id: versionId,
    },
  }))
  await db.insertInto('practice.item').values(rows).execute()
}

interface NewPractice {
  readonly source: SourceKind
  readonly sourceId: string | null
  readonly name: string
  readonly mark: string
}

/** A practice over these questions, for the member; refuses where there are none. */
export async function insertPractice(
  db: PracticeDb,
  { companyId, memberId }: Member,
  { source, sourceId, name, mark }: NewPractice,
  drawn: readonly Drawn[],
  now: number,
) {
  if (drawn.length === 0) throw refuse(NOTHING_TO_ASK)
  const id = uuid()
  await db
    .insertInto('practice.practice')
    .values({
      ...{ id, company_id: companyId, member_id: memberId, source, source_id: sourceId, name, bank_mark: mark },
      ...{ started_at: now, saved_at: now },
    })
    .execute()
  await insertItems(db, companyId, id, drawn)
  return { id, questionCount: drawn.length }
}

export async function startPractice(db: PracticeDb, caller: Caller, { source, ...wanted }: StartInput, now: number) {
  const offer = await offerOf(db, caller, source, now)
  const drawn = await draw(db, caller, offer, wanted, now)
  const { kind, sourceId, name, mark } = offer
  return insertPractice(db, caller, { source: kind, sourceId, name, mark }, drawn, now)
}

/** What a set asks now, whoever may still find it: a practice that was started goes on. Undefined where it is gone. */
async function poolOfSet(db: PracticeDb, { companyId, sourceId }: PracticeRecord) {
  const { rows } = await sql<Picks>`
    select rules, question_ids as "questionIds" from practice.practice_set
    where id = ${sourceId} and company_id = ${companyId}`.execute(db)
  return rows[0] && poolSql(companyId, rows[0])
}

interface Current {
  readonly pool: RawBuilder<unknown>
  readonly mark: string
  readonly isUpdated: boolean
}

/** Whether a question was changed or is no longer asked, or the set asks others now. */
async function currentOf(db: PracticeDb, practice: PracticeRecord): Promise<Current> {
  const ofSet = practice.source === 'set' ? await poolOfSet(db, practice) : undefined
  const pool = ofSet ?? activeQuestionsSql(practice.companyId)
  const mark = ofSet ? await markOf(db, ofSet) : practice.mark
  if (mark !== practice.mark) return { pool, mark, isUpdated: true }
  const { rows } = await sql<{ isUpdated: boolean }>`
    select exists (select from practice.item i where i.practice_id = ${practice.id} and not exists (
      select from ${pool} q where q.id = i.question_id and q.version_id = i.version_id)) as "isUpdated"`.execute(db)
  return { pool, mark, isUpdated: rows[0]?.isUpdated ?? false }
}

const anything: Wanted = { count: 20, kinds: [], order: 'given', only: 'all' }

/**
 * The answers of the practice are reset, and its questions are asked as they are now (EXAM-044). Cards and reviews keep what was
 * answered. Where none of its questions is left, others of the set take their place.
 */
async function reset(db: PracticeDb, caller: Caller, practice: PracticeRecord, { pool, mark }: Current, now: number) {
  const { rows: kept } = await sql<Drawn>`
    select q.id as "questionId", q.version_id as "versionId" from practice.item i join ${pool} q on q.id = i.question_id
    where i.practice_id = ${practice.id} order by i.place`.execute(db)
  const others = practice.source === 'set' && kept.length === 0
  const drawn = others ? await draw(db, caller, { pool, kind: 'set' }, anything, now) : kept
  if (drawn.length === 0) throw refuse(PRACTICE_NOT_FOUND)
  await db.deleteFrom('practice.item').where('practice_id', '=', practice.id).execute()
  await insertItems(db, practice.companyId, practice.id, drawn)
  const round = practice.round + 1
  await db
    .updateTable('practice.practice')
    .set({ round, bank_mark: mark, saved_at: now })
    .where('id', '=', practice.id)
    .execute()
  return { ...practice, round, mark }
}

/** The practice with its questions as they are asked now, and with the feedback on what was answered. */
export async function openPractice(db: PracticeDb, caller: Caller, id: string, now: number): Promise<Practice> {
  let practice = await getOwn(db, caller, id, true)
  if (practice.finishedAt === null) {
    const current = await currentOf(db, practice)
    if (current.isUpdated) practice = await reset(db, caller, practice, current, now)
  }
  const items = await itemsOf(db, id)
  await assertNotInExam(
    db,
    caller,
    items.map((item) => item.questionId),
  )
  const contents = await contentsOf(db, caller.companyId, items)
  const { name, source, sourceId, round, startedAt, finishedAt } = practice
  return {
    ...{ id, name, source, sourceId, round, startedAt, finishedAt },
    wasReset: round > 1 && finishedAt === null && items.every((item) => !item.isAnswered),
    questions: items.map((item) => {
      const content = contentOf(contents, item.versionId)
      const feedback = item.isAnswered ? feedbackOf(content, item) : null
      return { place: item.place, question: presentedOf(content), feedback }
    }),
  }
}

export const contentsOf = (db: PracticeDb, companyId: string, items: readonly Pick<ItemRecord, 'versionId'>[]) =>
  contentsOfVersions(
    db,
    companyId,
    items.map((item) => item.versionId),
  )

/** A version never goes: one that is missing is a fault of ours. */
export function contentOf(contents: ReadonlyMap<string, QuestionContent>, versionId: string): QuestionContent {
  const content = contents.get(versionId)
  if (!content) throw new Error(`the version ${versionId} of a question is gone`)
  return content
}

export function listOpen(db: PracticeDb, { companyId, memberId }: Caller, paging: Paging) {
  type Row = Static<typeof OpenPractice>
  const matching = sql`from practice.practice p
    where p.company_id = ${companyId} and p.member_id = ${memberId} and p.finished_at is null`
  return sqlPage<Row>(db, paging, {
    matching,
    rows: (window) => sql<Row>`
      select p.id, p.name, p.source, p.saved_at as "savedAt", i.total as "questionCount", i.answered as "answeredCount"
      from (select p.* ${matching} order by p.saved_at desc, p.id ${window}) p
      cross join lateral (
        select count(*)::int as total, (count(*) filter (where is_answered))::int as answered
        from practice.item where practice_id = p.id) i
      order by p.saved_at desc, p.id`,
  })
}

export async function summaryOf(db: PracticeDb, caller: Caller, id: string): Promise<PracticeSummary> {
  const { name, source, sourceId, startedAt, finishedAt } = await getOwn(db, caller, id)
  type Counts = Omit<PracticeSummary, 'id' | 'name' | 'source' | 'sourceId' | 'startedAt' | 'finishedAt'>
  const counted = (condition: RawBuilder<unknown>) => sql`(count(*) filter (where ${condition}))::int`
  const { rows } = await sql<Counts>`
    select count(*)::int as "questionCount", ${counted(sql`i.is_answered`)} as "answeredCount",
      ${counted(sql`i.verdict = 'right'`)} as "rightCount", ${counted(sql`i.verdict = 'partly'`)} as "partlyCount",
      ${counted(sql`i.verdict = 'wrong'`)} as "wrongCount", round(avg(i.share))::int as share,
      ${counted(sql`c.book = 'open'`)} as "inBookCount", ${counted(sql`c.book = 'mastered'`)} as "masteredCount"
    from practice.item i
    left join practice.card c on c.question_id = i.question_id and c.member_id = ${caller.memberId}
    where i.practice_id = ${id}`.execute(db)
  return { ...{ id, name, source, sourceId, startedAt, finishedAt }, ...(rows[0] as Counts) }
}

export async function finishPractice(
  db: PracticeDb,
  caller: Caller,
  id: string,
  now: number,
): Promise<PracticeSummary> {
  const { finishedAt } = await getOwn(db, caller, id, true)
  if (finishedAt === null)
    await db.updateTable('practice.practice').set({ finished_at: now }).where('id', '=', id).execute()
  return summaryOf(db, caller, id)
}

export async function discardPractice(db: PracticeDb, caller: Caller, id: string): Promise<void> {
  const { finishedAt } = await getOwn(db, caller, id, true)
  if (finishedAt !== null) throw refuse(PRACTICE_NOT_FOUND)
  await db.deleteFrom('practice.practice').where('id', '=', id).execute()
}
