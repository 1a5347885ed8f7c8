/** Learning paths for those who manage them: found, read, named. */
import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import type { Caller } from '#kit/caller.ts'
import type { CompletionAwardsInput } from '#kit/completion-awards.ts'
import { NOT_FOUND, refuse } from '#kit/errors.ts'
import { setCompletionAwards } from '#modules/learning/certificates/server.ts'
import { directorySql, organizationsBelowSql, organizationsSql } from '#modules/platform/identity/server.ts'
import { assertClean } from '#modules/platform/words/server.ts'
import { type Paging, sqlPage } from '#server/db/page.ts'
import { containsSql } from '#server/db/search.ts'
import type { AuthoredPath } from '../contract/authoring.ts'
import { ACTION_NOT_POSSIBLE } from '../contract/errors.ts'
import { businessType, type PathStatus } from '../contract/wire.ts'
import { assertCover } from './covers.ts'
import type { PathsDb } from './db.ts'
import { pathRules } from './path.transitions.ts'
import { type PathRecord, pathLifecycle } from './path-lifecycle.ts'
import { managedOrganizations } from './policy.ts'

type ListRow = Omit<AuthoredPath, 'organization' | 'author' | 'actions'> & {
  organizationId: string
  organizationName: string
  authorId: string | null
  authorName: string | null
  authorAvatar: string | null
}

const listColumns = sql`x.id, x.name, ch.name as "channelName", o.id as "organizationId", o.name as "organizationName",
  a.id as "authorId", a.full_name as "authorName", a.avatar_path as "authorAvatar", x.status,
  x.learn_sequence as "learnSequence", x.is_open as "isOpen", x.updated_at as "updatedAt",
  (select count(*)::int from paths.chapter c where c.path_id = x.id) as "chapterCount",
  (select count(*)::int from paths.section s where s.path_id = x.id) as "sectionCount",
  (select count(*)::int from paths.registration g where g.path_id = x.id) as "learnerCount",
  (select count(*)::int from paths.registration g where g.path_id = x.id and g.finished_at is not null)
    as "finishedCount"`

function listed({
  organizationId,
  organizationName,
  authorId,
  authorName,
  authorAvatar,
  ...row
}: ListRow): AuthoredPath {
  return {
    ...row,
    organization: { id: organizationId, name: organizationName },
    author: authorId === null ? null : { id: authorId, fullName: authorName ?? '', avatarPath: authorAvatar ?? '' },
    actions: pathRules.actionsOf({ status: row.status, hasChanges: true, approval: null }),
  }
}

const joined = (companyId: string) => sql`paths.path x
  join ${organizationsSql(companyId)} o on o.id = x.organization_id
  left join ${directorySql(companyId)} a on a.id = x.author_id
  left join paths.channel ch on ch.id = x.channel_id`

export async function listManaged(
  db: PathsDb,
  caller: Caller,
  query: Paging & { search?: string; status?: PathStatus },
) {
  const matching = sql`from ${joined(caller.companyId)}
    where x.company_id = ${caller.companyId} and x.deleted_at is null and ${containsSql(sql`x.name`, query.search)}
      and x.organization_id in ${organizationsBelowSql(managedOrganizations(caller))}
      and ${query.status === undefined ? sql`true` : sql`x.status = ${query.status}`}`
  const { items: rows, recordCount } = await sqlPage(db, query, {
    matching,
    rows: (window) => sql<ListRow>`select ${listColumns} ${matching}
      order by x.updated_at desc, x.id ${window}`,
  })
  return { items: rows.map(listed), recordCount }
}

export async function listedPath(db: PathsDb, companyId: string, pathId: string): Promise<AuthoredPath> {
  const { rows } = await sql<ListRow>`select ${listColumns} from ${joined(companyId)}
    where x.id = ${pathId} and x.company_id = ${companyId}`.execute(db)
  if (!rows[0]) throw refuse(NOT_FOUND)
  return listed(rows[0])
}

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
