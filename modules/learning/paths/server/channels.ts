/** Channels: the tree in which a company's positions stand. */
import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import type { Caller } from '#kit/caller.ts'
import { NOT_FOUND, refuse } from '#kit/errors.ts'
import { positionNames } from '#modules/platform/identity/server.ts'
import { assertClean } from '#modules/platform/words/server.ts'
import { lockNames } from '#server/db/transaction.ts'
import { refusingTaken } from '#server/db/unique.ts'
import type { Channel, ChannelNode } from '../contract/channels.ts'
import { CHANNEL_IN_USE, CHANNEL_NAME_TAKEN, TOO_MANY } from '../contract/errors.ts'
import type { PathsDb } from './db.ts'

const levelsMax = 5
const channelsMax = 1000

interface ChannelRow {
  readonly id: string
  readonly parent_id: string | null
  readonly name: string
  readonly sort: number
  readonly status: 0 | 1
  readonly position_ids: string[]
}

/** All channels of the company with their positions, parents before their children, brothers in their order. */
export async function listChannels(db: PathsDb, companyId: string): Promise<Channel[]> {
  const { rows } = await sql<ChannelRow>`
    select c.id, c.parent_id, c.name, c.sort, c.status,
      array(select cp.position_id from paths.channel_position cp where cp.channel_id = c.id) as position_ids
    from paths.channel c where c.company_id = ${companyId} order by c.sort, c.name, c.id`.execute(db)
  const names = await positionNames(
    db,
    companyId,
    rows.flatMap((row) => row.position_ids),
  )
  const children = Map.groupBy(rows, (row) => row.parent_id)
  const below = (parentId: string | null, level: number): Channel[] =>
    (children.get(parentId) ?? []).flatMap((row) => [channelOf(row, level, names), ...below(row.id, level + 1)])
  return below(null, 1)
}

function channelOf(row: ChannelRow, level: number, names: ReadonlyMap<string, string>): Channel {
  const { id, parent_id: parentId, name, sort, status } = row
  const positions = row.position_ids.flatMap((positionId) => {
    const position = names.get(positionId)
    return position === undefined ? [] : [{ id: positionId, name: position }]
  })
  return { id, parentId, name, sort, status, level, positions: positions.sort((a, b) => (a.name < b.name ? -1 : 1)) }
}

/** The enabled channels below one (or from the roots), so many levels of them; what stands below a disabled one is hidden. */
export async function channelTree(
  db: PathsDb,
  companyId: string,
  { parentId, depth = levelsMax }: { readonly parentId?: string; readonly depth?: number },
): Promise<ChannelNode[]> {
  const children = Map.groupBy(
    (await listChannels(db, companyId)).filter(({ status }) => status === 1),
    (channel) => channel.parentId,
  )
  const nodes = (id: string | null, levels: number): ChannelNode[] =>
    levels === 0
      ? []
      : (children.get(id) ?? []).map((channel) => ({ ...channel, children: nodes(channel.id, levels - 1) }))
  return nodes(parentId ?? null, depth)
}

async function getChannel(db: PathsDb, companyId: string, id: string): Promise<Channel> {
  const channel = (await listChannels(db, companyId)).find((one) => one.id === id)
  if (!channel) throw refuse(NOT_FOUND)
  return channel
}

export async function channelOfPosition(db: PathsDb, companyId: string, positionId: string): Promise<Channel> {
  const channel = (await listChannels(db, companyId)).find(
    ({ positions, status }) => status === 1 && positions.some(({ id }) => id === positionId),
  )
  if (!channel) throw refuse(NOT_FOUND)
  return channel
}

/** The database decides who was first. */
const refusingTakenName = <T>(write: () => Promise<T>): Promise<T> =>
  refusingTaken({ channel_name: CHANNEL_NAME_TAKEN }, write)

export async function createChannel(
  db: PathsDb,
  caller: Caller,
  input: { readonly name: string; readonly parentId?: string | null },
  now: number,
): Promise<Channel> {
  const { companyId } = caller
  const name = input.name.trim()
  await assertClean(db, companyId, { name })
  const parentId = input.parentId ?? null
  await lockNames(db, `paths.channel ${companyId}`)
  const known = await listChannels(db, companyId)
  const parent = known.find(({ id }) => id === parentId)
  if (parentId !== null && !parent) throw refuse(NOT_FOUND)
  if (parent && parent.level >= levelsMax) throw refuse(TOO_MANY, { max: levelsMax })
  if (known.length >= channelsMax) throw refuse(TOO_MANY, { max: channelsMax })
  const brothers = known.filter((channel) => channel.parentId === parentId)
  const sort = Math.max(0, ...brothers.map((brother) => brother.sort + 1))
  const id = uuid()
  await refusingTakenName(() =>
    db
      .insertInto('paths.channel')
      .values({ id, company_id: companyId, parent_id: parentId, name, sort, created_at: now })
      .execute(),
  )
  return getChannel(db, companyId, id)
}

export interface ChannelInput {
  readonly name: string
  readonly sort: number
  readonly status: 0 | 1
  readonly positionIds: readonly string[]
}

export async function changeChannel(db: PathsDb, caller: Caller, id: string, input: ChannelInput): Promise<Channel> {
  const { companyId } = caller
  const name = input.name.trim()
  await assertClean(db, companyId, { name })
  await getChannel(db, companyId, id)
  const known = await positionNames(db, companyId, input.positionIds)
  if (known.size !== new Set(input.positionIds).size) throw refuse(NOT_FOUND)
  await refusingTakenName(() =>
    db
      .updateTable('paths.channel')
      .set({ name, sort: input.sort, status: input.status })
      .where('id', '=', id)
      .where('company_id', '=', companyId)
      .execute(),
  )
  await sql`
    delete from paths.channel_position where channel_id = ${id} and company_id = ${companyId}
      and position_id <> all(${[...input.positionIds]}::uuid[])`.execute(db)
  await sql`
    insert into paths.channel_position (position_id, channel_id, company_id)
    select unnest(${[...input.positionIds]}::uuid[]), ${id}, ${companyId}
    on conflict (position_id) do update set channel_id = excluded.channel_id`.execute(db)
  return getChannel(db, companyId, id)
}

export async function deleteChannel(db: PathsDb, caller: Caller, id: string): Promise<Channel> {
  const { companyId } = caller
  const channel = await getChannel(db, companyId, id)
  const { rows } = await sql<{ used: boolean }>`
    select exists (select from paths.channel where parent_id = ${id})
      or exists (select from paths.path where channel_id = ${id}) as used`.execute(db)
  if (rows[0]?.used) throw refuse(CHANNEL_IN_USE)
  await db.deleteFrom('paths.channel').where('id', '=', id).where('company_id', '=', companyId).execute()
  return channel
}
