/** Conditions on a subject `s` or a registration `r` that several statements share, and how a page is cut. */
import { type RawBuilder, sql } from 'kysely'
import type { Caller } from '#kit/caller.ts'
import { organizationAndAboveSql } from '#modules/platform/identity/server.ts'

/** Whether the subject `s` is made for the caller's organization. */
export function visibleSql(caller: Caller): RawBuilder<boolean> {
  return sql`(s.visible_to_all or s.id in (select v.subject_id from subjects.subject_visibility v
    where v.organization_id in ${organizationAndAboveSql(caller.organizationId)}))`
}

const statusOf = { 'not-started': 0, learning: 1, done: 2, abandoned: 3 } as const
export type StateName = keyof typeof statusOf

/** The condition on the registration `r` for a state as the screens name it. */
export function inStateSql(state: StateName | undefined): RawBuilder<boolean> {
  return state === undefined ? sql`true` : sql`r.status = ${statusOf[state]}::smallint`
}
