/** The banners of the live home page: a list that an administrator replaces as a whole. */
import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import type { Caller } from '#kit/caller.ts'
import type { Input } from '#kit/contract.ts'
import { INVALID_INPUT, NOT_FOUND, refuse } from '#kit/errors.ts'
import { filesByIds } from '#modules/platform/files/server.ts'
import { assertClean } from '#modules/platform/words/server.ts'
import type { Banner } from '../contract/management.ts'
import type { live } from '../contract.ts'
import type { LiveDb } from './db.ts'
import { viewerOf, visibleSql } from './policy.ts'

/** Banners of live sessions that are cancelled or invisible to the caller are left out. */
export async function listBanners(db: LiveDb, caller: Caller): Promise<Banner[]> {
  const { rows } = await sql<{
    id: string
    title: string
    picture_file_id: string
    live_id: string | null
    url: string | null
  }>`select b.id, b.title, b.picture_file_id, b.live_id, b.url from live.banner b
    left join live.live l on l.id = b.live_id
    where b.company_id = ${caller.companyId}
      and (b.live_id is null or (l.status in (1, 2, 3) and ${visibleSql(viewerOf(caller))}))
    order by b.sort`.execute(db)
  return rows.map((row) => ({
    id: row.id,
    title: row.title,
    pictureId: row.picture_file_id,
    picturePath: `files/${row.picture_file_id}`,
    liveId: row.live_id,
    url: row.url,
  }))
}

type BannerInput = Input<typeof live.setBanners>['body']['items'][number]

function assertOneTarget(items: readonly BannerInput[]): void {
  const index = items.findIndex(({ liveId, url }) => typeof liveId === 'string' && typeof url === 'string')
  if (index < 0) return
  const fields = [
    { path: `items.${index}.url`, rule: 'one-target', message: 'a banner leads to a live or to an address' },
  ]
  throw refuse(INVALID_INPUT, { fields })
}

/** Replaces all banners of the company. Their pictures and live sessions must belong to the company. */
export async function setBanners(
  db: LiveDb,
  caller: Caller,
  items: readonly BannerInput[],
  now: number,
): Promise<void> {
  const { companyId } = caller
  assertOneTarget(items)
  await assertClean(db, companyId, Object.fromEntries(items.map(({ title }, index) => [`items.${index}.title`, title])))
  const pictures = await filesByIds(
    db,
    companyId,
    items.map(({ pictureId }) => pictureId),
  )
  if (items.some(({ pictureId }) => !pictures.get(pictureId)?.contentType.startsWith('image/'))) throw refuse(NOT_FOUND)
  const liveIds = [...new Set(items.flatMap(({ liveId }) => liveId ?? []))]
  const known = await db
    .selectFrom('live.live')
    .select('id')
    .where('company_id', '=', companyId)
    .where('id', '=', sql<string>`any(${liveIds}::uuid[])`)
    .execute()
  if (known.length !== liveIds.length) throw refuse(NOT_FOUND)
  await db.deleteFrom('live.banner').where('company_id', '=', companyId).execute()
  if (items.length === 0) return
  await db
    .insertInto('live.banner')
    .values(
      items.map(({ title, pictureId, liveId, url }, sort) => ({
        id: uuid(),
        company_id: companyId,
        sort,
        title: title.trim(),
        picture_file_id: pictureId,
        live_id: liveId ?? null,
        url: url ?? null,
        created_at: now,
      })),
    )
    .execute()
}
