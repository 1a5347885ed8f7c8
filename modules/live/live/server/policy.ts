/**
 * The visibility of live sessions, and a member's role in one. The statements contain the share scope as a condition
 * (LIVE-146).
 */
import { type RawBuilder, sql } from 'kysely'
import type { Caller } from '#kit/caller.ts'
import { refuse } from '#kit/errors.ts'
import {
  membersByIds,
  organizationAndAboveSql,
  organizationsBelowSql,
  postsSql,
} from '#modules/platform/identity/server.ts'
import type { Connection } from '#server/db/connection.ts'
import { NO_ACCESS } from '../contract/codes.ts'

/** A member who looks at live sessions: the caller, or the member of a room's query. */
export interface Viewer {
  readonly companyId: string
  readonly memberId: string
  readonly organizationId: string
  /** The organizations, with descendants, whose live sessions the viewer manages. */
  readonly managed: readonly string[]
  /** Of a caller alone (`Caller`). */
  readonly lastEdit?: string
}

export type RoleInLive = 'host' | 'lecturer' | 'manager' | 'viewer'

export const viewerOf = (caller: Caller): Viewer => ({
  companyId: caller.companyId,
  memberId: caller.memberId,
  organizationId: caller.organizationId,
  managed: caller.permissions.get('live.manage') ?? [],
  ...(caller.lastEdit !== undefined && { lastEdit: caller.lastEdit }),
})

/** A member who is not the caller; an inactive member, or one of another company, has no access. */
export async function viewerById(
  db: Connection,
  companyId: string,
  memberId: string,
  managed: readonly string[] = [],
): Promise<Viewer> {
  const member = (await membersByIds(db, companyId, [memberId])).get(memberId)
  if (!member?.enabled) throw refuse(NO_ACCESS)
  return { companyId, memberId, organizationId: member.organizationId, managed }
}

const isLecturer = ({ memberId }: Pick<Viewer, 'memberId'>) =>
  sql<boolean>`exists (select from live.lecturer t where t.live_id = l.id and t.member_id = ${memberId})`

/** For the rows `l` of live.live: whether the member hosts it or teaches in it. */
export const isHostedBySql = (memberId: string): RawBuilder<boolean> =>
  sql<boolean>`(l.host_id = ${memberId} or ${isLecturer({ memberId })})`

const isManaged = ({ managed }: Viewer) =>
  managed.length === 0 ? sql<boolean>`false` : sql<boolean>`l.organization_id in ${organizationsBelowSql(managed)}`

/** For the rows `l` of live.live: whether the viewer is on the organizer side. */
export const ownSideSql = (viewer: Viewer): RawBuilder<boolean> =>
  sql<boolean>`(${isHostedBySql(viewer.memberId)} or ${isManaged(viewer)})`

/** A member inside a statement: as constants, or as columns of another row. */
interface MemberSql {
  readonly id: RawBuilder<string>
  readonly organizationId: RawBuilder<string>
  /** Whether the member belongs to the organization, or to one below it. */
  readonly belongsTo: (organizationId: RawBuilder<string>) => RawBuilder<boolean>
}

const column = (name: string) => sql<string>`${sql.ref(name)}`

/** For the rows `l` of live.live: whether its share scope contains the member (map share-scope; 4: a chosen audience). */
const inScopeSql = ({ id, organizationId, belongsTo }: MemberSql) => sql<boolean>`(l.share_scope = 1
    or (l.share_scope = 2 and l.organization_id = ${organizationId})
    or (l.share_scope = 3 and ${belongsTo(column('l.organization_id'))})
    or (l.share_scope = 4 and (
      exists (select from live.audience_organization a
        where a.live_id = l.id and ${belongsTo(column('a.organization_id'))})
      or exists (select from live.audience_member a where a.live_id = l.id and a.member_id = ${id}))))`

const asMember = ({ memberId, organizationId }: Viewer): MemberSql => ({
  id: sql`${memberId}::uuid`,
  organizationId: sql`${organizationId}::uuid`,
  belongsTo: (organization) => sql<boolean>`${organization} in ${organizationAndAboveSql(organizationId)}`,
})

/** The columns of `postsSql`. */
const asPost: MemberSql = {
  id: column('p.member_id'),
  organizationId: column('p.organization_id'),
  belongsTo: (organization) => sql<boolean>`${organization} = any(p.organization_ids)`,
}

/** For the rows `l` of live.live: whether the viewer may see it. */
export const visibleSql = (viewer: Viewer): RawBuilder<boolean> =>
  sql<boolean>`(${inScopeSql(asMember(viewer))} or ${ownSideSql(viewer)})`

/** For the rows `l` of live.live and `p` of `postsSql`: whether the member may see it, as nobody's manager. */
export const postMaySeeSql = sql<boolean>`(${inScopeSql(asPost)} or p.member_id = l.host_id
  or exists (select from live.lecturer t where t.live_id = l.id and t.member_id = p.member_id))`

/**
 * `x in ${audienceOfSql(live, among)}`: those among the members, as a subquery, who are enabled and may see the live session
 * now. It is asked when a message goes out, because whoever has reserved may have moved since.
 */
export const audienceOfSql = (
  { companyId, id }: { readonly companyId: string; readonly id: string },
  among: RawBuilder<unknown>,
): RawBuilder<string> =>
  sql<string>`(select p.member_id from live.live l cross join ${postsSql(companyId)} p
    where l.id = ${id} and l.company_id = ${companyId} and p.member_id in ${among} and ${postMaySeeSql})`

export const roleSql = (viewer: Viewer): RawBuilder<RoleInLive> =>
  sql<RoleInLive>`case when l.host_id = ${viewer.memberId} then 'host' when ${isLecturer(viewer)} then 'lecturer'
    when ${isManaged(viewer)} then 'manager' else 'viewer' end`

/** The roles that may change, cancel and start it. */
export const mayManage = (role: RoleInLive): boolean => role === 'host' || role === 'manager'
/** The organizer side sees the live session before publication, and its links. */
export const isOrganizerSide = (role: RoleInLive): boolean => role !== 'viewer'
