/** Making a push, before anybody gets it. */
import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import type { Caller } from '#kit/caller.ts'
import { refuse } from '#kit/errors.ts'
import { type Audience, audienceSql } from '#modules/platform/identity/server.ts'
import { assertClean } from '#modules/platform/words/server.ts'
import { PUSH_CHANGED } from '../contract/errors.ts'
import type { ContentRef } from '../contract/shapes.ts'
import { assertContents, contentsOf, replaceContents } from './contents.ts'
import type { PushesDb } from './db.ts'
import { getForAction, getPush, type StoredPush } from './rows.ts'
import { type AudienceChoice, assertAudience, assertPushes } from './scope.ts'

export interface DraftFields {
  readonly name?: string
  readonly description?: string
  readonly contents?: readonly ContentRef[]
  readonly organizationIds?: readonly string[]
  readonly memberIds?: readonly string[]
  readonly includesNewcomers?: boolean
  readonly startTime?: number | null
  readonly finishTime?: number | null
  readonly remindDays?: readonly number[]
}

/** Columns of what is said; what is not said stays. */
function columnsOf(fields: DraftFields) {
  const { name, description, organizationIds, memberIds, includesNewcomers, startTime, finishTime, remindDays } = fields
  return {
    ...(name !== undefined && { name: name.trim() }),
    ...(description !== undefined && { description }),
    ...(organizationIds && { organization_ids: [...new Set(organizationIds)] }),
    ...(memberIds && { member_ids: [...new Set(memberIds)] }),
    ...(includesNewcomers !== undefined && { includes_newcomers: includesNewcomers }),
    ...(startTime !== undefined && { starts_at: startTime }),
    ...(finishTime !== undefined && { cut_off_at: finishTime }),
    ...(remindDays && { remind_days: remindDays.toSorted((a, b) => b - a) }),
  }
}

async function assertFields(db: PushesDb, caller: Caller, fields: DraftFields): Promise<void> {
  const { name = '', description = '', organizationIds = [], memberIds = [] } = fields
  await assertClean(db, caller.companyId, { name, description })
  await assertAudience(db, caller, { organizationIds, memberIds })
}

async function saveContents(db: PushesDb, caller: Caller, id: string, contents: readonly ContentRef[] | undefined) {
  if (!contents) return
  const items = await assertContents(db, caller, contents)
  await replaceContents(db, { id, companyId: caller.companyId }, contents, items)
}

export async function createPush(
  db: PushesDb,
  caller: Caller,
  fields: DraftFields & { readonly name: string },
  now: number,
): Promise<string> {
  await assertPushes(db, caller)
  await assertFields(db, caller, fields)
  const id = uuid()
  await db
    .insertInto('pushes.push')
    .values({
      id,
      company_id: caller.companyId,
      organization_id: caller.organizationId,
      author_id: caller.memberId,
      name: fields.name.trim(),
      created_at: now,
      updated_at: now,
      ...columnsOf(fields),
    })
    .execute()
  await saveContents(db, caller, id, fields.contents)
  return id
}

export async function changePush(
  db: PushesDb,
  caller: Caller,
  id: string,
  { revision, ...fields }: DraftFields & { readonly revision: number },
  now: number,
) {
  const push = await getForAction(db, caller, id, 'edit', now)
  if (push.revision !== revision) throw refuse(PUSH_CHANGED, { revision: push.revision })
  await assertFields(db, caller, fields)
  await db
    .updateTable('pushes.push')
    .set({ ...columnsOf(fields), revision: revision + 1, updated_at: now })
    .where('id', '=', id)
    .execute()
  await saveContents(db, caller, id, fields.contents)
}

export async function deletePush(db: PushesDb, caller: Caller, id: string, now: number): Promise<void> {
  await getForAction(db, caller, id, 'delete', now)
  await db.deleteFrom('pushes.push').where('id', '=', id).execute()
}

/** The same contents for the same audience, to be pushed again. What is no longer there is refused when it is published. */
export async function copyPush(db: PushesDb, caller: Caller, id: string, now: number): Promise<string> {
  const push = await getPush(db, caller, id)
  await assertPushes(db, caller)
  const copyId = uuid()
  await db
    .insertInto('pushes.push')
    .values({
      id: copyId,
      company_id: caller.companyId,
      organization_id: caller.organizationId,
      author_id: caller.memberId,
      name: push.name,
      description: push.description,
      organization_ids: push.organization_ids,
      member_ids: push.member_ids,
      includes_newcomers: push.includes_newcomers,
      remind_days: push.remind_days,
      created_at: now,
      updated_at: now,
    })
    .execute()
  const contents = (await contentsOf(db, [id])).get(id) ?? []
  const refs = contents.map((row) => ({
    businessType: row.business_type,
    businessId: row.business_id,
    isRequired: row.required ? (1 as const) : (0 as const),
  }))
  const names = new Map(
    contents.map((row) => [
      `${row.business_type}:${row.business_id}`,
      { id: row.business_id, name: row.name, link: '', coverFileId: null, isAvailable: true },
    ]),
  )
  await replaceContents(db, { id: copyId, companyId: caller.companyId }, refs, names)
  return copyId
}

export function audienceOf(push: Pick<StoredPush, 'organization_ids' | 'member_ids'>): Audience & AudienceChoice {
  return { organizationIds: push.organization_ids, memberIds: push.member_ids }
}

/** How many members it has now, each counted once; those who may not sign in get nothing. */
export async function audienceSize(db: PushesDb, companyId: string, audience: Audience): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from ${audienceSql(companyId, audience)} a`.execute(db)
  return rows[0]?.count ?? 0
}

export async function sizeOfAudience(db: PushesDb, caller: Caller, audience: AudienceChoice): Promise<number> {
  await assertAudience(db, caller, audience)
  return audienceSize(db, caller.companyId, audience)
}
