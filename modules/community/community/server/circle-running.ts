/** What administrators of a circle do with it and with its members. */
import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import type { Caller } from '#kit/caller.ts'
import type { Input } from '#kit/contract.ts'
import { NO_PERMISSION, NOT_FOUND, refuse } from '#kit/errors.ts'
import { assertNotMuted } from '#modules/content/moderation/server.ts'
import { fileById, ownsFile } from '#modules/platform/files/server.ts'
import { assertMembersOfCompany, directorySql } from '#modules/platform/identity/server.ts'
import { notify } from '#modules/platform/messages/server.ts'
import { recycle } from '#modules/platform/operations/server.ts'
import { assertClean } from '#modules/platform/words/server.ts'
import { sqlPage } from '#server/db/page.ts'
import { refusingTaken } from '#server/db/unique.ts'
import { CIRCLE_NAME_TAKEN, type CircleMember } from '../contract/circles/shapes.ts'
import type { community } from '../contract.ts'
import { addMembers, endMemberships } from './circle-joining.ts'
import { assertOpen, getReadableCircle, lockRunCircle } from './circles.ts'
import type { CommunityDb } from './db.ts'
import { nameKey } from './names.ts'

export const recycledCircle = 'knowledge-circle'

/** Translates the violation of the index of names. */
export const refusingTakenCircleName = <T>(write: () => Promise<T>): Promise<T> =>
  refusingTaken({ circle_name: CIRCLE_NAME_TAKEN }, write)

type Settings = Input<typeof community.createCircle>['body']

/** A new cover is a picture that the caller has uploaded. */
async function assertCover(db: CommunityDb, caller: Caller, id: string): Promise<void> {
  const file = await fileById(db, caller.companyId, id)
  if (!file?.contentType.startsWith('image/') || !(await ownsFile(db, caller, id))) throw refuse(NOT_FOUND)
}

export async function createCircle(db: CommunityDb, caller: Caller, body: Settings, now: number): Promise<string> {
  const { companyId, memberId } = caller
  await assertOpen(db, caller)
  await assertNotMuted(db, caller, now)
  const name = body.name.trim()
  await assertClean(db, companyId, { name, desc: body.desc })
  if (body.coverFileId) await assertCover(db, caller, body.coverFileId)
  const id = uuid()
  const values = { id, company_id: companyId, name, name_key: nameKey(name), description: body.desc.trim() }
  const made = await db
    .insertInto('community.circle')
    .values({
      ...values,
      cover_file_id: body.coverFileId ?? null,
      join_mode: body.joinMode ?? 0,
      created_at: now,
    })
    .onConflict((conflict) => conflict.columns(['company_id', 'name_key']).where('removed_at', 'is', null).doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!made) throw refuse(CIRCLE_NAME_TAKEN)
  await db
    .insertInto('community.circle_member')
    .values({ circle_id: id, member_id: memberId, company_id: companyId, is_administrator: true, joined_at: now })
    .execute()
  return id
}

export async function changeCircle(
  db: CommunityDb,
  caller: Caller,
  { id, ...body }: Settings & { readonly id: string },
  now: number,
): Promise<void> {
  await assertNotMuted(db, caller, now)
  const before = await lockRunCircle(db, caller, id)
  const name = body.name.trim()
  await assertClean(db, caller.companyId, { name, desc: body.desc })
  const { coverFileId, joinMode } = body
  if (coverFileId && before.coverPath !== `files/${coverFileId}`) await assertCover(db, caller, coverFileId)
  await refusingTakenCircleName(() =>
    db
      .updateTable('community.circle')
      .set({
        ...{ name, name_key: nameKey(name), description: body.desc.trim() },
        ...(coverFileId !== undefined && { cover_file_id: coverFileId }),
        ...(joinMode !== undefined && { join_mode: joinMode }),
      })
      .where('id', '=', id)
      .execute(),
  )
}

export async function dissolveCircle(db: CommunityDb, caller: Caller, id: string, now: number): Promise<void> {
  const { name } = await lockRunCircle(db, caller, id)
  const { companyId, memberId } = caller
  await db.updateTable('community.circle').set({ removed_at: now }).where('id', '=', id).execute()
  await recycle(db, { companyId, kind: recycledCircle, itemId: id, name, deletedBy: memberId, now })
  await notify(db, {
    ...{ companyId, now, actorId: memberId, type: 'circle.dissolved', variables: { name } },
    collapseKey: `circle.dissolved:${id}`,
    recipients: { sql: sql`(select member_id from community.circle_member where circle_id = ${id})` },
  })
}

export async function listCircleMembers(
  db: CommunityDb,
  caller: Caller,
  id: string,
  query: Input<typeof community.circleMembers>['query'],
) {
  await getReadableCircle(db, caller, id)
  const search = query.search?.trim() ?? ''
  const matching = sql`from community.circle_member m join ${directorySql(caller.companyId)} d on d.id = m.member_id
    where m.circle_id = ${id} and (${search} = '' or strpos(lower(d.full_name), lower(${search})) > 0)`
  return sqlPage(db, query, {
    matching,
    rows: (window) => sql<CircleMember>`select m.member_id as "memberId", d.full_name as "memberName",
      d.avatar_path as "headPortrait", d.organization_name as "organizationName",
      m.is_administrator as administrator, m.joined_at as "joinTime"
      ${matching} order by m.is_administrator desc, m.joined_at, m.member_id ${window}`,
  })
}

export async function addCircleMembers(
  db: CommunityDb,
  caller: Caller,
  { id, memberIds }: { readonly id: string; readonly memberIds: readonly string[] },
  now: number,
): Promise<void> {
  const { companyId, memberId } = caller
  const { name } = await lockRunCircle(db, caller, id)
  await assertMembersOfCompany(db, companyId, memberIds)
  const recipients = await addMembers(db, { id, companyId, by: memberId }, memberIds, now)
  await notify(db, {
    ...{ companyId, now, actorId: memberId, type: 'circle.added', variables: { name }, recipients },
    // Out and in again is one message, as long as nobody has read it.
    collapseKey: `circle.added:${id}`,
    link: `/share-study/knowledge-community/${id}`,
  })
}

async function isAdministrator(db: CommunityDb, id: string, memberId: string): Promise<boolean> {
  const member = await db
    .selectFrom('community.circle_member')
    .select('is_administrator')
    .where('circle_id', '=', id)
    .where('member_id', '=', memberId)
    .executeTakeFirst()
  if (!member) throw refuse(NOT_FOUND)
  return member.is_administrator
}

type Role = Input<typeof community.changeCircleRole>['body']

/** There is always an administrator: the last one can’t end being one. */
export async function changeCircleRole(db: CommunityDb, caller: Caller, id: string, role: Role): Promise<void> {
  await lockRunCircle(db, caller, id)
  await isAdministrator(db, id, role.memberId)
  const steps = new Map([[role.memberId, role.administrator]])
  if (role.handOver && role.administrator && role.memberId !== caller.memberId) steps.set(caller.memberId, false)
  await sql`update community.circle_member m set is_administrator = step.value
    from unnest(${[...steps.keys()]}::uuid[], ${[...steps.values()]}::boolean[]) as step (id, value)
    where m.circle_id = ${id} and m.member_id = step.id`.execute(db)
  const { rows } = await sql`select from community.circle_member
    where circle_id = ${id} and is_administrator limit 1`.execute(db)
  if (rows.length === 0) throw refuse(NO_PERMISSION)
}

export async function removeCircleMember(
  db: CommunityDb,
  caller: Caller,
  { id, memberId, reason }: { readonly id: string; readonly memberId: string; readonly reason: string },
  now: number,
): Promise<void> {
  const { name } = await lockRunCircle(db, caller, id)
  if (await isAdministrator(db, id, memberId)) throw refuse(NO_PERMISSION)
  await assertNotMuted(db, caller, now)
  await assertClean(db, caller.companyId, { reason })
  await endMemberships(db, sql`circle_id = ${id} and member_id = ${memberId}`, now)
  await notify(db, {
    ...{ companyId: caller.companyId, now, actorId: caller.memberId, recipients: [memberId] },
    type: 'circle.member-removed',
    variables: { name, reason: reason.trim() },
  })
}
