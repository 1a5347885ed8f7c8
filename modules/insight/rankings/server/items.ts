/**
 * Rankings of items. Only what the caller may open now is listed and ranked: a gap in the ranks would tell that something
 * hidden is popular. The kinds say themselves what a caller may open, many ids in one statement.
 */
import { sql } from 'kysely'
import type { Caller, Language } from '#kit/caller.ts'
import { contentKinds } from '#modules/content/catalog/server.ts'
import { itemKind, topicNames } from '#modules/content/topics/server.ts'
import type { Connection } from '#server/db/connection.ts'
import type { RankedRow, Ranking } from '../contract.ts'
import type { RankingsDb } from './db.ts'
import type { Listed } from './members.ts'

/** Topics stand in no map of kinds; whoever follows them gives them this number. */
const topicType = 105
/** So many of the first are looked at: whoever may open few of them has a shorter list. */
const lookedAt = 1_000

interface ShownItem {
  readonly id: string
  readonly name: string
  readonly link: string
  readonly picture: string | null
}

interface ItemType {
  readonly label: Readonly<Record<Language, string>>
  visible(db: Connection, caller: Caller, ids: readonly string[]): Promise<readonly ShownItem[]>
}

const topics: ItemType = {
  label: { cn: '话题', en: 'Topic' },
  async visible(db, { companyId }, ids) {
    const names = await topicNames(db, companyId, ids)
    return [...names].map(([id, name]) => ({ id, name, link: `/share-study/topic-list/${id}`, picture: null }))
  },
}

function typeOf(businessType: number): ItemType | undefined {
  if (businessType === topicType) return topics
  const content = contentKinds.all().find((kind) => kind.businessType === businessType)
  if (content)
    return {
      label: content.label,
      visible: async (db, caller, ids) =>
        (await content.visible(db, caller, ids)).flatMap(({ isAvailable, coverFileId, ...item }) =>
          isAvailable ? [{ ...item, picture: coverFileId === null ? null : `files/${coverFileId}` }] : [],
        ),
    }
  const item = itemKind.all().find((kind) => kind.businessType === businessType)
  return (
    item && {
      label: item.label,
      visible: async (db, caller, ids) =>
        (await item.visible(db, caller, ids)).map(({ picture = null, ...one }) => ({ ...one, picture })),
    }
  )
}

/** The item as the caller may open it. */
export async function findItem(db: Connection, caller: Caller, businessType: number, id: string) {
  return (await typeOf(businessType)?.visible(db, caller, [id]))?.find((one) => one.id === id)
}

interface Row {
  readonly id: string
  readonly businessType: number
  readonly figure: number
}

export async function rankItems(
  db: RankingsDb,
  caller: Caller,
  { ofPeriod, limit }: Listed,
  language: Language,
): Promise<Omit<Ranking, 'startsOn'>> {
  const { rows } = await sql<Row>`select t.subject_id as id, t.business_type as "businessType", t.amount as figure
    from rankings.total t where ${ofPeriod} order by t.amount desc, t.subject_id limit ${lookedAt}`.execute(db)
  const seen = new Map<string, ShownItem & { note: string }>()
  for (const [businessType, ofType] of Map.groupBy(rows, (row) => row.businessType)) {
    const type = typeOf(businessType)
    const found = await type?.visible(
      db,
      caller,
      ofType.map(({ id }) => id),
    )
    for (const one of found ?? []) seen.set(one.id, { ...one, note: type?.label[language] ?? '' })
  }
  const open = rows.filter(({ id }) => seen.has(id)).slice(0, limit)
  let rank = 0
  const items = open.map(({ id, businessType, figure }, at): RankedRow => {
    if (figure !== open[at - 1]?.figure) rank = at + 1
    const { name, link, note, picture } = seen.get(id) as ShownItem & { note: string }
    return { rank, figure, isOwn: false, id, name, note, picture, link, businessType }
  })
  return { items, own: null, missing: null }
}
