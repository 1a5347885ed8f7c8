/** The company, its organization tree, and positions. */
import { type Static, Type } from 'typebox'
import { contract } from '#kit/contract.ts'
import { NO_PERMISSION, NOT_FOUND } from '#kit/errors.ts'
import { Body, Done, Id, Instant, Name, Nullable, Page, PageQuery } from '#kit/schema.ts'
import { managesMembers, managesOrganizations, managesPositions } from './access.ts'
import {
  ORGANIZATION_CODE_USED,
  ORGANIZATION_CYCLE,
  ORGANIZATION_DISABLED,
  ORGANIZATION_HAS_ROLES,
  ORGANIZATION_NOT_EMPTY,
  POSITION_IN_USE,
  POSITION_NAME_USED,
  ROOT_ORGANIZATION_FIXED,
} from './codes.ts'
import { ById, Items, Keyword } from './shapes.ts'

export const Organization = Type.Object({
  id: Id,
  parentId: Nullable(Id),
  name: Type.String(),
  code: Type.String(),
  sort: Type.Integer(),
  enabled: Type.Boolean(),
  /** The number of members in the organization itself, without those below it. */
  memberCount: Type.Integer(),
  childCount: Type.Integer(),
  /** Whether the caller may change it and its members. */
  canManage: Type.Boolean(),
})
export type Organization = Static<typeof Organization>

const OrganizationCode = Type.String({ maxLength: 40, pattern: '^[A-Za-z0-9._-]*$' })
const Position = Type.Object({ id: Id, name: Type.String(), memberCount: Type.Integer(), createdAt: Instant })
export type Position = Static<typeof Position>

export const organizations = contract({
  organizationChildren: {
    method: 'GET',
    path: '/system/organization/children',
    summary: 'The organizations directly below one; the company itself without an id',
    access: 'signed-in',
    query: Type.Object({ parentId: Type.Optional(Id) }),
    response: Items(Organization),
    errors: [NOT_FOUND],
  },
  organizationTree: {
    method: 'GET',
    path: '/system/organization/tree',
    summary: 'The whole tree as a flat list, parents before children; at most 10,000',
    access: 'signed-in',
    response: Items(Organization),
    cacheSeconds: 0,
  },
  searchOrganizations: {
    method: 'GET',
    path: '/system/organization',
    summary: 'Organizations by name or code',
    access: 'signed-in',
    query: PageQuery({ keyword: Type.Optional(Keyword) }),
    response: Page(Type.Object({ ...Organization.properties, path: Type.String() })),
  },
  createOrganization: {
    method: 'POST',
    path: '/system/organization',
    summary: 'Create an organization below another',
    access: managesOrganizations,
    body: Body({ parentId: Id, name: Name(30), code: Type.Optional(OrganizationCode) }),
    response: Organization,
    errors: [NOT_FOUND, NO_PERMISSION, ORGANIZATION_CODE_USED, ORGANIZATION_DISABLED],
  },
  changeOrganization: {
    method: 'PUT',
    path: '/system/organization/{id}',
    summary: 'Rename an organization, or change its code or its place among its siblings',
    access: managesOrganizations,
    params: ById,
    body: Body({
      name: Type.Optional(Name(30)),
      code: Type.Optional(OrganizationCode),
      sort: Type.Optional(Type.Integer({ minimum: 0, maximum: 1_000_000 })),
    }),
    response: Organization,
    errors: [NOT_FOUND, NO_PERMISSION, ORGANIZATION_CODE_USED],
  },
  moveOrganization: {
    method: 'POST',
    path: '/system/organization/{id}/move',
    summary: 'Move an organization with all organizations below it',
    access: managesOrganizations,
    params: ById,
    body: Body({ parentId: Id }),
    onSelf: { refusedByRow: 'a role of the caller that would reach more organizations' },
    response: Organization,
    errors: [NOT_FOUND, NO_PERMISSION, ORGANIZATION_CYCLE, ROOT_ORGANIZATION_FIXED, ORGANIZATION_DISABLED],
  },
  mergeOrganization: {
    method: 'POST',
    path: '/system/organization/{id}/merge',
    summary: 'Merge an organization into another, with its members, grants and organizations',
    access: managesOrganizations,
    params: ById,
    body: Body({ intoId: Id }),
    onSelf: { refusedByRow: 'a role of the caller that would reach more organizations' },
    response: Organization,
    errors: [NOT_FOUND, NO_PERMISSION, ORGANIZATION_CYCLE, ROOT_ORGANIZATION_FIXED, ORGANIZATION_DISABLED],
  },
  enableOrganization: {
    method: 'POST',
    path: '/system/organization/{id}/enabled',
    summary: 'Disable an organization with all below it, so that nobody can be added, or enable it again',
    access: managesOrganizations,
    params: ById,
    body: Body({ enabled: Type.Boolean() }),
    response: Organization,
    errors: [NOT_FOUND, NO_PERMISSION, ROOT_ORGANIZATION_FIXED, ORGANIZATION_DISABLED],
  },
  deleteOrganization: {
    method: 'DELETE',
    path: '/system/organization/{id}',
    summary: 'Delete an organization without members and without organizations below it',
    access: managesOrganizations,
    params: ById,
    onSelf: { refusedByRow: 'a role of the caller on the organization, which the parent would inherit' },
    response: Done,
    errors: [NOT_FOUND, NO_PERMISSION, ORGANIZATION_NOT_EMPTY, ORGANIZATION_HAS_ROLES, ROOT_ORGANIZATION_FIXED],
  },
  listPositions: {
    method: 'GET',
    path: '/human/position',
    summary: 'The positions of the company',
    access: 'signed-in',
    query: PageQuery({ keyword: Type.Optional(Keyword) }),
    response: Page(Position),
    cacheSeconds: 0,
  },
  createPosition: {
    method: 'POST',
    path: '/human/position',
    summary: 'Create a position',
    access: managesMembers,
    body: Body({ name: Name(30) }),
    response: Position,
    errors: [POSITION_NAME_USED],
  },
  renamePosition: {
    method: 'PUT',
    path: '/human/position/{id}',
    summary: 'Rename a position',
    access: managesPositions,
    params: ById,
    body: Body({ name: Name(30) }),
    response: Position,
    errors: [NOT_FOUND, POSITION_NAME_USED],
  },
  deletePosition: {
    method: 'DELETE',
    path: '/human/position/{id}',
    summary: 'Delete a position that nobody has',
    access: managesPositions,
    params: ById,
    response: Done,
    errors: [NOT_FOUND, POSITION_IN_USE],
  },
})
