/** Knowledge circles and the items shared into them. */
import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import type { Caller, Language } from '#kit/caller.ts'
import type { Input } from '#kit/contract.ts'
import { INVALID_INPUT, NO_PERMISSION, NOT_FOUND, refuse } from '#kit/errors.ts'
import { pageWindow } from '#kit/schema.ts'
import { itemKind } from '#modules/content/topics/server.ts'
import { membersByIds } from '#modules/platform/identity/server.ts'
import { ruleValue } from '#modules/platform/settings/server.ts'
import { assertClean } from '#modules/platform/words/server.ts'
import { sqlPage } from '#server/db/page.ts'
import { CIRCLE_NAME_TAKEN, type Circle, type ShareChoice, type SharedItem } from '../contract/circles.ts'
import type { community } from '../contract.ts'
import type { CommunityDb } from './db.ts'
import { nameKey } from './names.ts'

const circleColumns = (caller: Caller) => sql`
  c.id, c.name, c.description as desc, c.created_at as "createTime",
  (select count(*) from community.circle_member m where m.circle_id = c.id) as "memberCount",
  (select count(*) from community.circle_share s where s.circle_id = c.id) as "shareCount",
  own.circle_id is not null as joined, coalesce(own.is_administrator, false) as administrator
  from community.circle c left join community.circle_member own
    on own.circle_id = c.id and own.member_id = ${caller.memberId}`

/** The company's switch (COMMUNITY-119); while it is off, circles are hidden everywhere. */
export async function circlesAreOpen(db: CommunityDb, companyId: string): Promise<boolean> {
  const { knowledgeCircleShowSwitch } = await ruleValue(db, companyId, 'KNOWLEDGE_OPERATION_CONFIG')
  return String(knowledgeCircleShowSwitch) === '1'
}

async function assertOpen(db: CommunityDb, caller: Caller): Promise<void> {
  if (!(await circlesAreOpen(db, caller.companyId))) throw refuse(NOT_FOUND)
}

const nothing = { items: [], recordCount: 0 }

export async function listCircles(db: CommunityDb, caller: Caller, query: Input<typeof community.circles>['query']) {
  if (!(await circlesAreOpen(db, caller.companyId))) return nothing
  const search = nameKey(query.search ?? '')
  const matching = sql`c.company_id = ${caller.companyId} and (${search} = '' or strpos(c.name_key, ${search}) > 0)`
  return sqlPage(db, query, {
    matching: sql`from community.circle c where ${matching}`,
    rows: (window) => sql<Circle>`select ${circleColumns(caller)} where ${matching}
      order by c.created_at desc, c.id desc ${window}`,
  })
}

export async function getCircle(db: CommunityDb, caller: Caller, id: string): Promise<Circle> {
  await assertOpen(db, caller)
  const { rows } = await sql<Circle>`select ${circleColumns(caller)}
    where c.id = ${id} and c.company_id = ${caller.companyId}`.execute(db)
  if (!rows[0]) throw refuse(NOT_FOUND)
  return rows[0]
}

type NewCircle = Input<typeof community.createCircle>['body']

export async function createCircle(db: CommunityDb, caller: Caller, body: NewCircle, now: number): Promise<string> {
  const { companyId, memberId } = caller
  await assertOpen(db, caller)
  const name = body.name.trim()
  await assertClean(db, companyId, { name, desc: body.desc })
  const id = uuid()
  const made = await db
    .insertInto('community.circle')
    .values({
      id,
      company_id: companyId,
      name,
      name_key: nameKey(name),
      description: body.desc.trim(),
      created_at: now,
    })
    .onConflict((conflict) => conflict.columns(['company_id', 'name_key']).doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!made) throw refuse(CIRCLE_NAME_TAKEN)
  await db
    .insertInto('community.circle_member')
    .values({ circle_id: id, member_id: memberId, company_id: companyId, is_administrator: true, joined_at: now })
    .execute()
  return id
}

export async function joinCircle(db: CommunityDb, caller: Caller, id: string, now: number): Promise<void> {
  await getCircle(db, caller, id)
  await db
    .insertInto('community.circle_member')
    .values({ circle_id: id, member_id: caller.memberId, company_id: caller.companyId, joined_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** The lock keeps the last two administrators from leaving at the same moment. */
export async function leaveCircle(db: CommunityDb, caller: Caller, id: string): Promise<void> {
  await db
    .selectFrom('community.circle')
    .select('id')
    .where('id', '=', id)
    .where('company_id', '=', caller.companyId)
    .forUpdate()
    .execute()
  const circle = await getCircle(db, caller, id)
  if (!circle.joined) throw refuse(NOT_FOUND)
  if (circle.administrator) {
    const others = await db
      .selectFrom('community.circle_member')
      .select('member_id')
      .where('circle_id', '=', id)
      .where('is_administrator', '=', true)
      .where('member_id', '<>', caller.memberId)
      .executeTakeFirst()
    if (!others) throw refuse(NO_PERMISSION)
  }
  await db
    .deleteFrom('community.circle_member')
    .where('circle_id', '=', id)
    .where('member_id', '=', caller.memberId)
    .execute()
}

type VisibleItem = Awaited<ReturnType<ReturnType<typeof itemKind.all>[number]['visible']>>[number]

interface ShareRow {
  id: string
  item_type: number
  item_id: string
  shared_by: string
  created_at: number
}

/** The items that the caller may see. One query for each kind, because only its module knows. */
async function visibleItems(db: CommunityDb, caller: Caller, rows: readonly ShareRow[]) {
  const visible = new Map<ShareRow, { label: Readonly<Record<Language, string>>; item: VisibleItem }>()
  for (const kind of itemKind.all()) {
    const ofKind = rows.filter((row) => row.item_type === kind.businessType)
    if (ofKind.length === 0) continue
    const ids = ofKind.map((row) => row.item_id)
    const seen = new Map((await kind.visible(db, caller, ids)).map((item) => [item.id, item]))
    for (const row of ofKind) {
      const item = seen.get(row.item_id)
      if (item) visible.set(row, { label: kind.label, item })
    }
  }
  return visible
}

/** The shared items that the caller may see. The count leaves hidden items out, because it would reveal them. */
export async function circleShares(
  db: CommunityDb,
  caller: Caller,
  { id, page, language }: { id: string; page: Input<typeof community.circleShares>['query']; language: Language },
) {
  await getCircle(db, caller, id)
  const { limit, offset } = pageWindow(page)
  const rows: ShareRow[] = await db
    .selectFrom('community.circle_share')
    .where('circle_id', '=', id)
    .select(['id', 'item_type', 'item_id', 'shared_by', 'created_at'])
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute()
  const visible = await visibleItems(db, caller, rows)
  const shown = rows.filter((row) => visible.has(row)).slice(offset, offset + limit)
  const sharers = await membersByIds(
    db,
    caller.companyId,
    shown.map((row) => row.shared_by),
  )
  const items = shown.flatMap((row): SharedItem[] => {
    const found = visible.get(row)
    if (!found) return []
    const { label, item } = found
    return [
      {
        relationId: row.id,
        itemType: row.item_type,
        itemId: row.item_id,
        name: item.name,
        link: item.link,
        picture: item.picture ?? '',
        kind: label[language],
        sharedBy: { id: row.shared_by, fullName: sharers.get(row.shared_by)?.fullName ?? '' },
        createTime: row.created_at,
      },
    ]
  })
  return { items, recordCount: visible.size }
}

/** The circles that the caller administers, and whether they hold the item (SYSTEM-145). */
export async function shareChoices(
  db: CommunityDb,
  caller: Caller,
  query: Input<typeof community.shareChoices>['query'],
) {
  if (!(await circlesAreOpen(db, caller.companyId))) return nothing
  const own = sql`community.circle_member own join community.circle c on c.id = own.circle_id
    where own.company_id = ${caller.companyId} and own.member_id = ${caller.memberId} and own.is_administrator`
  const { items: rows, recordCount } = await sqlPage(
    db,
    { pageSize: 10, ...query },
    {
      matching: sql`from ${own}`,
      rows: (window) => sql<Omit<ShareChoice, 'checkFlag' | 'othersCheckFlag'> & { sharedBy: string | null }>`
    select c.id, c.name, (select count(*) from community.circle_member m where m.circle_id = c.id) as "memberCount",
      s.id as "relationId", s.shared_by as "sharedBy"
    from (select c.id, c.name, c.created_at from ${own} order by c.name, c.id ${window}) c
    left join community.circle_share s on s.circle_id = c.id and s.item_id = ${query.questionId}
    order by c.name, c.id`,
    },
  )
  const items = rows.map(({ sharedBy, ...choice }) => ({
    ...choice,
    checkFlag: sharedBy === caller.memberId,
    othersCheckFlag: sharedBy !== null && sharedBy !== caller.memberId,
  }))
  return { items, recordCount }
}

type Sharing = Input<typeof community.shareIntoCircles>['body']

/** Shares into circles that the caller administers; shares of others stay. */
export async function shareIntoCircles(db: CommunityDb, caller: Caller, body: Sharing, now: number): Promise<void> {
  const { companyId, memberId } = caller
  const { questionId, itemType = 1, addCircleIds, removeCircleIds } = body
  await assertOpen(db, caller)
  await assertVisible(db, caller, itemType, questionId)
  const wanted = [...new Set([...addCircleIds, ...removeCircleIds])]
  const { rows } = await sql<{ is_administrator: boolean | null }>`
    select m.is_administrator from community.circle c
    left join community.circle_member m on m.circle_id = c.id and m.member_id = ${memberId}
    where c.id = any(${wanted}::uuid[]) and c.company_id = ${companyId}`.execute(db)
  if (rows.length !== wanted.length) throw refuse(NOT_FOUND)
  if (rows.some((row) => row.is_administrator !== true)) throw refuse(NO_PERMISSION)
  await sql`delete from community.circle_share where circle_id = any(${removeCircleIds}::uuid[])
    and item_id = ${questionId} and shared_by = ${memberId}`.execute(db)
  const ids = addCircleIds.map(() => uuid())
  await sql`
    insert into community.circle_share (id, circle_id, company_id, item_type, item_id, shared_by, created_at)
    select s.id, s.circle_id, ${companyId}, ${itemType}, ${questionId}, ${memberId}, ${now}
    from unnest(${ids}::uuid[], ${addCircleIds}::uuid[]) as s (id, circle_id)
    on conflict (circle_id, item_id) do nothing`.execute(db)
}

async function assertVisible(db: CommunityDb, caller: Caller, itemType: number, id: string): Promise<void> {
  const kind = itemKind.all().find((one) => one.businessType === itemType)
  if (!kind)
    throw refuse(INVALID_INPUT, { fields: [{ path: 'itemType', rule: 'known', message: 'is no kind of item' }] })
  if ((await kind.visible(db, caller, [id])).length === 0) throw refuse(NOT_FOUND)
}
