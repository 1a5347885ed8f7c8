/** Contests as those see them who run them. */
import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import type { Caller } from '#kit/caller.ts'
import type { Input } from '#kit/contract.ts'
import { NOT_FOUND, refuse } from '#kit/errors.ts'
import { cleanRichText, getAuthored, listAuthored, plainText } from '#modules/content/catalog/server.ts'
import { assertOffered, templateNames } from '#modules/learning/certificates/server.ts'
import { ownsFile } from '#modules/platform/files/server.ts'
import { organizationNames } from '#modules/platform/identity/server.ts'
import { assertClean } from '#modules/platform/words/server.ts'
import { lockNames } from '#server/db/transaction.ts'
import { CONTEST_IN_USE, CONTEST_STATUS, RECOMMENDED_FULL, RESULTS_PUBLISHED } from '../contract/codes.ts'
import { type ContestInput, recommendedContestsMax } from '../contract/fields.ts'
import type { EditedContest } from '../contract/managing.ts'
import { type ContestTimes, contestStateOf } from '../contract/states.ts'
import type { contests } from '../contract.ts'
import { assertReady, type ContestRecord, contestLifecycle } from './contest-lifecycle.ts'
import { columnsOf, fieldsSql, stateSql } from './contest-record.ts'
import type { ContestsDb } from './db.ts'

interface FactsRow extends ContestTimes {
  readonly works: number
  readonly isRecommended: boolean
}

const managedAt = (now: number) => ({
  lifecycle: contestLifecycle,
  details: {
    columns: sql`c.rounds, c.results_at as "resultsAt", c.is_recommended as "isRecommended",
      (select count(*)::int from contests.work w where w.contest_id = c.id and w.state = 'in') as works`,
    of: (row: FactsRow) => {
      const { works, isRecommended, resultsAt } = row
      return { state: contestStateOf(row, now), works, isRecommended, resultsAt }
    },
  },
})

export function listManagedContests(
  db: ContestsDb,
  caller: Caller,
  { state, ...query }: Input<typeof contests.managedContests>['query'],
  now: number,
) {
  const ofState = state === undefined ? sql<boolean>`true` : sql<boolean>`${stateSql(now)} = ${state}`
  return listAuthored(db, managedAt(now), caller, query, ofState)
}

const templatesOf = ({ awards }: Pick<ContestInput, 'awards'>): string[] =>
  awards.flatMap(({ certificateTemplateId }) => certificateTemplateId ?? [])

/** The certificates that awards give, with their names. */
export async function certificatesOf(db: ContestsDb, companyId: string, contest: Pick<ContestInput, 'awards'>) {
  const names = await templateNames(db, companyId, templatesOf(contest))
  return [...names].map(([id, name]) => ({ id, name }))
}

/** The input as it is stored; refuses what names others than the company has. `before`: as it is so far. */
async function prepared(
  db: ContestsDb,
  caller: Caller,
  input: ContestInput,
  before: Pick<ContestRecord, 'coverFileId' | 'awards'>,
) {
  const { companyId } = caller
  const known = await organizationNames(db, companyId, input.organizationIds)
  if (known.size !== input.organizationIds.length) throw refuse(NOT_FOUND)
  const isNewCover = input.coverFileId !== null && input.coverFileId !== before.coverFileId
  if (isNewCover && !(await ownsFile(db, caller, input.coverFileId ?? ''))) throw refuse(NOT_FOUND)
  await assertOffered(
    db,
    companyId,
    templatesOf(input).filter((id) => !templatesOf(before).includes(id)),
  )
  const description = cleanRichText(input.description)
  const { name, summary, groups, rounds, rubric, awards } = input
  const labels = [
    ...[...groups, ...rounds, ...awards].map((one) => one.name),
    ...rubric.flatMap(({ title, hint }) => [title, hint]),
    ...awards.map(({ text }) => text),
  ]
  await assertClean(db, companyId, { name, summary, description: plainText(description), parts: labels.join(' ') })
  return { ...input, description }
}

export async function createContest(db: ContestsDb, caller: Caller, input: ContestInput, now: number) {
  const { companyId, organizationId, memberId } = caller
  const stored = await prepared(db, caller, input, { coverFileId: null, awards: [] })
  const id = uuid()
  await db
    .insertInto('contests.contest')
    .values({
      ...{ id, company_id: companyId, organization_id: organizationId, author_id: memberId, updated_at: now },
      ...columnsOf(stored),
    })
    .execute()
  return { id, revision: 0 }
}

interface Usage {
  readonly groups: readonly string[]
  readonly awards: readonly string[]
  readonly rounds: number
  readonly hasWorks: boolean
  readonly hasReviews: boolean
  readonly hasScores: boolean
  /** Rounds with scores or votes. */
  readonly countedRounds: readonly number[]
}

async function usageOf(db: ContestsDb, id: string): Promise<Usage> {
  const { rows } = await sql<Usage>`
    select coalesce(array_agg(distinct w.group_key) filter (where w.group_key is not null), '{}') as groups,
      coalesce(array_agg(distinct w.award_key) filter (where w.award_key is not null), '{}') as awards,
      coalesce(max(w.round) + 1, 0)::int as rounds, count(*) > 0 as "hasWorks",
      exists (select from contests.review r where r.contest_id = ${id}) as "hasReviews",
      exists (select from contests.review r where r.contest_id = ${id} and r.reviewed_at is not null) as "hasScores",
      array(select round::int from contests.review where contest_id = ${id} and reviewed_at is not null
        union select round::int from contests.vote where contest_id = ${id}) as "countedRounds"
    from contests.work w where w.contest_id = ${id}`.execute(db)
  return rows[0] as Usage
}

const scaleOf = (rubric: ContestInput['rubric']) => JSON.stringify(rubric.map(({ key, points }) => [key, points]))

const handInOf = (round: ContestInput['rounds'][number] | undefined) => `${round?.opensAt} ${round?.closesAt}`

/** Refuses what would take away the ground on which works, scores or promises stand. */
async function assertNotInUse(db: ContestsDb, before: ContestRecord, input: ContestInput): Promise<void> {
  const use = await usageOf(db, before.id)
  const keys = (list: readonly { readonly key: string }[]) => new Set(list.map(({ key }) => key))
  const [groups, awards] = [keys(input.groups), keys(input.awards)]
  const reasons = [
    use.groups.some((key) => !groups.has(key)) && 'group',
    use.awards.some((key) => !awards.has(key)) && 'award',
    use.rounds > input.rounds.length && 'round',
    // Works would be handed in again of which some have been scored.
    use.countedRounds.some((at) => handInOf(before.rounds[at]) !== handInOf(input.rounds[at])) && 'times',
    use.hasScores && scaleOf(before.rubric) !== scaleOf(input.rubric) && 'rubric',
    // The authors were promised it; and its copies are made when works are handed in.
    use.hasWorks && before.isAnonymous !== input.isAnonymous && 'anonymity',
  ]
  const reason = reasons.find((one) => one !== false)
  if (reason) throw refuse(CONTEST_IN_USE, { reason })
}

export async function changeContest(
  db: ContestsDb,
  caller: Caller,
  id: string,
  { revision, ...input }: Input<typeof contests.changeContest>['body'],
  now: number,
) {
  const before = await contestLifecycle.lockForEdit(db, caller, id, revision)
  if (before.resultsAt !== null) throw refuse(RESULTS_PUBLISHED)
  const stored = await prepared(db, caller, input, before)
  if (before.status !== 'draft') assertReady(input)
  await assertNotInUse(db, before, input)
  await db.updateTable('contests.contest').set(columnsOf(stored)).where('id', '=', id).execute()
  return { id, revision: await contestLifecycle.bump(db, id, now) }
}

export async function editedContest(db: ContestsDb, caller: Caller, id: string, now: number): Promise<EditedContest> {
  const { item } = await getAuthored(db, managedAt(now), caller, id)
  const { rows } = await sql<ContestInput & { readonly isReviewer: boolean }>`
    select ${fieldsSql}, exists (select from contests.review r where r.contest_id = c.id
      and r.reviewer_id = ${caller.memberId}) as "isReviewer"
    from contests.contest c where c.id = ${id} and c.company_id = ${caller.companyId}`.execute(db)
  const found = rows[0] as (typeof rows)[0]
  return { ...item, ...found, certificates: await certificatesOf(db, caller.companyId, found) }
}

/** SYSTEM-225: eight at most, also when several people recommend at once. */
export async function recommendContest(
  db: ContestsDb,
  caller: Caller,
  id: string,
  isRecommended: boolean,
  now: number,
) {
  await lockNames(db, `contests recommended ${caller.companyId}`)
  const before = await contestLifecycle.lockEditable(db, caller, id)
  if (isRecommended && before.status !== 'on-shelf')
    throw refuse(CONTEST_STATUS, { action: 'recommend', status: before.status })
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from contests.contest c where c.company_id = ${caller.companyId} and c.is_recommended
      and c.status = 'on-shelf' and c.deleted_at is null and c.id <> ${id}`.execute(db)
  if (isRecommended && (rows[0]?.count ?? 0) >= recommendedContestsMax)
    throw refuse(RECOMMENDED_FULL, { max: recommendedContestsMax })
  await sql`update contests.contest set is_recommended = ${isRecommended} where id = ${id}`.execute(db)
  return { id, revision: await contestLifecycle.bump(db, id, now) }
}
