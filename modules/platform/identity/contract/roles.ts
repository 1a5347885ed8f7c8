/** Roles: grants of members by organization, and the permissions of each role. */
import { type Static, Type } from 'typebox'
import { contract } from '#kit/contract.ts'
import { NO_PERMISSION, NOT_FOUND } from '#kit/errors.ts'
import { Body, Done, Id, Instant, Nullable, Page, PageQuery } from '#kit/schema.ts'
import { managesRoles } from './access.ts'
import { LAST_SUPER_ADMIN, LECTURER_ON_DUTY } from './codes.ts'
import { ById, Items, Keyword, RoleName } from './shapes.ts'

export const RoleGrant = Type.Object({
  id: Id,
  memberId: Id,
  memberName: Type.String(),
  memberFullName: Type.String(),
  headPortrait: Type.String(),
  role: RoleName,
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

const Cell = Type.Object({
  role: RoleName,
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
    response: Items(Type.Object({ role: RoleName, memberCount: Type.Integer(), canGrant: Type.Boolean() })),
    cacheSeconds: 0,
  },
  permissionMatrix: {
    method: 'GET',
    path: '/human/role/permission',
    summary: 'The permissions of each role in this company',
    access: managesRoles,
    response: Type.Object({
      roles: Type.Array(RoleName),
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
    body: Body({ role: RoleName, permission: Type.String({ maxLength: 60 }), allowed: Type.Boolean() }),
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
      role: Type.Optional(RoleName),
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
    body: Body({ memberId: Id, role: RoleName, organizationId: Id }),
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
