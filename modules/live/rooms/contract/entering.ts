/** Entering a room, and the room's links for guests. */
import { Type } from 'typebox'
import type { Contract } from '#kit/contract.ts'
import { NOT_FOUND } from '#kit/errors.ts'
import { Body, Done, Id, Instant, Name, Nullable, Page, PageQuery, Title } from '#kit/schema.ts'
import { GUEST_NAME_IMITATES, LINK_INVALID, MEDIA_UNAVAILABLE, REMOVED_FROM_ROOM, ROOM_ENDED } from './errors.ts'
import { RoomRole } from './shapes.ts'

const params = Type.Object({ id: Id })
const Device = Type.String({ minLength: 1, maxLength: 100 })

const Entrance = Type.Object({
  participantId: Id,
  role: RoomRole,
  /** Valid once, for one minute. */
  ticket: Type.String(),
  /** The WebSocket without its query: add `?ticket=…`, and `&after=…` after a reconnect. */
  socketPath: Type.String(),
  /**
   * `platform`: descriptions of audio and video travel over the room's socket. `vendor`: the engine's own client
   * connects.
   */
  engine: Type.Union([Type.Literal('platform'), Type.Literal('vendor')]),
  entry: Nullable(Type.Object({ url: Type.String(), token: Type.String() })),
  iceServers: Type.Array(
    Type.Object({
      urls: Type.Array(Type.String()),
      username: Type.Optional(Type.String()),
      credential: Type.Optional(Type.String()),
    }),
  ),
  /** A guest sends it with the next guest-join to be the same person; null for members, who have accounts. */
  resumeToken: Nullable(Type.String()),
  roomId: Id,
  title: Type.String(),
})

const Link = Type.Object({
  linkId: Id,
  role: RoomRole,
  label: Type.String(),
  token: Type.String(),
  expiresAt: Nullable(Instant),
  revokedAt: Nullable(Instant),
  uses: Type.Integer(),
  createdAt: Instant,
})

const LinkUse = Type.Object({ id: Id, name: Type.String(), ip: Type.String(), at: Instant })

export const enteringCalls = {
  join: {
    method: 'POST',
    path: '/rooms/{id}/join',
    summary: 'Enters a live room as a member; answers the role and a ticket for the socket',
    access: 'signed-in',
    noDryRun: 'outside',
    params,
    body: Body({ device: Device }),
    response: Entrance,
    errors: [NOT_FOUND, ROOM_ENDED, REMOVED_FROM_ROOM, MEDIA_UNAVAILABLE],
    passesOnRefusals: true,
    outside: true,
  },
  guestJoin: {
    method: 'POST',
    path: '/rooms/guest-join',
    summary: 'Enters a live room by a link, with a name and without an account',
    access: 'public',
    noDryRun: 'outside',
    body: Body({
      token: Type.String({ minLength: 20, maxLength: 100 }),
      name: Name(30),
      device: Device,
      resumeToken: Type.Optional(Type.String({ minLength: 20, maxLength: 100 })),
    }),
    response: Entrance,
    errors: [LINK_INVALID, ROOM_ENDED, REMOVED_FROM_ROOM, MEDIA_UNAVAILABLE, GUEST_NAME_IMITATES],
    passesOnRefusals: true,
    outside: true,
    // A whole lecture hall may share one address. Nobody can guess a link's secret.
    rate: { max: 600, windowSeconds: 60 },
  },
  guestLeave: {
    method: 'POST',
    path: '/rooms/guest-leave',
    summary: 'A guest leaves for good and loses the place on the stage, the raised hand and the resume token',
    access: 'public',
    body: Body({ resumeToken: Type.String({ minLength: 20, maxLength: 100 }) }),
    response: Done,
    errors: [LINK_INVALID],
    rate: { max: 120, windowSeconds: 60 },
  },
  links: {
    method: 'GET',
    path: '/rooms/{id}/links',
    summary: 'The guest links of a room, with the number of uses',
    access: 'signed-in',
    params,
    response: Type.Object({ items: Type.Array(Link) }),
    errors: [NOT_FOUND],
  },
  createLink: {
    method: 'POST',
    path: '/rooms/{id}/links',
    summary: 'Creates a link for guests without an account, with a role',
    access: 'signed-in',
    params,
    body: Body({ role: RoomRole, label: Title(50), expiresAt: Nullable(Instant) }),
    response: Link,
    errors: [NOT_FOUND, ROOM_ENDED],
  },
  revokeLink: {
    method: 'DELETE',
    path: '/rooms/{id}/links/{linkId}',
    summary: 'Revokes a link and removes its guests from the room',
    access: 'signed-in',
    params: Type.Object({ id: Id, linkId: Id }),
    response: Done,
    errors: [NOT_FOUND],
  },
  linkUses: {
    method: 'GET',
    path: '/rooms/{id}/links/{linkId}/uses',
    summary: 'The uses of a link: name, time and IP address, newest first',
    access: 'signed-in',
    params: Type.Object({ id: Id, linkId: Id }),
    query: PageQuery({}),
    response: Page(LinkUse),
    errors: [NOT_FOUND],
  },
} as const satisfies Contract
