/** How far members are with what subjects hold: their contents, what the owners say of them, and who they are for. */
import { sql } from 'kysely'
import {
  keyOf,
  type StudyItem,
  type StudyRef,
  type StudyState,
  studyItems,
  studyStates,
} from '#modules/content/study/server.ts'
import { memberStandings } from '#modules/platform/identity/server.ts'
import { type Conditioned, type Fit, fitOf, type MemberAttributes, type Met } from './completion-rules.ts'
import type { SubjectsDb } from './db.ts'

export type Edition = 'draft' | 'shelf'

export interface ContentRow extends Conditioned {
  readonly id: string
  readonly subject_id: string
  readonly stage_id: string
  readonly business_type: number
  readonly business_id: string
  readonly required: boolean
}

export const refOf = ({ business_type, business_id }: ContentRow): StudyRef => ({
  businessType: business_type,
  businessId: business_id,
})

/** The contents of subjects, in the order of their stages. */
export async function contentsOf(
  db: SubjectsDb,
  companyId: string,
  subjectIds: readonly string[],
  edition: Edition,
): Promise<ContentRow[]> {
  const { rows } = await sql<ContentRow>`
    select c.id, c.subject_id, c.stage_id, c.business_type, c.business_id, c.required,
      c.position_ids, c.organization_ids, c.topic_ids
    from subjects.content c
    join subjects.stage g on g.subject_id = c.subject_id and g.edition = c.edition and g.id = c.stage_id
    where c.subject_id = any(${[...subjectIds]}::uuid[]) and c.edition = ${edition} and c.company_id = ${companyId}
    order by c.subject_id, g.sort, c.sort, c.id`.execute(db)
  return rows
}

const isConditioned = (row: ContentRow) =>
  row.position_ids.length + row.organization_ids.length + row.topic_ids.length > 0

/** What conditions ask of these members. Two statements. */
async function attributesOf(
  db: SubjectsDb,
  companyId: string,
  memberIds: readonly string[],
): Promise<Map<string, MemberAttributes>> {
  const members = await memberStandings(db, companyId, memberIds)
  const { rows } = await sql<{ member_id: string; topic_ids: string[] }>`
    select member_id, array_agg(topic_id) as topic_ids from subjects.interest
    where company_id = ${companyId} and member_id = any(${[...memberIds]}::uuid[]) group by member_id`.execute(db)
  const topics = new Map(rows.map((row) => [row.member_id, row.topic_ids]))
  return new Map(
    [...members].map(([id, { positionId, organizationIds }]) => [
      id,
      { positionId, organizationIds: new Set(organizationIds), topicIds: new Set(topics.get(id)) },
    ]),
  )
}

const nobody: MemberAttributes = { positionId: null, organizationIds: new Set(), topicIds: new Set() }

/** A content as one member meets it, with what its owner says. */
export interface ContentProgress extends Met {
  readonly row: ContentRow
  readonly fit: Fit
  readonly item: StudyItem | undefined
  readonly state: StudyState | undefined
}

interface SubjectProgressRow {
  /** What of a subject is for the member, in order. */
  of(memberId: string, subjectId: string): ContentProgress[]
  readonly items: ReadonlyMap<string, StudyItem>
}

/** A fixed number of statements and one a kind, however many members and subjects. */
export async function progressOfMembers(
  db: SubjectsDb,
  companyId: string,
  about: { readonly memberIds: readonly string[]; readonly subjectIds: readonly string[]; readonly edition?: Edition },
): Promise<SubjectProgressRow> {
  const { memberIds, subjectIds, edition = 'shelf' } = about
  const rows = subjectIds.length === 0 ? [] : await contentsOf(db, companyId, subjectIds, edition)
  const refs = rows.map(refOf)
  const items = await studyItems(db, companyId, refs)
  const known = memberIds.length === 0 ? [] : await studyStates(db, companyId, memberIds, refs)
  const states = new Map(known.map((one) => [`${one.memberId} ${keyOf(one.businessType, one.businessId)}`, one]))
  const attributes = rows.some(isConditioned)
    ? await attributesOf(db, companyId, memberIds)
    : new Map<string, MemberAttributes>()
  const bySubject = Map.groupBy(rows, (row) => row.subject_id)
  const met = (memberId: string, row: ContentRow): ContentProgress[] => {
    const fit = fitOf(row, attributes.get(memberId) ?? nobody)
    if (fit === undefined) return []
    const key = keyOf(row.business_type, row.business_id)
    const [item, state] = [items.get(key), states.get(`${memberId} ${key}`)]
    return [
      {
        ...{ contentId: row.id, name: item?.name ?? '', isRequired: row.required, row, fit, item, state },
        isAvailable: item?.isAvailable ?? false,
        isStarted: state?.isStarted ?? false,
        isFinished: state?.isFinished ?? false,
        percent: state?.percent ?? 0,
      },
    ]
  }
  return {
    items,
    of: (memberId, subjectId) => (bySubject.get(subjectId) ?? []).flatMap((row) => met(memberId, row)),
  }
}
