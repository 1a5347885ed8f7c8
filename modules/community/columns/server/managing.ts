/** Making, changing and deleting columns, by those who administer the account. */
import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import type { Caller } from '#kit/caller.ts'
import type { Input } from '#kit/contract.ts'
import { INVALID_INPUT, NO_PERMISSION, NOT_FOUND, refuse } from '#kit/errors.ts'
import { accountForPublishing, accountsOfCaller, nameKey } from '#modules/community/community/server.ts'
import { TITLE_TAKEN } from '#modules/community/contents/contract.ts'
import { assertNotMuted } from '#modules/content/moderation/server.ts'
import { setTopics } from '#modules/content/topics/server.ts'
import { fileById, ownsFile } from '#modules/platform/files/server.ts'
import { recycle, recycleKind } from '#modules/platform/operations/server.ts'
import { assertClean } from '#modules/platform/words/server.ts'
import { lockNames } from '#server/db/transaction.ts'
import { refusingTaken } from '#server/db/unique.ts'
import {
  accountColumnsMax,
  COLUMN_SUBSCRIBED,
  columnBusinessType,
  columnTopicsMax,
  TOO_MANY_ITEMS,
} from '../contract/shapes.ts'
import type { columns } from '../contract.ts'
import { getColumn } from './columns.ts'
import { type ColumnsDb, columnsTables } from './db.ts'

const recycledColumn = 'column'

/** Refuses callers outside the account (70304), its ordinary members (10138), and a frozen account (70306). */
async function assertManages(db: ColumnsDb, caller: Caller, accountId: string): Promise<void> {
  const account = await accountForPublishing(db, caller, accountId, true)
  if (account.memberType === 2) throw refuse(NO_PERMISSION)
}

export interface ColumnRecord {
  readonly id: string
  readonly account_id: string
  readonly title: string
  readonly state: string
  readonly cover_file_id: string | null
  readonly subscriber_count: number
}

/**
 * Locks a column for a change by one who administers its account. A column that the caller may not see is not there; for
 * others the caller needs the right (10138), and for what publishes, an account that is not frozen.
 */
export async function lockColumn(
  db: ColumnsDb,
  caller: Caller,
  id: string,
  { publishes }: { readonly publishes: boolean },
): Promise<ColumnRecord> {
  const { comeEnjoyId } = await getColumn(db, caller, id)
  const account = (await accountsOfCaller(db, caller)).find((own) => own.id === comeEnjoyId)
  if (!account || account.memberType === 2) throw refuse(NO_PERMISSION)
  if (publishes) await accountForPublishing(db, caller, comeEnjoyId, true)
  const column = await db
    .selectFrom('columns.special_column')
    .select(['id', 'account_id', 'title', 'state', 'cover_file_id', 'subscriber_count'])
    .where('id', '=', id)
    .where('removed_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()
  if (!column) throw refuse(NOT_FOUND)
  return column
}

/** A cover is a picture that the caller has uploaded, or the one that the column has already. */
async function assertCover(db: ColumnsDb, caller: Caller, fileId: string | null, known: string | null): Promise<void> {
  if (fileId === null || fileId === known) return
  const file = await fileById(db, caller.companyId, fileId)
  if (!file || !(await ownsFile(db, caller, fileId))) throw refuse(NOT_FOUND)
  if (file.contentType.startsWith('image/')) return
  const fields = [{ path: 'headPortrait', rule: 'picture', message: 'must be a picture' }]
  throw refuse(INVALID_INPUT, { fields })
}

/** Refuses one column more than an account may have. */
async function assertRoom(db: ColumnsDb, accountId: string): Promise<void> {
  // Two that come at once would count the same rows and pass the limit together.
  await lockNames(db, `columns of ${accountId}`)
  const { rows } = await sql<{ count: number }>`select count(*) as count from columns.special_column
    where account_id = ${accountId} and removed_at is null`.execute(db)
  if ((rows[0]?.count ?? 0) >= accountColumnsMax) throw refuse(TOO_MANY_ITEMS, { max: accountColumnsMax })
}

const refusingTakenTitle = <T>(write: () => Promise<T>): Promise<T> =>
  refusingTaken({ column_title: TITLE_TAKEN }, write)

async function setColumnTopics(db: ColumnsDb, caller: Caller, id: string, topicIds: readonly string[]): Promise<void> {
  const item = { companyId: caller.companyId, businessType: columnBusinessType, businessId: id }
  await setTopics(db, { ...item, topicIds, topicsMax: columnTopicsMax })
}

type NewColumn = Input<typeof columns.createColumn>['body']

export async function createColumn(db: ColumnsDb, caller: Caller, body: NewColumn, now: number): Promise<string> {
  const { comeEnjoyId, headPortrait = null, topicIds = [] } = body
  await assertNotMuted(db, caller, now)
  await assertManages(db, caller, comeEnjoyId)
  const title = body.title.trim()
  const introduction = body.introduce.trim()
  await assertClean(db, caller.companyId, { title, introduce: introduction })
  await assertCover(db, caller, headPortrait, null)
  await assertRoom(db, comeEnjoyId)
  const id = uuid()
  await refusingTakenTitle(() =>
    db
      .insertInto('columns.special_column')
      .values({
        id,
        company_id: caller.companyId,
        account_id: comeEnjoyId,
        title,
        title_key: nameKey(title),
        introduction,
        cover_file_id: headPortrait,
        created_by: caller.memberId,
        created_at: now,
        released_at: now,
      })
      .execute(),
  )
  await setColumnTopics(db, caller, id, topicIds)
  return id
}

type ColumnEdit = Input<typeof columns.changeColumn>['body']

export async function changeColumn(
  db: ColumnsDb,
  caller: Caller,
  { id, ...body }: ColumnEdit & { readonly id: string },
  now: number,
): Promise<void> {
  await assertNotMuted(db, caller, now)
  const column = await lockColumn(db, caller, id, { publishes: true })
  const title = body.title.trim()
  const introduction = body.introduce.trim()
  await assertClean(db, caller.companyId, { title, introduce: introduction })
  const cover = body.headPortrait === undefined ? column.cover_file_id : body.headPortrait
  await assertCover(db, caller, cover, column.cover_file_id)
  await refusingTakenTitle(() =>
    db
      .updateTable('columns.special_column')
      .set({
        title,
        title_key: nameKey(title),
        introduction,
        cover_file_id: cover,
        state: body.state ?? column.state,
      })
      .where('id', '=', id)
      .execute(),
  )
  if (body.topicIds) await setColumnTopics(db, caller, id, body.topicIds)
}

/** Into the recycle bin. Nobody loses a column that they subscribe to without a word: it is closed first. */
export async function removeColumn(db: ColumnsDb, caller: Caller, id: string, now: number): Promise<void> {
  const column = await lockColumn(db, caller, id, { publishes: false })
  if (column.state === 'active' && column.subscriber_count > 0) throw refuse(COLUMN_SUBSCRIBED)
  await db.updateTable('columns.special_column').set({ removed_at: now }).where('id', '=', id).execute()
  const { companyId, memberId: deletedBy } = caller
  await recycle(db, { companyId, kind: recycledColumn, itemId: id, name: column.title, deletedBy, now })
}

/** Columns in the recycle bin. One whose title another column has by now, and one for which there is no room, stays there. */
export const columnRecycling = recycleKind({
  kind: recycledColumn,
  label: { cn: '专栏', en: 'Column' },
  async restore(connection, { companyId, itemId }) {
    const db = columnsTables(connection)
    const column = await db
      .selectFrom('columns.special_column')
      .select('account_id')
      .where('id', '=', itemId)
      .where('company_id', '=', companyId)
      .where('removed_at', 'is not', null)
      .executeTakeFirst()
    if (!column) return
    await assertRoom(db, column.account_id)
    await refusingTakenTitle(() =>
      db.updateTable('columns.special_column').set({ removed_at: null }).where('id', '=', itemId).execute(),
    )
  },
  async purge(connection, { companyId, itemId }) {
    const db = columnsTables(connection)
    await setTopics(db, { companyId, businessType: columnBusinessType, businessId: itemId, topicIds: [] })
    await db
      .deleteFrom('columns.special_column')
      .where('id', '=', itemId)
      .where('company_id', '=', companyId)
      .where('removed_at', 'is not', null)
      .execute()
  },
})
