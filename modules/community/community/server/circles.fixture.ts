/** Builders for tests: circles with their members and shares. */
import { v7 as uuid } from 'uuid'
import type { Connection } from '#server/db/connection.ts'
import type { JoinMode } from '../contract/circles/shapes.ts'
import { communityTables } from './db.ts'
import { nameKey } from './names.ts'

interface CircleInput {
  readonly companyId: string
  /** The first one administers it. */
  readonly memberIds: readonly string[]
  readonly joinMode?: JoinMode
  readonly name?: string
  readonly now?: number
}

export async function buildCircle(connection: Connection, input: CircleInput): Promise<string> {
  const db = communityTables(connection)
  const { companyId, joinMode = 0, name = `圈 ${uuid().slice(-8)}`, now = Date.now() } = input
  const id = uuid()
  const about = { id, company_id: companyId, name, name_key: nameKey(name), description: '聊聊安全' }
  await db
    .insertInto('community.circle')
    .values({ ...about, join_mode: joinMode, created_at: now })
    .execute()
  const members = input.memberIds.map((member_id, at) => ({
    ...{ circle_id: id, member_id, company_id: companyId, is_administrator: at === 0, joined_at: now + at },
  }))
  await db.insertInto('community.circle_member').values(members).execute()
  return id
}
