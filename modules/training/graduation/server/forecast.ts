/** The simulator: who would graduate now, and what stands in the way of the others. Writes nothing. */
import { sql } from 'kysely'
import type { Caller } from '#kit/caller.ts'
import type { Input } from '#kit/contract.ts'
import { pageWindow } from '#kit/schema.ts'
import { earnedCertificates } from '#modules/learning/certificates/server.ts'
import { directorySql } from '#modules/platform/identity/server.ts'
import { enrolledSql, runClass } from '#modules/training/classes/server.ts'
import type { PageOf } from '#server/db/page.ts'
import { containsWordsSql } from '#server/db/search.ts'
import type { ForecastFigures, ForecastOutcome, ForecastRow } from '../contract/managing.ts'
import type { graduation } from '../contract.ts'
import { type ClassRef, refOf } from './conditions.ts'
import { currentSql, type GraduationDb, graduationTables } from './db.ts'
import { type ClassConditions, classConditions, eachStanding, isPassed, standingsOf } from './standings.ts'

type Query = Input<typeof graduation.graduationForecast>['query']

/** Participants `e`, with who they are and their graduation `g`: not that of an earlier time in the class. */
const participantsSql = ({ id, companyId }: ClassRef) => sql`from ${enrolledSql(companyId, id)} e
  join ${directorySql(companyId)} m on m.id = e."memberId"
  left join graduation.graduate g on g.class_id = ${id} and g.member_id = m.id and e.graduation = 2
    and ${currentSql}`

const dueSql = (now: number) => sql`(g.retrain_at <= ${now} and g.retraining_settled_at is null)`

/** What the database can say of an outcome; the rest follows from the conditions. */
const outcomeSql = (outcome: ForecastOutcome | undefined, now: number) => {
  if (outcome === undefined) return sql`true`
  if (outcome === 'retraining') return dueSql(now)
  return sql`e.graduation = ${outcome === 'graduated' ? 2 : 1}`
}

async function idsOf(
  db: GraduationDb,
  found: ClassRef,
  { outcome, search }: Pick<Query, 'outcome' | 'search'>,
  now: number,
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select m.id ${participantsSql(found)}
    where ${outcomeSql(outcome, now)} and ${containsWordsSql(sql`m.full_name`, search)}
    order by e."enrolledAt", m.id`.execute(db)
  return rows.map(({ id }) => id)
}

export async function graduationForecast(
  db: GraduationDb,
  caller: Caller,
  id: string,
  { outcome, search, ...paging }: Query,
  now: number,
): Promise<PageOf<ForecastRow>> {
  const found = await runClass(db, caller, id)
  const conditions = await classConditions(db, found, now)
  const matching = await ofOutcome(db, conditions, await idsOf(db, found, { outcome, search }, now), outcome)
  const { limit, offset } = pageWindow(paging)
  const ids = matching.slice(offset, offset + limit)
  return { items: await rowsOf(db, conditions, ids, now), recordCount: matching.length }
}

async function ofOutcome(
  db: GraduationDb,
  conditions: ClassConditions,
  ids: readonly string[],
  outcome: ForecastOutcome | undefined,
): Promise<readonly string[]> {
  if (outcome !== 'passing' && outcome !== 'failing') return ids
  const found: string[] = []
  await eachStanding(db, conditions, ids, (memberId, standings) => {
    if (isPassed(standings) === (outcome === 'passing')) found.push(memberId)
  })
  return found
}

type Participant = Omit<ForecastRow, 'passes' | 'obstacles' | 'certificate'>

async function rowsOf(
  db: GraduationDb,
  conditions: ClassConditions,
  ids: readonly string[],
  now: number,
): Promise<ForecastRow[]> {
  const { found } = conditions
  const { rows } = await sql<Participant>`
    select json_build_object('id', m.id, 'fullName', m.full_name, 'avatarPath', m.avatar_path) as member,
      m.organization_name as "organizationName", e.graduation, g.graduated_at as "graduatedAt",
      coalesce(g.reason, '') as reason, g.retrain_at as "retrainAt"
    ${participantsSql(found)} where m.id = any(${[...ids]}::uuid[])
    order by e."enrolledAt", m.id`.execute(db)
  const standings = await standingsOf(db, conditions, ids)
  const graduates = rows.flatMap((row) => (row.graduation === 2 ? row.member.id : []))
  const asked = { companyId: found.companyId, memberIds: graduates, ref: refOf(found.id) }
  const certificates = await earnedCertificates(db, asked, now)
  return rows.map((row) => {
    const obstacles = standings(row.member.id).filter(({ isMet }) => !isMet)
    return { ...row, passes: obstacles.length === 0, obstacles, certificate: certificates.get(row.member.id) ?? null }
  })
}

export async function graduationFigures(
  db: GraduationDb,
  caller: Caller,
  id: string,
  now: number,
): Promise<ForecastFigures> {
  const found = await runClass(db, caller, id)
  const { rows } = await sql<Pick<ForecastFigures, 'participants' | 'graduated' | 'retraining'>>`
    select count(*)::int as participants, count(*) filter (where e.graduation = 2)::int as graduated,
      count(*) filter (where ${dueSql(now)})::int as retraining
    ${participantsSql(found)}`.execute(graduationTables(db))
  const counts = rows[0] ?? { participants: 0, graduated: 0, retraining: 0 }
  const conditions = await classConditions(db, found, now)
  const open = await idsOf(db, found, { outcome: 'failing' }, now)
  const obstacles = new Map<string, ForecastFigures['obstacles'][number]>()
  let failing = 0
  await eachStanding(db, conditions, open, (_, standings) => {
    if (!isPassed(standings)) failing += 1
    for (const { kind, name, isMet } of standings) {
      const key = `${kind} ${name}`
      const { members } = obstacles.get(key) ?? { members: 0 }
      if (!isMet) obstacles.set(key, { kind, name, members: members + 1 })
    }
  })
  const byMembers = [...obstacles.values()].toSorted((one, other) => other.members - one.members)
  return { ...counts, failing, passing: open.length - failing, obstacles: byMembers }
}
