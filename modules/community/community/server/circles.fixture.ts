/** Circles with several members, for tests. */
import type { Connection } from '#server/db/connection.ts'
import type { JoinMode } from '../contract/circles/shapes.ts'
import { buildCircle } from './accounts.fixture.ts'
import { communityTables } from './db.ts'

interface CircleInput {
  readonly companyId: string
  /** The first one administers it. */
  readonly memberIds: readonly [string, ...string[]]
  readonly joinMode?: JoinMode
  readonly name?: string
  readonly now?: number
}

export async function buildCircleOf(connection: Connection, input: CircleInput): Promise<string> {
  const db = communityTables(connection)
  const { companyId, joinMode = 0, now = Date.now() } = input
  const [ownerId, ...others] = input.memberIds
  const name = input.name ?? `圈 ${Math.random().toString(36).slice(2, 10)}`
  const id = await buildCircle(connection, { companyId, ownerId, name, now })
  await db.updateTable('community.circle').set({ join_mode: joinMode }).where('id', '=', id).execute()
  if (others.length === 0) return id
  const members = others.map((member_id, at) => ({
    ...{ circle_id: id, member_id, company_id: companyId, joined_at: now + at + 1 },
  }))
  await db.insertInto('community.circle_member').values(members).execute()
  return id
}
