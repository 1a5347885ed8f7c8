/** What a wrong cell can mean: for the screen that corrects it. */
import { setImmediate as otherWork } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Caller, Language } from '#kit/caller.ts'
import {
  CELL_FORM_WRONG,
  CELL_ORGANIZATION_AMBIGUOUS,
  CELL_ORGANIZATION_FOREIGN,
  CELL_ORGANIZATION_UNKNOWN,
  CELL_SUPERIOR_UNKNOWN,
} from '../contract/codes.ts'
import type { ImportField } from '../contract/member-import.ts'
import type { IdentityDb } from './db.ts'
import { sexText } from './import-columns.ts'
import { withinGrants } from './member-scope.ts'
import { organizationFinder } from './organization-finder.ts'
import { organizationPaths } from './organization-paths.ts'

export interface WrongCell {
  readonly column: ImportField
  readonly code: number
  readonly value: string
}

const suggestionsMax = 10

/** By column and value; see `suggestionKey`. */
export type Suggestions = ReadonlyMap<string, readonly string[]>
export const suggestionKey = (column: string, value: string) => `${column} ${value}`

const organizationCodes: ReadonlySet<number> = new Set([
  CELL_ORGANIZATION_UNKNOWN.code,
  CELL_ORGANIZATION_AMBIGUOUS.code,
  CELL_ORGANIZATION_FOREIGN.code,
])

function valuesOf(cells: readonly WrongCell[], matches: (cell: WrongCell) => boolean): string[] {
  return [...new Set(cells.filter(matches).map((cell) => cell.value))].filter((value) => value !== '')
}

async function organizationsFor(db: IdentityDb, caller: Caller, values: readonly string[]) {
  const found = new Map<string, string[]>()
  if (values.length === 0) return found
  const finder = organizationFinder(await organizationPaths(db, caller))
  for (const value of values) {
    const meant = finder.find(value).filter((entry) => entry.covered)
    const near = meant.length > 0 ? meant : finder.similar(value)
    found.set(
      suggestionKey('organization', value),
      near.slice(0, suggestionsMax).map((entry) => entry.path),
    )
    // Thousands of organizations and a page of unknown names take a while: other requests have their turn.
    await otherWork()
  }
  return found
}

/** The user names of those in the caller's organizations who have the full name that stands in the cell. */
async function superiorsFor(db: IdentityDb, caller: Caller, values: readonly string[]) {
  const found = new Map<string, string[]>()
  if (values.length === 0) return found
  const { rows } = await sql<{ fullName: string; names: string[] }>`
    select m.full_name as "fullName", (array_agg(m.name order by m.name))[1:${suggestionsMax}] as names
    from identity.member m
    where m.company_id = ${caller.companyId} and m.full_name = any(${[...values]}::text[])
      and ${withinGrants(caller, 'member.manage', 'm.organization_id')}
    group by m.full_name`.execute(db)
  for (const row of rows) found.set(suggestionKey('superior', row.fullName), row.names)
  return found
}

export async function suggestionsFor(
  db: IdentityDb,
  caller: Caller,
  cells: readonly WrongCell[],
  language: Language,
): Promise<Suggestions> {
  const organizations = valuesOf(cells, (cell) => cell.column === 'organization' && organizationCodes.has(cell.code))
  const superiors = valuesOf(cells, (cell) => cell.code === CELL_SUPERIOR_UNKNOWN.code)
  const sexes = valuesOf(cells, (cell) => cell.column === 'sex' && cell.code === CELL_FORM_WRONG.code)
  return new Map([
    ...(await organizationsFor(db, caller, organizations)),
    ...(await superiorsFor(db, caller, superiors)),
    ...sexes.map((value): [string, string[]] => [
      suggestionKey('sex', value),
      [sexText(1, language), sexText(2, language)],
    ]),
  ])
}
