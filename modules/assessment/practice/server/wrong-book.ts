/** The wrong-answer book of a member. */
import { sql } from 'kysely'
import type { Caller } from '#kit/caller.ts'
import { NOT_FOUND, refuse } from '#kit/errors.ts'
import type { QuestionAnswer } from '#modules/assessment/questions/contract.ts'
import { contentsOfVersions, questionTopicsSql, topicsOfQuestions } from '#modules/assessment/questions/server.ts'
import { assertClean } from '#modules/platform/words/server.ts'
import { sqlPage } from '#server/db/page.ts'
import { containsSql } from '#server/db/search.ts'
import type { BookEntry, BookItem, BookQuery } from '../contract/book.ts'
import { lockCards, type Member, storeCards } from './cards.ts'
import { collectFromExams } from './collecting.ts'
import { dayOf } from './days.ts'
import type { PracticeDb } from './db.ts'
import { contentOf } from './practices.ts'
import { schedule } from './schedule.ts'
import { assertNotInExam } from './sources.ts'

interface BookRow extends Omit<BookItem, 'topics' | 'dueInDays'> {
  readonly dueDay: number | null
  readonly versionId: string
  readonly answer: QuestionAnswer | null
}

const columns = sql`c.question_id as "questionId", c.kind, c.excerpt, c.book as state, c.wrong_count as "wrongCount",
  c.streak, c.last_wrong_at as "lastWrongAt", c.source_name as "sourceName", c.note, c.due_day as "dueDay",
  c.wrong_version_id as "versionId", c.last_wrong_answer as answer`

const newestFirst = sql`c.last_wrong_at desc, c.question_id`

type Filters = Pick<BookQuery, 'state' | 'search' | 'kind' | 'topicId'>

function matchingSql({ companyId, memberId }: Member, { state = 'open', search, kind, topicId }: Filters) {
  const ofTopic =
    topicId === undefined
      ? sql`true`
      : sql`c.question_id in (select t.item_id from ${questionTopicsSql(companyId)} t where t.topic_id = ${topicId})`
  return sql`from practice.card c
    where c.company_id = ${companyId} and c.member_id = ${memberId} and c.book = ${state}
      and c.book in ('open', 'mastered') and ${kind === undefined ? sql`true` : sql`c.kind = ${kind}`}
      and ${ofTopic} and (${containsSql(sql`c.search_text`, search)} or ${containsSql(sql`c.note`, search)})`
}

async function itemsOf(db: PracticeDb, companyId: string, rows: readonly BookRow[], day: number) {
  const ids = rows.map((row) => row.questionId)
  const topics = await topicsOfQuestions(db, companyId, ids)
  return rows.map(({ dueDay, versionId: _, answer: __, ...row }): BookItem => {
    const known = topics.get(row.questionId) ?? []
    const dueInDays = dueDay === null ? null : dueDay - day
    return { ...row, topics: known.map(({ id, name }) => ({ id, name })), dueInDays }
  })
}

export async function listBook(db: PracticeDb, caller: Caller, { page, pageSize, ...filters }: BookQuery, now: number) {
  await collectFromExams(db, caller, now)
  const matching = matchingSql(caller, filters)
  const paging = { ...(page !== undefined && { page }), ...(pageSize !== undefined && { pageSize }) }
  const found = await sqlPage<BookRow>(db, paging, {
    matching,
    rows: (window) => sql<BookRow>`select ${columns} ${matching} order by ${newestFirst} ${window}`,
  })
  const day = await dayOf(db, caller.companyId, now)
  return { items: await itemsOf(db, caller.companyId, found.items, day), recordCount: found.recordCount }
}

const fileRowsMax = 5000

/** For the file: everything that the filters find, with contents. */
export async function wholeBook(db: PracticeDb, caller: Caller, filters: Filters, now: number): Promise<BookEntry[]> {
  const { rows } = await sql<BookRow>`
    select ${columns} ${matchingSql(caller, filters)} order by ${newestFirst} limit ${fileRowsMax}`.execute(db)
  return entriesOf(db, caller, rows, now)
}

async function entriesOf(db: PracticeDb, { companyId }: Member, rows: readonly BookRow[], now: number) {
  const contents = await contentsOfVersions(
    db,
    companyId,
    rows.map((row) => row.versionId),
  )
  const items = await itemsOf(db, companyId, rows, await dayOf(db, companyId, now))
  return items.map((item, at): BookEntry => {
    const { versionId = '', answer = null } = rows[at] ?? {}
    return { ...item, content: contentOf(contents, versionId), lastWrongAnswer: answer }
  })
}

export async function bookEntry(db: PracticeDb, caller: Caller, questionId: string, now: number): Promise<BookEntry> {
  const { companyId, memberId } = caller
  const { rows } = await sql<BookRow>`
    select ${columns} from practice.card c where c.company_id = ${companyId} and c.member_id = ${memberId}
      and c.question_id = ${questionId} and c.book in ('open', 'mastered')`.execute(db)
  if (rows.length === 0) throw refuse(NOT_FOUND)
  await assertNotInExam(db, caller, [questionId])
  const [entry] = await entriesOf(db, caller, rows, now)
  return entry as BookEntry
}

async function lockEntry(db: PracticeDb, caller: Caller, questionId: string) {
  const card = (await lockCards(db, caller, [questionId])).get(questionId)
  if (!card || (card.book !== 'open' && card.book !== 'mastered')) throw refuse(NOT_FOUND)
  return card
}

export async function noteQuestion(db: PracticeDb, caller: Caller, questionId: string, note: string): Promise<void> {
  await lockEntry(db, caller, questionId)
  await assertClean(db, caller.companyId, { note })
  await db
    .updateTable('practice.card')
    .set({ note: note.trim() })
    .where('member_id', '=', caller.memberId)
    .where('question_id', '=', questionId)
    .execute()
}

/** Mastered by the own word, or taken up again: then it is due today. */
export async function moveQuestion(
  db: PracticeDb,
  caller: Caller,
  questionId: string,
  state: 'open' | 'mastered',
  now: number,
): Promise<void> {
  const card = await lockEntry(db, caller, questionId)
  if (card.book === state) return
  const day = await dayOf(db, caller.companyId, now)
  const isOpen = state === 'open'
  const moved = { book: state, due_day: isOpen ? day : null, streak: isOpen ? 0 : card.streak } as const
  const memory = card.memory ?? schedule(null, day, 'again').memory
  await storeCards(db, caller, new Map([[questionId, { ...card, ...moved, memory }]]))
}

export async function removeQuestion(db: PracticeDb, caller: Caller, questionId: string): Promise<void> {
  const card = await lockEntry(db, caller, questionId)
  await storeCards(db, caller, new Map([[questionId, { ...card, book: 'removed' as const, due_day: null }]]))
}
