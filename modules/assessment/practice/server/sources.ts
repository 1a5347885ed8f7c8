/** Where the questions of a practice come from, and what of them the member wants. */
import { type RawBuilder, sql } from 'kysely'
import type { Caller } from '#kit/caller.ts'
import { NOT_FOUND, refuse } from '#kit/errors.ts'
import { versionsInProgress, viewableVersions } from '#modules/assessment/exams/server.ts'
import { questionsOfVersions, questionTopicsSql } from '#modules/assessment/questions/server.ts'
import { findStudyKind } from '#modules/content/study/server.ts'
import { topicsOf } from '#modules/content/topics/server.ts'
import { IN_EXAM } from '../contract/codes.ts'
import type { Source, SourceDetails, SourceKind, StartInput } from '../contract/practicing.ts'
import type { Member } from './cards.ts'
import { collectFromExams } from './collecting.ts'
import { dayOf } from './days.ts'
import type { PracticeDb } from './db.ts'
import { leftToday } from './due.ts'
import { knownOf } from './known-questions.ts'
import { chosenSql, markOf, mergedPicks, poolSql } from './pool.ts'
import { offeredSets } from './sets.ts'

/** More sets are not looked through for the questions of a course. */
const setsOfContentMax = 50

export interface Offer {
  readonly kind: SourceKind
  readonly sourceId: string | null
  readonly name: string
  /** As a table: `id`, `version_id`, `kind`. */
  readonly pool: RawBuilder<unknown>
  /** Of a set: what its questions are now. */
  readonly mark: string
  readonly countMax?: number
}

/** The order in which questions of the book are asked: the longest due first. */
const byDue = sql`c.due_day, q.id`

async function fromContent(
  db: PracticeDb,
  caller: Caller,
  { businessType, id }: Extract<Source, { kind: 'content' }>,
): Promise<Offer> {
  const kind = findStudyKind(businessType)
  const isVisible = (await kind?.visible(db, caller, [id]))?.has(id) ?? false
  const [item] = (isVisible && (await kind?.items(db, caller.companyId, [id]))) || []
  if (!item) throw refuse(NOT_FOUND)
  const topicIds = ((await topicsOf(db, caller.companyId, businessType, [id])).get(id) ?? []).map((topic) => topic.id)
  const picks = mergedPicks(await offeredSets(db, caller, { limit: setsOfContentMax }))
  const pool = sql`(select q.* from ${poolSql(caller.companyId, picks)} q where q.id in (
    select t.item_id from ${questionTopicsSql(caller.companyId)} t where t.topic_id = any(${topicIds}::uuid[])))`
  return { kind: 'content', sourceId: id, name: item.name, pool, mark: '' }
}

async function fromExam(db: PracticeDb, caller: Caller, examId: string, now: number): Promise<Offer> {
  const { name, versionIds } = await viewableVersions(db, caller, examId, now)
  const versions = await questionsOfVersions(db, caller.companyId, versionIds)
  const questionIds = [...versions.values()].map(({ questionId }) => questionId)
  return { kind: 'exam', sourceId: examId, name, pool: chosenSql(caller.companyId, questionIds), mark: '' }
}

async function fromBook(db: PracticeDb, caller: Caller, topicId: string | undefined): Promise<Offer> {
  const ofTopic =
    topicId === undefined
      ? sql`true`
      : sql`b.question_id in (select t.item_id from ${questionTopicsSql(caller.companyId)} t where t.topic_id = ${topicId})`
  const { rows } = await sql<{ id: string }>`
    select b.question_id as id from practice.card b
    where b.company_id = ${caller.companyId} and b.member_id = ${caller.memberId} and b.book = 'open' and ${ofTopic}
    order by b.due_day, b.question_id limit 2000`.execute(db)
  const ids = rows.map((row) => row.id)
  return { kind: 'book', sourceId: null, name: '', pool: chosenSql(caller.companyId, ids), mark: '' }
}

export async function offerOf(db: PracticeDb, caller: Caller, source: Source, now: number): Promise<Offer> {
  const { companyId } = caller
  switch (source.kind) {
    case 'set': {
      const [set] = await offeredSets(db, caller, { id: source.id, limit: 1 })
      if (!set) throw refuse(NOT_FOUND)
      const pool = poolSql(companyId, set)
      return { kind: 'set', sourceId: set.id, name: set.name, pool, mark: await markOf(db, pool) }
    }
    case 'exam':
      await collectFromExams(db, caller, now)
      return fromExam(db, caller, source.id, now)
    case 'content':
      return fromContent(db, caller, source)
    case 'book':
      await collectFromExams(db, caller, now)
      return fromBook(db, caller, source.topicId)
    case 'due': {
      await collectFromExams(db, caller, now)
      const offer = await fromBook(db, caller, undefined)
      return { ...offer, kind: 'due', countMax: (await leftToday(db, caller, now)).left }
    }
  }
}

/** What a source offers now, and how much of it the caller knows. */
export async function sourceDetails(
  db: PracticeDb,
  caller: Caller,
  source: Source,
  now: number,
): Promise<SourceDetails> {
  const { name, pool } = await offerOf(db, caller, source, now)
  return { name, ...(await knownOf(db, caller, pool, now)) }
}

export type Wanted = Omit<StartInput, 'source'>

const onlySql = (only: StartInput['only'], day: number): RawBuilder<boolean> => {
  const conditions = {
    all: sql<boolean>`true`,
    new: sql<boolean>`coalesce(c.answered_count, 0) = 0`,
    wrong: sql<boolean>`c.book = 'open'`,
    due: sql<boolean>`(c.book = 'open' and c.due_day <= ${day})`,
  } as const satisfies Record<StartInput['only'], RawBuilder<boolean>>
  return conditions[only]
}

export interface Drawn {
  readonly questionId: string
  readonly versionId: string
}

/** The questions that the member's attempts in progress ask: their keys are shown nowhere else meanwhile. */
export async function questionsInExam(db: PracticeDb, member: Member): Promise<Set<string>> {
  const versions = await questionsOfVersions(db, member.companyId, await versionsInProgress(db, member))
  return new Set([...versions.values()].map(({ questionId }) => questionId))
}

export async function assertNotInExam(db: PracticeDb, member: Member, questionIds: readonly string[]): Promise<void> {
  const asked = await questionsInExam(db, member)
  if (questionIds.some((id) => asked.has(id))) throw refuse(IN_EXAM)
}

export async function draw(
  db: PracticeDb,
  caller: Caller,
  { pool, kind, countMax }: Pick<Offer, 'pool' | 'kind' | 'countMax'>,
  { count, kinds, order, only }: Wanted,
  now: number,
): Promise<Drawn[]> {
  const day = await dayOf(db, caller.companyId, now)
  const inExam = [...(await questionsInExam(db, caller))]
  const ofKinds = kinds.length === 0 ? sql`true` : sql`q.kind = any(${[...kinds]}::text[])`
  const given = kind === 'due' || kind === 'book' ? byDue : sql`q.id`
  const limit = Math.min(count, countMax ?? count)
  const { rows } = await sql<Drawn>`
    select q.id as "questionId", q.version_id as "versionId" from ${pool} q
    left join practice.card c on c.question_id = q.id and c.member_id = ${caller.memberId}
    where ${ofKinds} and ${onlySql(kind === 'due' ? 'due' : only, day)} and q.id <> all(${inExam}::uuid[])
    order by ${order === 'random' ? sql`random()` : given} limit ${limit}`.execute(db)
  return rows
}
