/** How a class sits and works together: groups, seats, name badges. */
import { type Static, Type } from 'typebox'
import { NO_PERMISSION, NOT_FOUND } from '#kit/errors.ts'
import { Body, Id, Nullable, Page, PageQuery, Title } from '#kit/schema.ts'
import { NOT_BOUGHT } from '#modules/commerce/prices/contract.ts'
import { runsClasses } from './access.ts'
import { CLASS_CANCELLED, CLASS_CHANGED, CLASS_CLOSED, CLASS_MISSING, NO_PARTICIPANT } from './codes.ts'
import { capacityMax } from './states.ts'

export const groupsMax = 200
export const groupNameLengthMax = 50
/** Rows and columns of a seating plan. */
export const seatSideMax = 40
/** Badges of one file: more are made in parts. */
export const badgesMax = 500

const Person = Type.Object({ id: Id, fullName: Type.String(), avatarPath: Type.String() })
const Group = Type.Object({ id: Id, name: Type.String(), count: Type.Integer() })

const at = {
  row: Type.Integer({ minimum: 0, maximum: seatSideMax - 1 }),
  column: Type.Integer({ minimum: 0, maximum: seatSideMax - 1 }),
}
const side = Type.Integer({ minimum: 0, maximum: seatSideMax })

/** A participant with the own place in both plans. */
const WorkspaceMember = Type.Object({
  ...Person.properties,
  organizationName: Type.String(),
  groupId: Nullable(Id),
  seat: Nullable(Type.Object(at)),
})
export type WorkspaceMember = Static<typeof WorkspaceMember>

const Workspace = Type.Object({
  groups: Type.Array(Type.Object({ id: Id, name: Type.String() })),
  members: Type.Array(WorkspaceMember),
  rows: side,
  columns: side,
  /** Nothing of it is written any more. */
  isClosed: Type.Boolean(),
  revision: Type.Integer(),
})
export type Workspace = Static<typeof Workspace>

const GroupInput = Type.Object(
  {
    /** Left out: a new one. */
    id: Type.Optional(Id),
    name: Title(groupNameLengthMax),
    memberIds: Type.Array(Id, { maxItems: capacityMax, uniqueItems: true }),
  },
  { additionalProperties: false },
)
export type GroupInput = Static<typeof GroupInput>

const SeatInput = Type.Object({ memberId: Id, ...at }, { additionalProperties: false })
export type SeatInput = Static<typeof SeatInput>

const params = Type.Object({ id: Id })
const revision = Type.Integer({ minimum: 0 })
const Changed = Type.Object({ revision: Type.Integer() })
const entering = [CLASS_MISSING, CLASS_CANCELLED, NO_PARTICIPANT, NOT_BOUGHT] as const
const changing = [CLASS_MISSING, NO_PERMISSION, CLASS_CLOSED, CLASS_CHANGED] as const
const onSelf = { allowed: 'Whoever runs a class may take part in it, and sit and work with the others.' } as const

export const workspaceCalls = {
  classGroups: {
    method: 'GET',
    path: '/training/class/{id}/groups',
    summary: 'The groups of a class, and in which one the caller is; for participants and staff',
    access: 'signed-in',
    params,
    response: Type.Object({ groups: Type.Array(Group), ownGroupId: Nullable(Id) }),
    errors: entering,
    cacheSeconds: 0,
  },
  groupMembers: {
    method: 'GET',
    path: '/training/class/{id}/groups/{groupId}',
    summary: 'The members of a group of a class by name, for participants and staff',
    access: 'signed-in',
    params: Type.Object({ id: Id, groupId: Id }),
    query: PageQuery({}),
    response: Page(Type.Object({ ...Person.properties, organizationName: Type.String() })),
    errors: [...entering, NOT_FOUND],
    cacheSeconds: 0,
  },
  classSeats: {
    method: 'GET',
    path: '/training/class/{id}/seats',
    summary: 'Who sits where in a class, for participants and staff',
    access: 'signed-in',
    params,
    response: Type.Object({
      rows: side,
      columns: side,
      seats: Type.Array(Type.Object({ ...at, memberId: Id, fullName: Type.String() })),
    }),
    errors: entering,
    cacheSeconds: 0,
  },
  workspace: {
    method: 'GET',
    path: '/training/class-manage/{id}/workspace',
    summary: 'The participants of a class with their groups and seats, for those who run it',
    access: runsClasses,
    params,
    response: Workspace,
    errors: [CLASS_MISSING, NO_PERMISSION],
    cacheSeconds: 0,
  },
  changeGroups: {
    method: 'PUT',
    path: '/training/class-manage/{id}/groups',
    summary: 'Write the groups of a class with their members, in their order',
    access: runsClasses,
    params,
    body: Body({ groups: Type.Array(GroupInput, { maxItems: groupsMax }), revision }),
    response: Changed,
    errors: [...changing, NOT_FOUND],
    onSelf,
  },
  splitIntoGroups: {
    method: 'POST',
    path: '/training/class-manage/{id}/groups/split',
    summary: 'Split the participants of a class by lot into groups of equal size, in place of those that are there',
    access: runsClasses,
    params,
    /** `names`: one for each group. */
    body: Body({
      names: Type.Array(Title(groupNameLengthMax), { minItems: 1, maxItems: groupsMax }),
      revision,
    }),
    response: Changed,
    errors: changing,
  },
  changeSeats: {
    method: 'PUT',
    path: '/training/class-manage/{id}/seats',
    summary: 'Write the seating plan of a class: its size, and who sits where',
    access: runsClasses,
    params,
    body: Body({ rows: side, columns: side, seats: Type.Array(SeatInput, { maxItems: seatSideMax ** 2 }), revision }),
    response: Changed,
    errors: [...changing, NOT_FOUND],
    onSelf,
  },
  badges: {
    method: 'GET',
    path: '/training/class-manage/{id}/badges',
    summary: 'Name badges of the participants with a QR code, as a PDF to print: of all in parts, or of a group',
    access: runsClasses,
    params,
    query: Type.Object({
      groupId: Type.Optional(Id),
      part: Type.Optional(Type.Integer({ minimum: 1, maximum: Math.ceil(capacityMax / badgesMax) })),
    }),
    response: Type.Unknown(),
    errors: [CLASS_MISSING, NO_PERMISSION, NOT_FOUND],
    kind: 'stream',
    timeoutMs: 60_000,
  },
} as const
