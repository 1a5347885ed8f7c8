/** Who may change authored content: its author while the permission lasts, and whoever manages its organization. */
import { type RawBuilder, sql } from 'kysely'
import { type Caller, can } from '#kit/caller.ts'
import { organizationsBelowSql } from '#modules/platform/identity/server.ts'

export interface OwnedContent {
  readonly authorId: string
  /** The content belongs to an organization in which the caller holds the permission to manage it. */
  readonly managed: boolean
}

export interface AuthoringPolicy {
  /** The organizations (with what is below them) in which the caller manages the content. */
  managedOrganizations(caller: Caller): readonly string[]
  mayEdit(caller: Caller, content: OwnedContent): boolean
  /** False for who may edit no content at all: then no row need be asked. */
  mayEditAny(caller: Caller): boolean
  /** As `mayEdit`, for the rows of a list; `isMine` leaves only what the caller has written. */
  editableSql(caller: Caller, alias: string, isMine?: boolean): RawBuilder<boolean>
}

/** `author` is left out where no author may change content by that alone. */
export function authoringPolicy({ manage, author }: { manage: string; author?: string }): AuthoringPolicy {
  const managedOrganizations = (caller: Caller) => caller.permissions.get(manage) ?? []
  const mayWrite = (caller: Caller) => author !== undefined && can(caller, author)
  return {
    managedOrganizations,
    mayEdit: (caller, content) => content.managed || (content.authorId === caller.memberId && mayWrite(caller)),
    mayEditAny: (caller) => mayWrite(caller) || managedOrganizations(caller).length > 0,
    editableSql(caller, alias, isMine = false) {
      const managed = isMine ? [] : managedOrganizations(caller)
      // A caller who manages the whole company manages every row of it: the list then comes straight from its index.
      if (managed.includes(caller.companyId)) return sql`true`
      return sql`(${sql.ref(`${alias}.author_id`)} = ${caller.memberId} and ${mayWrite(caller)}::boolean
        or ${sql.ref(`${alias}.organization_id`)} in ${organizationsBelowSql(managed)})`
    },
  }
}
