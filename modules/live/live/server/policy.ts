/**
 * The visibility of live sessions, and a member's role in one. The statements contain the share scope as a condition
 * (LIVE-146).
 */
import { type RawBuilder, sql } from 'kysely'
import type { Caller } from '#kit/caller.ts'
import { refuse } from '#kit/errors.ts'
import { membersByIds, organizationAndAboveSql, organizationsBelowSql } from '#modules/platform/identity/server.ts'
import type { Connection } from '#server/db/connection.ts'
import { NO_ACCESS } from '../contract/codes.ts'

/** A member who looks at live sessions: the caller, or the member of a room's query. */
export interface Viewer {
  readonly companyId: string
  readonly memberId: string
  readonly organizationId: string
  /** The organizations, with descendants, whose live sessions the viewer manages. */
  readonly managed: readonly string[]
}

export type RoleInLive = 'host' | 'lecturer' | 'manager' | 'viewer'

export const viewerOf = (caller: Caller): Viewer => ({
  companyId: caller.companyId,
  memberId: caller.memberId,
  organizationId: caller.organizationId,
  managed: caller.permissions.get('live.manage') ?? [],
})

/** A member who is not the caller; an inactive member, or one of another company, has no access. */
export async function viewerById(db: Connection, companyId: string, memberId: string): Promise<Viewer> {
  const member = (await membersByIds(db, companyId, [memberId])).get(memberId)
  if (!member?.enabled) throw refuse(NO_ACCESS)
  return { companyId, memberId, organizationId: member.organizationId, managed: [] }
}

const isLecturer = ({ memberId }: Viewer) =>
  sql<boolean>`exists (select from live.lecturer t where t.live_id = l.id and t.member_id = ${memberId})`

const isManaged = ({ managed }: Viewer) =>
  managed.length === 0 ? sql<boolean>`false` : sql<boolean>`l.organization_id in ${organizationsBelowSql(managed)}`

/** For the rows `l` of live.live: whether the viewer is on the organizer side. */
export const ownSideSql = (viewer: Viewer): RawBuilder<boolean> =>
  sql<boolean>`(l.host_id = ${viewer.memberId} or ${isLecturer(viewer)} or ${isManaged(viewer)})`

/** For the rows `l` of live.live: whether the viewer may see it (map share-scope). */
export const visibleSql = (viewer: Viewer): RawBuilder<boolean> =>
  sql<boolean>`(l.share_scope = 1
    or (l.share_scope = 2 and l.organization_id = ${viewer.organizationId})
    or (l.share_scope = 3 and l.organization_id in ${organizationAndAboveSql(viewer.organizationId)})
    or ${ownSideSql(viewer)})`

export const roleSql = (viewer: Viewer): RawBuilder<RoleInLive> =>
  sql<RoleInLive>`case when l.host_id = ${viewer.memberId} then 'host' when ${isLecturer(viewer)} then 'lecturer'
    when ${isManaged(viewer)} then 'manager' else 'viewer' end`

/** The roles that may change, cancel and start it. */
export const mayManage = (role: RoleInLive): boolean => role === 'host' || role === 'manager'
/** The organizer side sees the live session before publication, and its links. */
export const isOrganizerSide = (role: RoleInLive): boolean => role !== 'viewer'
