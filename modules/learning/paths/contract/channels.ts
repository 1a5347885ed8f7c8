/** Channels: the tree in which a company's positions stand. */
import { type Static, Type } from 'typebox'
import { contract } from '#kit/contract.ts'
import { NOT_FOUND } from '#kit/errors.ts'
import { Body, Done, Id, Name, Nullable, OneOf } from '#kit/schema.ts'
import { managesChannels } from './access.ts'
import { CHANNEL_IN_USE, CHANNEL_NAME_TAKEN, TOO_MANY } from './errors.ts'

const channelFields = {
  id: Id,
  parentId: Nullable(Id),
  name: Type.String(),
  sort: Type.Integer(),
  /** 1 enabled, 0 disabled. */
  status: OneOf([0, 1]),
  /** 1 for a root. */
  level: Type.Integer(),
  positions: Type.Array(Type.Object({ id: Id, name: Type.String() })),
}

export const Channel = Type.Object(channelFields)
export type Channel = Static<typeof Channel>

/** A channel with those below it, to the depth that was asked for. */
export interface ChannelNode extends Channel {
  children: ChannelNode[]
}

const ChannelTree = Type.Cyclic(
  { Node: Type.Object({ ...channelFields, children: Type.Array(Type.Ref('Node')) }) },
  'Node',
)

const channel = Type.Object({ id: Id })

export const channels = contract({
  findMuchDepth: {
    method: 'GET',
    path: '/human/position/channel/find-much-depth',
    summary: 'The tree of position channels below `parentId`, `depth` levels of it; enabled ones only (COURSE-105)',
    access: 'signed-in',
    query: Type.Object({
      parentId: Type.Optional(Id),
      depth: Type.Optional(Type.Integer({ minimum: 1, maximum: 5, default: 5 })),
      status: Type.Optional(OneOf([1])),
    }),
    response: Type.Object({ items: Type.Array(ChannelTree) }),
  },
  findByPosition: {
    method: 'GET',
    path: '/human/position/channel/find-by-position',
    summary: 'The channel of a position (COURSE-108)',
    access: 'signed-in',
    query: Type.Object({ positionId: Id }),
    response: Channel,
    errors: [NOT_FOUND],
  },
  listChannels: {
    method: 'GET',
    path: '/human/position/channel',
    summary: 'All channels with their positions, parents before their children, disabled ones too',
    access: managesChannels,
    response: Type.Object({ items: Type.Array(Channel) }),
  },
  createChannel: {
    method: 'POST',
    path: '/human/position/channel',
    summary: 'A new channel',
    access: managesChannels,
    body: Body({ name: Name(50), parentId: Type.Optional(Nullable(Id)) }),
    response: Channel,
    errors: [NOT_FOUND, CHANNEL_NAME_TAKEN, TOO_MANY],
  },
  changeChannel: {
    method: 'PUT',
    path: '/human/position/channel/{id}',
    summary: 'Change a channel: its name, its place among its brothers, whether it is enabled, and its positions',
    access: managesChannels,
    params: channel,
    body: Body({
      name: Name(50),
      sort: Type.Integer({ minimum: 0, maximum: 10_000 }),
      status: OneOf([0, 1]),
      /** A position stands in one channel: it leaves the one that it was in. */
      positionIds: Type.Array(Id, { maxItems: 500, uniqueItems: true }),
    }),
    response: Channel,
    errors: [NOT_FOUND, CHANNEL_NAME_TAKEN],
  },
  deleteChannel: {
    method: 'DELETE',
    path: '/human/position/channel/{id}',
    summary: 'Delete a channel that has nothing below it and no learning path',
    access: managesChannels,
    params: channel,
    response: Done,
    errors: [NOT_FOUND, CHANNEL_IN_USE],
  },
})
