/** Lists of registrations: the paths of a member, and the members of a path. */
import { sql } from 'kysely'
import type { Caller } from '#kit/caller.ts'
import { pageWindow } from '#kit/schema.ts'
import type { IsPay } from '#modules/commerce/prices/contract.ts'
import { isPaySql } from '#modules/commerce/prices/server.ts'
import { activeMemberIds, directorySql } from '#modules/platform/identity/server.ts'
import { type Paging, sqlPage } from '#server/db/page.ts'
import { containsSql } from '#server/db/search.ts'
import type { PathLearner } from '../contract/authoring.ts'
import { businessType, type PathCard } from '../contract/wire.ts'
import { coverAddress } from './covers.ts'
import type { PathsDb } from './db.ts'
import { assertAssignable } from './managed.ts'
import { notifyOfAssignment } from './messages.ts'
import { pathLifecycle } from './path-lifecycle.ts'
import { assignByRules, insertRegistrations } from './registrations.ts'
import { assertOwnMembers } from './scope.ts'

interface StudyRow {
  readonly registeredAt: number | null
  readonly percent: number | null
  readonly finishedAt: number | null
  readonly lastStudiedAt: number | null
}

const studyColumns = sql`g.registered_at as "registeredAt", g.percent, g.finished_at as "finishedAt",
  g.touched_at as "lastStudiedAt"`

function studyOf({ registeredAt, percent, finishedAt, lastStudiedAt }: StudyRow): PathCard['study'] {
  if (registeredAt === null) return null
  return { registeredAt, percent: percent ?? 0, isFinished: finishedAt !== null, finishedAt, lastStudiedAt }
}

type CardRow = Omit<PathCard, 'study' | 'coverUrl'> & StudyRow & { readonly coverFileId: string | null }

const states = {
  learning: sql`g.member_id is not null and g.finished_at is null`,
  done: sql`g.finished_at is not null`,
  open: sql`g.member_id is null and x.is_open and x.status = 'on-shelf'`,
  all: sql`(g.member_id is not null or x.is_open and x.status = 'on-shelf')`,
} as const

/**
 * The member's paths, those studied last first, and after them those that are open for everybody. What the member's post
 * asks for is assigned first: who has just been moved need not wait for the job.
 */
export async function myPaths(
  db: PathsDb,
  caller: Caller,
  query: Paging & { state?: 'learning' | 'done' | 'open'; isPay?: IsPay },
  now: number,
) {
  const { companyId, memberId } = caller
  await assignByRules(db, companyId, now, memberId)
  const matching = sql`from paths.path x left join paths.channel ch on ch.id = x.channel_id
    left join paths.registration g on g.path_id = x.id and g.member_id = ${memberId}
    where x.company_id = ${companyId} and x.deleted_at is null and x.status <> 'draft' and ${states[query.state ?? 'all']}
      and ${isPaySql(caller, { businessTypes: [businessType], id: sql`x.id`, isPay: query.isPay }, now)}`
  const { items: rows, recordCount } = await sqlPage(db, query, {
    matching,
    rows: (window) => sql<CardRow>`
      select x.id, x.name, x.summary, x.cover_file_id as "coverFileId", ch.name as "channelName", x.learn_sequence as "learnSequence",
        (select count(*)::int from paths.chapter c where c.path_id = x.id) as "chapterCount",
        (select count(*)::int from paths.section s where s.path_id = x.id) as "sectionCount",
        x.status = 'on-shelf' as "isOnShelf", ${studyColumns}
      ${matching} order by g.member_id is null, g.finished_at is not null, coalesce(g.touched_at, g.registered_at) desc,
        x.updated_at desc, x.id ${window}`,
  })
  const items = rows.map((row): PathCard => {
    const { registeredAt, percent, finishedAt, lastStudiedAt, coverFileId, ...card } = row
    return {
      ...card,
      coverUrl: coverAddress(coverFileId),
      study: studyOf({ registeredAt, percent, finishedAt, lastStudiedAt }),
    }
  })
  return { items, recordCount }
}

type LearnerRow = StudyRow & {
  memberId: string
  fullName: string
  avatarPath: string
  organizationName: string
  source: PathLearner['source']
}

export async function pathLearners(
  db: PathsDb,
  caller: Caller,
  pathId: string,
  query: Paging & { search?: string; isFinished?: boolean },
) {
  await pathLifecycle.getEditable(db, caller, pathId)
  const { limit, offset } = pageWindow(query)
  const finished = { undefined: sql`true`, true: sql`g.finished_at is not null`, false: sql`g.finished_at is null` }
  const matching = sql`from paths.registration g join ${directorySql(caller.companyId)} m on m.id = g.member_id
    where g.path_id = ${pathId} and ${containsSql(sql`m.full_name`, query.search)}
      and ${finished[String(query.isFinished) as keyof typeof finished]}`
  const { rows } = await sql<LearnerRow>`
    select m.id as "memberId", m.full_name as "fullName", m.avatar_path as "avatarPath",
      m.organization_name as "organizationName", g.source, ${studyColumns}
    ${matching} order by g.touched_at desc nulls last, g.member_id limit ${limit} offset ${offset}`.execute(db)
  // One statement counts and gives the average.
  const counted = await sql<{ count: number; average: number }>`
    select count(*)::int as count, coalesce(floor(avg(g.percent)), 0)::int as average ${matching}`.execute(db)
  const items = rows.flatMap((row): PathLearner[] => {
    const study = studyOf(row)
    const member = { id: row.memberId, fullName: row.fullName, avatarPath: row.avatarPath }
    return study ? [{ member, organizationName: row.organizationName, source: row.source, study }] : []
  })
  return { items, recordCount: counted.rows[0]?.count ?? 0, averagePercent: counted.rows[0]?.average ?? 0 }
}

/**
 * Assigns the path to members that may sign in; others of the list are passed over. Refuses (10138) a list with somebody in
 * it whose organization is not the caller's to manage.
 */
export async function assignPath(
  db: PathsDb,
  caller: Caller,
  pathId: string,
  memberIds: readonly string[],
  now: number,
): Promise<{ addedCount: number }> {
  const path = await pathLifecycle.lockEditable(db, caller, pathId)
  assertAssignable(path)
  const { companyId } = caller
  const active = await activeMemberIds(db, companyId, memberIds)
  await assertOwnMembers(db, caller, active)
  const before = await db
    .selectFrom('paths.registration')
    .select('member_id')
    .where('path_id', '=', pathId)
    .where(sql<boolean>`member_id = any(${active}::uuid[])`)
    .execute()
  const known = new Set(before.map((row) => row.member_id))
  const added = active.filter((id) => !known.has(id))
  const addedCount = await insertRegistrations(db, companyId, { pathIds: [pathId], memberIds: added }, 'staff', now)
  await notifyOfAssignment(db, { companyId, pathId, path: path.name, memberIds: added, now })
  return { addedCount }
}
