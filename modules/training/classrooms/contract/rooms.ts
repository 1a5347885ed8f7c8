/** Rooms: what members see of them, and how those who manage them write them. */
import { type Static, Type } from 'typebox'
import { NO_PERMISSION, NOT_FOUND } from '#kit/errors.ts'
import { Body, Done, Id, Instant, Nullable, OptionalText, OptionalTitle, Page, PageQuery, Title } from '#kit/schema.ts'
import { managesRooms } from './access.ts'
import { ROOM_CHANGED, ROOM_HAS_BOOKINGS, ROOM_NAME_USED } from './codes.ts'

export const roomNameLengthMax = 60
export const noteLengthMax = 500
export const seatsMax = 10_000
export const equipmentMax = 20
export const equipmentLengthMax = 30
export const roomManagersMax = 20
export const roomOrganizationsMax = 100
/** Two years. */
export const aheadDaysMax = 730
export const minutesOfDay = 1440

/** When a room is open on a weekday, in minutes of the company's day. A weekday without an entry is closed. */
export const OpenHours = Type.Object(
  {
    /** 1: Monday … 7: Sunday. */
    weekday: Type.Integer({ minimum: 1, maximum: 7 }),
    from: Type.Integer({ minimum: 0, maximum: minutesOfDay - 1 }),
    /** 1440: until midnight. */
    until: Type.Integer({ minimum: 1, maximum: minutesOfDay }),
  },
  { additionalProperties: false },
)
export type OpenHours = Static<typeof OpenHours>

/** What members see of a room. */
const shown = {
  name: Title(roomNameLengthMax),
  building: OptionalTitle(roomNameLengthMax),
  seats: Type.Integer({ minimum: 1, maximum: seatsMax }),
  equipment: Type.Array(Title(equipmentLengthMax), { maxItems: equipmentMax, uniqueItems: true }),
  pictureFileId: Nullable(Id),
  note: OptionalText(noteLengthMax),
  hours: Type.Array(OpenHours, { maxItems: 7 }),
  /** Somebody decides about each booking: approvers where approval is on, else the room managers. */
  isReviewed: Type.Boolean(),
  /** Bookings begin at most so many days from now. */
  aheadDays: Type.Integer({ minimum: 1, maximum: aheadDaysMax }),
}

/** What those who manage a room decide of it. */
const fields = {
  ...shown,
  /** Whoever manages the classrooms of this organization, or of one above it, manages the room. */
  organizationId: Id,
  /** Who may book it, with those below; empty: the whole company. */
  organizationIds: Type.Array(Id, { maxItems: roomOrganizationsMax, uniqueItems: true }),
  managerIds: Type.Array(Id, { maxItems: roomManagersMax, uniqueItems: true }),
  /** A disabled room keeps its bookings, and takes no more. */
  isEnabled: Type.Boolean(),
}
export const RoomInput = Body(fields)
export type RoomInput = Static<typeof RoomInput>

/** Monday to Friday, eight to six. */
const workingHours = [1, 2, 3, 4, 5].map((weekday) => ({ weekday, from: 480, until: 1080 }))
export const newRoom: Omit<RoomInput, 'organizationId'> = {
  ...{ name: '', building: '', seats: 20, equipment: [], pictureFileId: null, note: '', hours: workingHours },
  ...{ isReviewed: false, aheadDays: 180, organizationIds: [], managerIds: [], isEnabled: true },
}

export const Room = Type.Object({ id: Id, ...shown })
export type Room = Static<typeof Room>

/** A room in the list of those who manage it. */
const ManagedRoom = Type.Object({
  id: Id,
  ...fields,
  organizationName: Type.String(),
  /** Those of `managerIds`. */
  managers: Type.Array(Type.Object({ id: Id, fullName: Type.String() })),
  /** How many bookings are still to come. */
  comingBookings: Type.Integer(),
  revision: Type.Integer(),
})
export type ManagedRoom = Static<typeof ManagedRoom>

const params = Type.Object({ id: Id })
const onSelf = {
  allowed: 'Whoever makes a room may manage it; that opens nothing that the permission does not.',
} as const
const access = managesRooms

export const roomCalls = {
  rooms: {
    method: 'GET',
    path: '/training/classroom',
    summary: 'The rooms that the caller may book, by building and name; with a time those alone that are free then',
    access: 'signed-in',
    query: PageQuery({
      search: Type.Optional(OptionalText(100)),
      /** At least so many. */
      seats: Type.Optional(Type.Integer({ minimum: 1, maximum: seatsMax })),
      /** Both or neither. */
      from: Type.Optional(Instant),
      to: Type.Optional(Instant),
    }),
    response: Page(Room),
    cacheSeconds: 0,
  },
  managedRooms: {
    method: 'GET',
    path: '/training/classroom-manage',
    summary: 'The rooms of the organizations whose classrooms the caller manages, by building and name',
    access,
    query: PageQuery({ search: Type.Optional(OptionalText(100)), isEnabled: Type.Optional(Type.Boolean()) }),
    response: Page(ManagedRoom),
    cacheSeconds: 0,
  },
  createRoom: {
    method: 'POST',
    path: '/training/classroom-manage',
    summary: 'Add a room to an organization',
    access,
    body: RoomInput,
    response: Type.Object({ id: Id }),
    errors: [NO_PERMISSION, NOT_FOUND, ROOM_NAME_USED],
    onSelf,
  },
  changeRoom: {
    method: 'PUT',
    path: '/training/classroom-manage/{id}',
    summary: 'Change a room. Bookings that there are stay as they are',
    access,
    params,
    body: Body({ ...fields, revision: Type.Integer({ minimum: 0 }) }),
    response: Type.Object({ id: Id, revision: Type.Integer() }),
    errors: [NO_PERMISSION, NOT_FOUND, ROOM_NAME_USED, ROOM_CHANGED],
    onSelf,
  },
  deleteRoom: {
    method: 'DELETE',
    path: '/training/classroom-manage/{id}',
    summary: 'Delete a room that nobody has ever booked; another one is disabled',
    access,
    params,
    response: Done,
    errors: [NO_PERMISSION, NOT_FOUND, ROOM_HAS_BOOKINGS],
  },
} as const
