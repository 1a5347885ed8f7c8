/** Roles: grants of members by organization, and the permissions of each role. */
import { type Static, Type } from 'typebox'
import { contract } from '#kit/contract.ts'
import { NO_PERMISSION, NOT_FOUND } from '#kit/errors.ts'
import { Body, Done, Id, Instant, Name, Nullable, Page, PageQuery } from '#kit/schema.ts'
import { managesRoles } from './access.ts'
import { LAST_SUPER_ADMIN, LECTURER_ON_DUTY, ROLE_IN_USE, ROLE_NAME_USED, TOO_MANY_ROLES } from './codes.ts'
import { ById, Items, Keyword, nameLengthMax, RoleKey } from './shapes.ts'

export const RoleGrant = Type.Object({
  id: Id,
  memberId: Id,
  memberName: Type.String(),
  memberFullName: Type.String(),
  headPortrait: Type.String(),
  role: RoleKey,
  /** Of a role that the company has made; empty for a built-in one. */
  roleName: Type.String(),
  organizationId: Id,
  organizationName: Type.String(),
  enabled: Type.Boolean(),
  grantedBy: Nullable(Id),
  grantedByFullName: Type.String(),
  grantedAt: Instant,
  /** Whether the caller may revoke it, which is the same as being allowed to grant it. */
  canManage: Type.Boolean(),
})
export type RoleGrant = Static<typeof RoleGrant>

const RoleRow = Type.Object({
  role: RoleKey,
  /** Of a role that the company has made; empty for a built-in one. */
  name: Type.String(),
  memberCount: Type.Integer(),
  permissionCount: Type.Integer(),
  /** Whether the caller may grant it anywhere. */
  canGrant: Type.Boolean(),
  /** Whether the caller may make a role with the same permissions. */
  canCopy: Type.Boolean(),
  /** Whether the caller may rename or delete it; a built-in role stays. */
  canChange: Type.Boolean(),
})
export type RoleRow = Static<typeof RoleRow>

const RoleTitle = Name(nameLengthMax)

const Cell = Type.Object({
  role: RoleKey,
  permission: Type.String(),
  allowed: Type.Boolean(),
  defaultAllowed: Type.Boolean(),
  /** Whether the caller may change it. */
  canChange: Type.Boolean(),
})

export const rolesContract = contract({
  listRoles: {
    method: 'GET',
    path: '/human/role',
    summary: 'The roles with their number of members, and whether the caller may grant them',
    access: managesRoles,
    response: Items(RoleRow),
    cacheSeconds: 0,
  },
  copyRole: {
    method: 'POST',
    path: '/human/custom-role',
    // Who makes a role could fill it with rights that they lack, and have somebody else grant it.
    summary: 'Make a role with the permissions of another; the caller holds each of them in the whole company',
    access: managesRoles,
    body: Body({ name: RoleTitle, copyOf: RoleKey }),
    response: RoleRow,
    errors: [NOT_FOUND, NO_PERMISSION, ROLE_NAME_USED, TOO_MANY_ROLES],
  },
  renameRole: {
    method: 'PUT',
    path: '/human/custom-role/{id}',
    summary: 'Rename a role that the company has made',
    access: managesRoles,
    params: ById,
    body: Body({ name: RoleTitle }),
    response: RoleRow,
    errors: [NOT_FOUND, NO_PERMISSION, ROLE_NAME_USED],
  },
  deleteRole: {
    method: 'DELETE',
    path: '/human/custom-role/{id}',
    summary: 'Delete a role that the company has made and nobody holds',
    access: managesRoles,
    params: ById,
    response: Done,
    errors: [NOT_FOUND, NO_PERMISSION, ROLE_IN_USE],
  },
  permissionMatrix: {
    method: 'GET',
    path: '/human/role/permission',
    summary: 'The permissions of each role in this company',
    access: managesRoles,
    response: Type.Object({
      roles: Type.Array(RoleKey),
      permissions: Type.Array(Type.String()),
      cells: Type.Array(Cell),
    }),
    cacheSeconds: 0,
  },
  changePermission: {
    method: 'PUT',
    path: '/human/role/permission',
    summary: 'Add a permission to a role in the whole company, or remove it; effective at the next call',
    access: managesRoles,
    body: Body({ role: RoleKey, permission: Type.String({ maxLength: 60 }), allowed: Type.Boolean() }),
    response: Cell,
    errors: [NOT_FOUND, NO_PERMISSION],
  },
  listGrants: {
    method: 'GET',
    path: '/human/role-grant',
    summary: 'The role grants in the organizations that the caller manages',
    access: managesRoles,
    query: PageQuery({
      memberId: Type.Optional(Id),
      role: Type.Optional(RoleKey),
      organizationId: Type.Optional(Id),
      keyword: Type.Optional(Keyword),
    }),
    response: Page(RoleGrant),
    cacheSeconds: 0,
  },
  grantRole: {
    method: 'POST',
    path: '/human/role-grant',
    // A caller can only grant rights that it has in the same organization.
    summary: 'Grant a member a role for an organization and all below it',
    access: managesRoles,
    body: Body({ memberId: Id, role: RoleKey, organizationId: Id }),
    onSelf: { refused: ['body.memberId'] },
    response: RoleGrant,
    errors: [NOT_FOUND, NO_PERMISSION],
  },
  enableGrant: {
    method: 'PUT',
    path: '/human/role-grant/{id}',
    summary: 'Disable a grant without revoking it (a disabled lecturer), or enable it again',
    access: managesRoles,
    params: ById,
    body: Body({ enabled: Type.Boolean() }),
    onSelf: { refusedByRow: 'enabling a role of the caller' },
    response: RoleGrant,
    errors: [NOT_FOUND, NO_PERMISSION, LAST_SUPER_ADMIN],
  },
  revokeRole: {
    method: 'DELETE',
    path: '/human/role-grant/{id}',
    summary: 'Revoke a role',
    access: managesRoles,
    params: ById,
    onSelf: { allowed: 'It only takes away.' },
    response: Done,
    errors: [NOT_FOUND, NO_PERMISSION, LAST_SUPER_ADMIN, LECTURER_ON_DUTY],
  },
})
