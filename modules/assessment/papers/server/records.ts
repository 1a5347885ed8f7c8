/** Papers as they are loaded for a change, and what stands in them. */
import { sql } from 'kysely'
import type { Caller } from '#kit/caller.ts'
import { NO_PERMISSION, NOT_FOUND, refuse } from '#kit/errors.ts'
import { managesDirectorySql } from '#modules/assessment/questions/server.ts'
import type { PaperStatus, RuleInput } from '../contract/paper.ts'
import type { PapersDb } from './db.ts'

export interface PaperRecord {
  readonly id: string
  readonly companyId: string
  readonly directoryId: string
  readonly name: string
  readonly status: PaperStatus
  readonly shuffleQuestions: boolean
  readonly shuffleOptions: boolean
  readonly avoidSeen: boolean
  readonly totalTenths: number
  readonly questionCount: number
  readonly revision: number
}

export interface ItemRecord {
  readonly questionId: string
  readonly versionId: string
  readonly scoreTenths: number
}

export interface SectionRecord {
  readonly id: string
  readonly sequence: number
  readonly title: string
  readonly instructions: string
  readonly minutes: number | null
  readonly mode: 'fixed' | 'random'
  readonly items: readonly ItemRecord[]
  readonly rules: readonly RuleInput[]
}

const columnsSql = sql`p.id, p.company_id as "companyId", p.directory_id as "directoryId", p.name, p.status,
  p.shuffle_questions as "shuffleQuestions", p.shuffle_options as "shuffleOptions", p.avoid_seen as "avoidSeen",
  p.total_tenths as "totalTenths", p.question_count as "questionCount", p.revision`

/**
 * A paper that the caller manages; 900005 where it is not there, 10138 where it is another's. With `lock` nobody else changes
 * it until we are done.
 */
export async function getManagedPaper(db: PapersDb, caller: Caller, id: string, lock = false): Promise<PaperRecord> {
  const { rows } = await sql<PaperRecord & { isManaged: boolean }>`
    select ${columnsSql}, ${managesDirectorySql(caller, 'd')} as "isManaged"
    from papers.paper p join papers.directory d on d.id = p.directory_id
    where p.id = ${id} and p.company_id = ${caller.companyId} and p.deleted_at is null
    ${lock ? sql`for no key update of p` : sql``}`.execute(db)
  const [paper] = rows
  if (!paper) throw refuse(NOT_FOUND)
  if (!paper.isManaged) throw refuse(NO_PERMISSION)
  return paper
}

/** A paper of the company, for those who give it to others. */
export async function getPaper(db: PapersDb, companyId: string, id: string): Promise<PaperRecord> {
  const { rows } = await sql<PaperRecord>`select ${columnsSql} from papers.paper p
    where p.id = ${id} and p.company_id = ${companyId} and p.deleted_at is null`.execute(db)
  const [paper] = rows
  if (!paper) throw refuse(NOT_FOUND)
  return paper
}

/** The sections in their order, with their questions and rules: one statement. */
export async function sectionsOf(db: PapersDb, paperId: string): Promise<SectionRecord[]> {
  const { rows } = await sql<SectionRecord>`
    select s.id, s.sequence, s.title, s.instructions, s.minutes, s.mode,
      (select coalesce(json_agg(json_build_object('questionId', i.question_id, 'versionId', i.version_id,
        'scoreTenths', i.score_tenths) order by i.sort), '[]') from papers.item i where i.section_id = s.id) as items,
      (select coalesce(json_agg(json_build_object('directoryId', r.directory_id, 'kind', r.kind, 'difficulty', r.difficulty,
        'topicId', r.topic_id, 'count', r.count, 'scoreTenths', r.score_tenths) order by r.sort), '[]')
        from papers.rule r where r.section_id = s.id) as rules
    from papers.section s where s.paper_id = ${paperId} order by s.sequence`.execute(db)
  return rows
}

export const itemsOf = (sections: readonly SectionRecord[]): ItemRecord[] => sections.flatMap(({ items }) => items)

/** A rule with its place: that of its section, and its own in it. */
export interface PlacedRule extends RuleInput {
  readonly section: number
  readonly rule: number
}

export const rulesOf = (sections: readonly Pick<SectionRecord, 'rules'>[]): PlacedRule[] =>
  sections.flatMap(({ rules }, section) => rules.map((one, rule) => ({ ...one, section, rule })))
