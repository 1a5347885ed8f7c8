/** What attempts say of questions: reported by those who ask them, added up by version. */
import { type RawBuilder, sql } from 'kysely'
import type { Connection } from '#server/db/connection.ts'
import { type PageOf, type Paging, sqlPage } from '#server/db/page.ts'
import { lockNames } from '#server/db/transaction.ts'
import type { QuestionContent } from '../contract/question.ts'
import { addTotals, flagsOf, type ItemTotals, statisticsOf } from '../contract/statistics.ts'
import { type QuestionsDb, questionsTables } from './db.ts'

/** What asked the questions: an exam. */
export interface Occasion {
  readonly companyId: string
  /** Map `business-type`. */
  readonly businessType: number
  readonly businessId: string
}

export interface ReportedItem extends ItemTotals {
  readonly versionId: string
  /** The first place at which it stood. */
  readonly place: number
}

/** Of rows `s`. */
export const totalsSql = sql`s.answers, s.omitted, s.share_sum as "shareSum", s.share_square as "shareSquare",
  s.rest_square as "restSquare", s.share_rest as "shareRest", s.upper_count as "upperCount", s.upper_sum as "upperSum",
  s.lower_count as "lowerCount", s.lower_sum as "lowerSum", s.bins, s.seconds_sum as "secondsSum",
  s.seconds_count as "secondsCount", s.options, s.answered_at as "answeredAt"`

const ofOccasion = ({ companyId, businessType, businessId }: Occasion) =>
  sql`s.company_id = ${companyId} and s.business_type = ${businessType} and s.business_id = ${businessId}`

/**
 * Replaces what the occasion has reported before, so that a repeated report changes nothing. Reports of a company wait for
 * each other: two at once would each add up the versions without the totals of the other.
 */
export async function reportItems(
  connection: Connection,
  occasion: Occasion,
  items: readonly ReportedItem[],
): Promise<void> {
  const db = questionsTables(connection)
  const { companyId, businessType, businessId } = occasion
  await lockNames(db, `item statistics ${companyId}`)
  const { rows: before } = await sql<{ versionId: string }>`
    delete from questions.item_totals s where ${ofOccasion(occasion)} returning version_id as "versionId"`.execute(db)
  await sql`
    insert into questions.item_totals
    select ${businessType}, ${businessId}, v.id, v.question_id, v.company_id, i.place, i.answers, i.omitted, i."shareSum",
      i."shareSquare", i."restSquare", i."shareRest", i."upperCount", i."upperSum", i."lowerCount", i."lowerSum",
      i.bins, i."secondsSum", i."secondsCount", i.options, i."answeredAt"
    from jsonb_to_recordset(${JSON.stringify(items)}::jsonb) as i("versionId" uuid, place int, answers int, omitted int,
      "shareSum" float8, "shareSquare" float8, "restSquare" float8, "shareRest" float8, "upperCount" float8,
      "upperSum" float8, "lowerCount" float8, "lowerSum" float8, bins int[], "secondsSum" float8, "secondsCount" int,
      options jsonb, "answeredAt" bigint)
    join questions.version v on v.id = i."versionId" and v.company_id = ${companyId}`.execute(db)
  await evaluate(db, [...new Set([...before, ...items].map(({ versionId }) => versionId))])
}

/** Adds up the occasions of these versions. */
async function evaluate(db: QuestionsDb, versionIds: readonly string[]): Promise<void> {
  const { rows } = await sql<ItemTotals & { versionId: string; questionId: string; companyId: string }>`
    select s.version_id as "versionId", s.question_id as "questionId", s.company_id as "companyId", ${totalsSql}
    from questions.item_totals s where s.version_id = any(${[...versionIds]}::uuid[])
    order by s.business_type, s.business_id`.execute(db)
  const evaluated = [...Map.groupBy(rows, (row) => row.versionId)].map(([versionId, own]) => {
    const statistics = statisticsOfAll(own)
    const { answers, difficulty, itemRest, discrimination, answeredAt } = statistics
    const { questionId, companyId } = own[0] as (typeof own)[number]
    const evaluation = { answers, difficulty, itemRest, discrimination, flags: flagsOf(statistics), answeredAt }
    return { versionId, questionId, companyId, occasions: own.length, ...evaluation }
  })
  await sql`delete from questions.item_statistics where version_id = any(${[...versionIds]}::uuid[])`.execute(db)
  await sql`
    insert into questions.item_statistics
    select i."versionId", i."questionId", i."companyId", i.answers, i.occasions, i.difficulty, i."itemRest",
      i.discrimination, i.flags, i."answeredAt"
    from jsonb_to_recordset(${JSON.stringify(evaluated)}::jsonb) as i("versionId" uuid, "questionId" uuid,
      "companyId" uuid, answers int, occasions int, difficulty float8, "itemRest" float8, discrimination float8,
      flags text[], "answeredAt" bigint)`.execute(db)
}

/** The statistics of several rows of totals. */
export const statisticsOfAll = (rows: readonly ItemTotals[]) =>
  statisticsOf(rows.reduce((sum, row) => addTotals(sum, row)))

/** A question as an occasion asked it. */
export interface OccasionItem {
  readonly versionId: string
  readonly questionId: string
  readonly place: number
  readonly content: QuestionContent
  readonly plainText: string
  readonly totals: ItemTotals
}

/** The questions of an occasion by their place, with what its answers say of them. */
export async function itemsOfOccasion(
  connection: Connection,
  occasion: Occasion,
  paging: Paging,
): Promise<PageOf<OccasionItem>> {
  const matching = sql`from questions.item_totals s where ${ofOccasion(occasion)}`
  const { items, recordCount } = await sqlPage<ItemTotals & Omit<OccasionItem, 'totals'>>(
    questionsTables(connection),
    paging,
    {
      matching,
      rows: (window) => sql<ItemTotals & Omit<OccasionItem, 'totals'>>`
        select s.version_id as "versionId", s.question_id as "questionId", s.place, v.content,
          q.plain_text as "plainText", ${totalsSql}
        from (select s.* ${matching} order by s.place, s.version_id ${window}) s
        join questions.version v on v.id = s.version_id join questions.question q on q.id = s.question_id
        order by s.place, s.version_id`,
    },
  )
  const rows = items.map(({ versionId, questionId, place, content, plainText, ...totals }) => {
    return { versionId, questionId, place, content, plainText, totals }
  })
  return { items: rows, recordCount }
}

/** A question of the company as the module that draws papers has counted it. */
export interface CountedExposure {
  readonly question_id: string
  readonly people: number
  readonly times: number
  readonly last_shown_at: number
}

/** Stores how many members have got each question. `counted` is a select; a repeat changes nothing. */
export async function noteExposure(connection: Connection, counted: RawBuilder<CountedExposure>): Promise<void> {
  await sql`
    insert into questions.exposure (question_id, company_id, people, times, last_shown_at)
    select q.id, q.company_id, c.people, c.times, c.last_shown_at
    from (${counted}) c join questions.question q on q.id = c.question_id order by q.id
    on conflict (question_id) do update
      set people = excluded.people, times = excluded.times, last_shown_at = excluded.last_shown_at`.execute(
    questionsTables(connection),
  )
}
