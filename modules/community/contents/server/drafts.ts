/** Drafts: what one author writes, saved every few seconds, on all devices. */
import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import type { Caller } from '#kit/caller.ts'
import type { Input } from '#kit/contract.ts'
import { NOT_FOUND, refuse } from '#kit/errors.ts'
import { accountForPublishing } from '#modules/community/community/server.ts'
import { findPage } from '#server/db/page.ts'
import { lockNames } from '#server/db/transaction.ts'
import { DRAFT_CHANGED, TOO_MANY_DRAFTS } from '../contract/codes.ts'
import { type ContentType, DRAFTS_MAX, type Draft, type DraftFields } from '../contract/shapes.ts'
import type { contents } from '../contract.ts'
import type { ContentsDb } from './db.ts'
import { namesOf, wholeFields } from './fields.ts'

const columns = [
  'id',
  'content_id',
  'account_id',
  'type',
  'revision',
  'updated_at',
  'fields',
  'content_revision',
] as const

interface DraftRecord {
  readonly id: string
  readonly content_id: string | null
  readonly account_id: string
  readonly type: number
  readonly revision: number
  readonly updated_at: number
  readonly fields: unknown
  /** Of the content, on which a draft of a change began; null for other drafts, and where it is not known. */
  readonly content_revision: number | null
}

/** A draft of the caller, locked where it is about to change. Drafts of others are not there (900005). */
async function findDraft(
  db: ContentsDb,
  caller: Caller,
  id: string,
  { locks }: { readonly locks: boolean },
): Promise<DraftRecord | undefined> {
  const own = db
    .selectFrom('contents.draft')
    .select([...columns])
    .where('id', '=', id)
    .where('member_id', '=', caller.memberId)
    .where('company_id', '=', caller.companyId)
  return (locks ? own.forUpdate() : own).executeTakeFirst()
}

export async function lockDraft(db: ContentsDb, caller: Caller, id: string): Promise<DraftRecord | undefined> {
  return findDraft(db, caller, id, { locks: true })
}

export const fieldsOfDraft = (draft: DraftRecord): DraftFields => wholeFields(draft.fields)

async function shownDraft(db: ContentsDb, caller: Caller, draft: DraftRecord): Promise<Draft> {
  const fields = fieldsOfDraft(draft)
  return {
    id: draft.id,
    contentId: draft.content_id,
    accountId: draft.account_id,
    type: draft.type as ContentType,
    revision: draft.revision,
    updatedAt: draft.updated_at,
    fields,
    names: await namesOf(db, caller.companyId, fields),
  }
}

export async function getDraft(db: ContentsDb, caller: Caller, id: string): Promise<Draft> {
  const draft = await findDraft(db, caller, id, { locks: false })
  if (!draft) throw refuse(NOT_FOUND)
  return shownDraft(db, caller, draft)
}

export async function listDrafts(db: ContentsDb, caller: Caller, query: Input<typeof contents.drafts>['query']) {
  let matching = db
    .selectFrom('contents.draft')
    .where('member_id', '=', caller.memberId)
    .where('company_id', '=', caller.companyId)
  if (query.accountId !== undefined) matching = matching.where('account_id', '=', query.accountId)
  const { items, recordCount } = await findPage(query, matching, (found) =>
    found
      .select(['id', 'content_id', 'account_id', 'type', 'updated_at'])
      .select(sql<string>`left(fields ->> 'title', 200)`.as('title'))
      .orderBy('updated_at', 'desc')
      .orderBy('id', 'desc'),
  )
  return {
    items: items.map((row) => ({
      id: row.id,
      contentId: row.content_id,
      accountId: row.account_id,
      type: row.type as ContentType,
      title: row.title,
      updatedAt: row.updated_at,
    })),
    recordCount,
  }
}

/** Refuses where another device has saved since, and hands out what it saved: nothing is overwritten, nothing lost. */
export async function refuseChanged(db: ContentsDb, caller: Caller, draft: DraftRecord): Promise<never> {
  throw refuse(DRAFT_CHANGED, { draft: await shownDraft(db, caller, draft) })
}

type Saved = Input<typeof contents.saveDraft>['body']

export async function saveDraft(db: ContentsDb, caller: Caller, body: Saved, now: number) {
  if (body.id === undefined) return createDraft(db, caller, body, now)
  const draft = await lockDraft(db, caller, body.id)
  if (!draft) throw refuse(NOT_FOUND)
  if (draft.revision !== body.revision) return refuseChanged(db, caller, draft)
  if (draft.account_id !== body.accountId) await assertWrites(db, caller, body.accountId)
  const revision = draft.revision + 1
  await db
    .updateTable('contents.draft')
    .set({
      ...{ account_id: body.accountId, fields: JSON.stringify(body.fields), revision, updated_at: now },
      ...(draft.content_id !== null && body.contentRevision && { content_revision: body.contentRevision }),
    })
    .where('id', '=', draft.id)
    .execute()
  return { id: draft.id, revision }
}

async function assertWrites(db: ContentsDb, caller: Caller, accountId: string): Promise<void> {
  await accountForPublishing(db, caller, accountId, false)
}

async function createDraft(db: ContentsDb, caller: Caller, body: Saved, now: number) {
  await assertWrites(db, caller, body.accountId)
  await lockNames(db, `drafts ${caller.memberId}`)
  const content =
    body.contentId === undefined ? undefined : await changedContent(db, caller, body.contentId, body.accountId)
  const known = content && (await draftOfContent(db, caller, content.id))
  if (known) return refuseChanged(db, caller, known)
  const { count } = await db
    .selectFrom('contents.draft')
    .select((e) => e.fn.countAll<number>().as('count'))
    .where('member_id', '=', caller.memberId)
    .executeTakeFirstOrThrow()
  if (count >= DRAFTS_MAX) throw refuse(TOO_MANY_DRAFTS, { max: DRAFTS_MAX })
  const id = uuid()
  await db
    .insertInto('contents.draft')
    .values({
      id,
      company_id: caller.companyId,
      member_id: caller.memberId,
      account_id: body.accountId,
      content_id: content?.id ?? null,
      // A change keeps the type of what it changes, whatever the caller says.
      type: content?.type ?? body.type,
      fields: JSON.stringify(body.fields),
      content_revision: content ? (body.contentRevision ?? content.revision) : null,
      created_at: now,
      updated_at: now,
    })
    .execute()
  return { id, revision: 1 }
}

/** The content that a new draft changes. Refuses one of another account. */
async function changedContent(db: ContentsDb, caller: Caller, id: string, accountId: string) {
  const content = await db
    .selectFrom('contents.content')
    .select(['id', 'type', 'revision'])
    .where('id', '=', id)
    .where('account_id', '=', accountId)
    .where('company_id', '=', caller.companyId)
    .where('removed_at', 'is', null)
    .executeTakeFirst()
  if (!content) throw refuse(NOT_FOUND)
  return content
}

/** The caller’s draft of a change of the content, if there is one. */
async function draftOfContent(db: ContentsDb, caller: Caller, contentId: string): Promise<DraftRecord | undefined> {
  return db
    .selectFrom('contents.draft')
    .select([...columns])
    .where('member_id', '=', caller.memberId)
    .where('content_id', '=', contentId)
    .executeTakeFirst()
}

export async function removeDraft(db: ContentsDb, caller: Caller, id: string): Promise<void> {
  const { numDeletedRows } = await db
    .deleteFrom('contents.draft')
    .where('id', '=', id)
    .where('member_id', '=', caller.memberId)
    .where('company_id', '=', caller.companyId)
    .executeTakeFirstOrThrow()
  if (numDeletedRows === 0n) throw refuse(NOT_FOUND)
}
