/** The fields of a class: how the contract calls them, and the columns that hold them. */
import { sql } from 'kysely'
import type { ClassInput } from '../contract.ts'

/** Of the class `s`: what authors write and learners read. */
export const sharedSql = sql`s.name, s.summary`

export const columnsOf = (input: ClassInput) => ({
  name: input.name.trim(),
  summary: input.summary.trim(),
  body: input.body.trim(),
  organization_ids: [...input.organizationIds],
})
