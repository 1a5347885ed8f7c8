/**
 * The index follows the changes: the job of a shard reads its oldest notes, reads those items again, writes their documents and
 * removes the notes, all in one transaction. A process that is killed has done nothing or all of it; several processes
 * share the shards.
 */
import { sql } from 'kysely'
import { Type } from 'typebox'
import {
  type ChangedItem,
  changedItems,
  dueShards,
  forgetChangedItems,
  noteItems,
  postponeChangedItems,
} from '#server/db/changed-items.ts'
import type { Connection } from '#server/db/connection.ts'
import { inSavepoint } from '#server/db/transaction.ts'
import { enqueue } from '#server/jobs/queue.ts'
import { job } from '#server/module.ts'
import { type SearchDb, searchTables } from './db.ts'
import { indexItems } from './index-items.ts'
import { type SearchKind, searchKind } from './kinds.ts'

const batchMax = 200
const pollMs = 1000
const memberTopic = 'person'
const postponeMs = 60_000
const postponeMsMax = 3_600_000

interface Group {
  readonly kinds: readonly SearchKind[]
  readonly companyId: string
  readonly notes: readonly ChangedItem[]
}

/** Notes of one topic and company are read together. Live sessions of both families are noted under one topic. */
function groupsOf(notes: readonly ChangedItem[]): Group[] {
  const groups = Map.groupBy(notes, ({ topic, companyId }) => `${topic} ${companyId}`)
  return [...groups.values()].flatMap((of) => {
    const [first] = of
    if (!first) return []
    const kinds = searchKind.all().filter(({ kind, topic = kind }) => topic === first.topic)
    return [{ kinds, companyId: first.companyId, notes: of }]
  })
}

async function indexGroup(db: Connection, { kinds, companyId, notes }: Group, now: number): Promise<void> {
  const ids = notes.map(({ itemId }) => itemId)
  for (const kind of kinds) await indexItems(db, kind, companyId, ids, now)
}

/** Items that show something of changed ones are noted. */
async function noteFollowing(db: SearchDb, { companyId, notes }: Group): Promise<void> {
  const ids = [...new Set(notes.map(({ itemId }) => itemId))]
  const topic = notes[0]?.topic ?? ''
  for (const { follows, ...kind } of searchKind.all()) {
    const itemIds = (await follows?.[topic]?.(db, companyId, ids)) ?? []
    await noteItems(
      db,
      companyId,
      itemIds.map((itemId) => ({ topic: kind.topic ?? kind.kind, itemId })),
    )
  }
  if (topic === memberTopic) await noteAuthored(db, companyId, notes)
}

/** Documents that show the name of a changed member are read again, too. */
async function noteAuthored(db: SearchDb, companyId: string, notes: readonly ChangedItem[]): Promise<void> {
  const rows = await db
    .selectFrom('search.document')
    .select(['kind', 'item_id'])
    .where('company_id', '=', companyId)
    .where('author_id', 'in', [...new Set(notes.map(({ itemId }) => itemId))])
    .where('kind', '<>', memberTopic)
    .execute()
  const topics = new Map(searchKind.all().map(({ kind, topic = kind }) => [kind, topic]))
  const items = rows.map((row) => ({ topic: topics.get(row.kind) ?? row.kind, itemId: row.item_id }))
  await noteItems(db, companyId, items)
}

/** A group that fails is tried note by note, so that one item that cannot be read holds up no other. */
async function follow(db: SearchDb, group: Group, now: number): Promise<void> {
  try {
    await inSavepoint(db, () => indexGroup(db, group, now))
    await forgetChangedItems(
      db,
      group.notes.map(({ id }) => id),
    )
  } catch (error) {
    if (group.notes.length > 1) {
      for (const note of group.notes) await follow(db, { ...group, notes: [note] }, now)
      return
    }
    const [note] = group.notes
    if (!note) return
    console.error(`search: ${note.topic} ${note.itemId} could not be indexed`, error)
    await postponeChangedItems(db, [note.id], now + Math.min(postponeMsMax, postponeMs * 2 ** note.attempts))
  }
}

/** Works off one batch of the shard. Returns whether there may be more. */
async function followShard(connection: Connection, shard: number, now: number): Promise<boolean> {
  const db = searchTables(connection)
  const { rows } = await sql`select from search.shard where number = ${shard} for update skip locked`.execute(db)
  if (rows.length === 0) return false
  const notes = await changedItems(db, shard, now, batchMax)
  for (const group of groupsOf(notes)) {
    await follow(db, group, now)
    await noteFollowing(db, group)
  }
  return notes.length === batchMax
}

const enqueueShard = (db: Connection, shard: number) =>
  enqueue(db, followShardJob, { shard }, { key: `search.follow:${shard}` })

export const followShardJob = job({
  name: 'search.follow-shard',
  payload: Type.Object({ shard: Type.Integer() }),
  async run(db, { shard }, { now }) {
    if (await followShard(db, shard, now)) await enqueueShard(db, shard)
  },
})

/** Looks for notes. Each process asks once a second: a look into an index, where waking by NOTIFY would queue up all commits. */
export const followJob = job({
  name: 'search.follow',
  payload: Type.Object({}),
  everyMs: pollMs,
  async run(db, _payload, { now }) {
    for (const shard of await dueShards(db, now)) await enqueueShard(db, shard)
  },
})
