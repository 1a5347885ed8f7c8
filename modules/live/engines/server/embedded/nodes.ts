/** The nodes and their rooms, as all server processes know them. */
import { sql } from 'kysely'
import type { Connection } from '#server/db/connection.ts'
import { withTables } from '#server/db/connection.ts'
import type { RoomOptions } from '../engine.ts'
import type { DB } from '../tables.ts'

export const heartbeatMs = 2000
/** A node without a heartbeat for this long is dead. */
const staleMs = 10_000

export interface Node {
  readonly id: string
  readonly host: string
  readonly url: string
  readonly secret: string
}

/** A node that may still be starting. */
export interface NodeRow {
  readonly id: string
  readonly host: string
  readonly url: string | null
  readonly secret: string | null
  readonly isStale: boolean
}

const databaseNow = sql<number>`(extract(epoch from clock_timestamp()) * 1000)::bigint`
/** Compares the row in the database under this name. */
const isStale = (node: 'node' | 'engines.node') =>
  sql<boolean>`${sql.ref(`${node}.seen_at`)} < ${databaseNow} - ${staleMs}`

/** The address of the node; undefined while it starts. */
export function toNode(row: NodeRow): Node | undefined {
  const { id, host, url, secret } = row
  return url === null || secret === null ? undefined : { id, host, url, secret }
}

/**
 * Makes this process the one that runs the machine's engine. Answers false if another process runs it, unless that
 * process has sent no heartbeat or its node is `dead`: the node that the caller knows not to answer.
 */
export async function claimHost(db: Connection, host: string, id: string, dead: string | undefined): Promise<boolean> {
  const rows = await withTables<DB>(db)
    .insertInto('engines.node')
    .values({ host, id, url: null, secret: null, seen_at: databaseNow })
    .onConflict((conflict) =>
      conflict
        .column('host')
        .doUpdateSet({ id, url: null, secret: null, seen_at: databaseNow })
        .where((where) =>
          where.or([isStale('engines.node'), ...(dead === undefined ? [] : [where('engines.node.id', '=', dead)])]),
        ),
    )
    .returning('id')
    .execute()
  return rows.length > 0
}

/**
 * Records that the engine of the claimed machine restarts, or that it accepts connections. Answers false if another
 * process has claimed the machine.
 */
export async function changeNode(
  db: Connection,
  id: string,
  change: { readonly id?: string; readonly url: string | null; readonly secret: string | null },
): Promise<boolean> {
  const rows = await withTables<DB>(db)
    .updateTable('engines.node')
    .set({ ...change, seen_at: databaseNow })
    .where('id', '=', id)
    .returning('id')
    .execute()
  return rows.length > 0
}

/** Records that the node is alive. Answers false if another process has claimed the machine. */
export async function heartbeat(db: Connection, id: string): Promise<boolean> {
  const rows = await withTables<DB>(db)
    .updateTable('engines.node')
    .set({ seen_at: databaseNow })
    .where('id', '=', id)
    .returning('id')
    .execute()
  return rows.length > 0
}

export async function releaseNode(db: Connection, id: string): Promise<void> {
  await withTables<DB>(db).deleteFrom('engines.node').where('id', '=', id).execute()
}

export async function findNode(db: Connection, host: string): Promise<NodeRow | undefined> {
  return withTables<DB>(db)
    .selectFrom('engines.node as node')
    .select(['node.id', 'node.host', 'node.url', 'node.secret', isStale('node').as('isStale')])
    .where('node.host', '=', host)
    .executeTakeFirst()
}

export interface OpenRoom {
  readonly options: RoomOptions
  readonly nodeId: string
  /** undefined: the node is gone. */
  readonly node: NodeRow | undefined
}

const isId = (text: string) => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text)

export async function findOpenRoom(db: Connection, roomId: string): Promise<OpenRoom | undefined> {
  if (!isId(roomId)) return undefined
  const row = await withTables<DB>(db)
    .selectFrom('engines.room as room')
    .leftJoin('engines.node as node', 'node.id', 'room.node_id')
    .select(['room.options', 'room.node_id as nodeId', 'node.id', 'node.host', 'node.url', 'node.secret'])
    .select(isStale('node').as('isStale'))
    .where('room.room_id', '=', roomId)
    .executeTakeFirst()
  if (!row) return undefined
  const { id, host, url, secret } = row
  const node = id === null || host === null ? undefined : { id, host, url, secret, isStale: row.isStale }
  return { options: row.options as unknown as RoomOptions, nodeId: row.nodeId, node }
}

/** Stores the options of an open room. A room that is open already keeps its node. */
export async function saveRoom(db: Connection, roomId: string, options: RoomOptions, nodeId: string): Promise<void> {
  const text = JSON.stringify(options)
  await withTables<DB>(db)
    .insertInto('engines.room')
    .values({ room_id: roomId, company_id: options.companyId, options: text, node_id: nodeId })
    .onConflict((conflict) => conflict.column('room_id').doUpdateSet({ options: text }))
    .execute()
}

/** Moves a room off a node that is gone. If another process was faster, its choice stands. */
export async function moveRoom(db: Connection, roomId: string, from: string, to: string): Promise<void> {
  await withTables<DB>(db)
    .updateTable('engines.room')
    .set({ node_id: to })
    .where('room_id', '=', roomId)
    .where('node_id', '=', from)
    .execute()
}

export async function forgetRoom(db: Connection, roomId: string): Promise<void> {
  await withTables<DB>(db).deleteFrom('engines.room').where('room_id', '=', roomId).execute()
}
