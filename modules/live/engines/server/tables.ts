// Generated from the migrations by `npm run generate`. Don't edit.
import type { ColumnType, Generated } from 'kysely'

export interface JanusRoom {
  room_id: string
  company_id: string
  options: ColumnType<unknown, string, string>
  audience: Generated<ColumnType<unknown, string, string>>
}

export interface Node {
  host: string
  id: string
  url: string | null
  secret: string | null
  seen_at: number
}

export interface Room {
  room_id: string
  company_id: string
  options: ColumnType<unknown, string, string>
  node_id: string
}

export interface DB {
  'engines.janus_room': JanusRoom
  'engines.node': Node
  'engines.room': Room
}
