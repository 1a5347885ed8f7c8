/** Learning paths for those who manage them: found, read, named. */
import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import type { AuthoredQuery } from '#kit/authored-content.ts'
import type { Caller } from '#kit/caller.ts'
import type { CompletionAwardsInput } from '#kit/completion-awards.ts'
import { NOT_FOUND, refuse } from '#kit/errors.ts'
import { getAuthored, listAuthored } from '#modules/content/catalog/server.ts'
import { setCompletionAwards } from '#modules/learning/certificates/server.ts'
import { assertClean } from '#modules/platform/words/server.ts'
import { ACTION_NOT_POSSIBLE } from '../contract/errors.ts'
import { businessType } from '../contract/wire.ts'
import { assertCover } from './covers.ts'
import type { PathsDb } from './db.ts'
import { type PathRecord, pathLifecycle } from './path-lifecycle.ts'
import { managedOrganizations } from './policy.ts'

interface DetailsRow {
  readonly channelName: string | null
  readonly learnSequence: 0 | 1
  readonly isOpen: boolean
  readonly chapterCount: number
  readonly sectionCount: number
  readonly learnerCount: number
  readonly finishedCount: number
}

const belowSql = (channelId: string) => sql<boolean>`c.channel_id in (
  with recursive below as (
    select id from paths.channel where id = ${channelId}
    union all select ch.id from paths.channel ch join below on ch.parent_id = below.id
  ) select id from below)`

const kind = {
  lifecycle: pathLifecycle,
  details: {
    columns: sql`ch.name as "channelName", c.learn_sequence as "learnSequence", c.is_open as "isOpen",
      (select count(*)::int from paths.chapter h where h.path_id = c.id) as "chapterCount",
      (select count(*)::int from paths.section s where s.path_id = c.id) as "sectionCount",
      g.count as "learnerCount", g.finished as "finishedCount"`,
    joins: sql`left join paths.channel ch on ch.id = c.channel_id
      cross join lateral (select count(*)::int as count, count(finished_at)::int as finished
        from paths.registration where path_id = c.id) g`,
    of: ({ channelName, learnSequence, isOpen, chapterCount, sectionCount, ...row }: DetailsRow) => ({
      ...{ channelName, learnSequence, isOpen, chapterCount, sectionCount },
      ...{ learnerCount: row.learnerCount, finishedCount: row.finishedCount },
    }),
  },
}

/** Of a channel: its own paths, and those of the channels below it. */
export function listManaged(
  db: PathsDb,
  caller: Caller,
  { channelId, ...query }: AuthoredQuery & { readonly channelId?: string },
) {
  const ofChannel = channelId === undefined ? sql<boolean>`true` : belowSql(channelId)
  return listAuthored(db, kind, caller, query, ofChannel)
}

export const managedPath = (db: PathsDb, caller: Caller, pathId: string) => getAuthored(db, kind, caller, pathId)

async function assertChannel(db: PathsDb, companyId: string, channelId: string | null | undefined): Promise<void> {
  if (channelId === null || channelId === undefined) return
  const found = await db
    .selectFrom('paths.channel')
    .select('id')
    .where('id', '=', channelId)
    .where('company_id', '=', companyId)
    .executeTakeFirst()
  if (!found) throw refuse(NOT_FOUND)
}

/** It belongs to the organization of the caller's grant: the caller's own where the grant covers it, else the first. */
export async function createPath(
  db: PathsDb,
  caller: Caller,
  input: { readonly name: string; readonly channelId?: string | null },
  now: number,
): Promise<{ id: string }> {
  const { companyId, memberId } = caller
  const name = input.name.trim()
  await assertClean(db, companyId, { name })
  await assertChannel(db, companyId, input.channelId)
  const [organizationId = companyId] = managedOrganizations(caller)
  const id = uuid()
  await db
    .insertInto('paths.path')
    .values({
      id,
      company_id: companyId,
      organization_id: organizationId,
      author_id: memberId,
      channel_id: input.channelId ?? null,
      name,
      created_at: now,
      updated_at: now,
    })
    .execute()
  return { id }
}

export interface PathInput {
  readonly revision: number
  readonly name: string
  readonly summary: string
  readonly learnSequence: 0 | 1
  readonly isOpen: boolean
  readonly channelId: string | null
  readonly coverFileId?: string | null
}

export async function changePath(
  db: PathsDb,
  caller: Caller,
  pathId: string,
  input: PathInput & CompletionAwardsInput,
  now: number,
) {
  const path = await pathLifecycle.lockForEdit(db, caller, pathId, input.revision)
  const [name, summary] = [input.name.trim(), input.summary.trim()]
  await assertClean(db, caller.companyId, { name, summary })
  await assertChannel(db, caller.companyId, input.channelId)
  await assertCover(db, caller, input.coverFileId, path.coverFileId)
  const ref = { businessType, businessId: pathId }
  await setCompletionAwards(db, { ...input, companyId: caller.companyId, ref, now })
  await db
    .updateTable('paths.path')
    .set({
      name,
      summary,
      learn_sequence: input.learnSequence,
      is_open: input.isOpen,
      channel_id: input.channelId,
      ...(input.coverFileId !== undefined && { cover_file_id: input.coverFileId }),
    })
    .where('id', '=', pathId)
    .execute()
  await pathLifecycle.bump(db, pathId, now)
}

export function assertAssignable(path: PathRecord): void {
  if (path.status !== 'on-shelf') throw refuse(ACTION_NOT_POSSIBLE, { action: 'assign', status: path.status })
}
