/** Who sees which live, and what one is in it. The share scope is a condition of the statements themselves (LIVE-146). */
import { type RawBuilder, sql } from 'kysely'
import type { Caller } from '#kit/caller.ts'
import { refuse } from '#kit/errors.ts'
import { membersByIds, organizationAndAboveSql, organizationsBelowSql } from '#modules/platform/identity/server.ts'
import type { Connection } from '#server/db/connection.ts'
import { NO_ACCESS } from '../contract/codes.ts'

/** Somebody who looks at lives: who asks, or the member that a room asks about. */
export interface Viewer {
  readonly companyId: string
  readonly memberId: string
  readonly organizationId: string
  /** The organizations, with those below, whose lives the viewer looks after. */
  readonly managed: readonly string[]
}

export type RoleInLive = 'host' | 'lecturer' | 'manager' | 'viewer'

export const viewerOf = (caller: Caller): Viewer => ({
  companyId: caller.companyId,
  memberId: caller.memberId,
  organizationId: caller.organizationId,
  managed: caller.permissions.get('live.manage') ?? [],
})

/** A member that is not asking itself; who may not sign in, or is of another company, has no access. */
export async function viewerById(db: Connection, companyId: string, memberId: string): Promise<Viewer> {
  const member = (await membersByIds(db, companyId, [memberId])).get(memberId)
  if (!member?.enabled) throw refuse(NO_ACCESS)
  return { companyId, memberId, organizationId: member.organizationId, managed: [] }
}

const isLecturer = ({ memberId }: Viewer) =>
  sql<boolean>`exists (select from live.lecturer t where t.live_id = l.id and t.member_id = ${memberId})`

const isManaged = ({ managed }: Viewer) =>
  managed.length === 0 ? sql<boolean>`false` : sql<boolean>`l.organization_id in ${organizationsBelowSql(managed)}`

/** Of the rows `l` of live.live: whether it is of the viewer's own side. */
export const ownSideSql = (viewer: Viewer): RawBuilder<boolean> =>
  sql<boolean>`(l.host_id = ${viewer.memberId} or ${isLecturer(viewer)} or ${isManaged(viewer)})`

/** Of the rows `l` of live.live: whether the viewer may see it (map share-scope). */
export const visibleSql = (viewer: Viewer): RawBuilder<boolean> =>
  sql<boolean>`(l.share_scope = 1
    or (l.share_scope = 2 and l.organization_id = ${viewer.organizationId})
    or (l.share_scope = 3 and l.organization_id in ${organizationAndAboveSql(viewer.organizationId)})
    or ${ownSideSql(viewer)})`

export const roleSql = (viewer: Viewer): RawBuilder<RoleInLive> =>
  sql<RoleInLive>`case when l.host_id = ${viewer.memberId} then 'host' when ${isLecturer(viewer)} then 'lecturer'
    when ${isManaged(viewer)} then 'manager' else 'viewer' end`

/** Who may change it, cancel it, start it. */
export const runs = (role: RoleInLive): boolean => role === 'host' || role === 'manager'
/** Who is behind the stage: sees it before it is published, and its links. */
export const isOrganizerSide = (role: RoleInLive): boolean => role !== 'viewer'
