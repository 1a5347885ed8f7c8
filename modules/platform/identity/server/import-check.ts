/**
 * Checks rows of a spreadsheet against each other and against the company, by a few statements for all rows. The import
 * repeats the check of the dry run, because the company may change between the two.
 */
import { sql } from 'kysely'
import type { Caller } from '#kit/caller.ts'
import { type ErrorCode, NOT_FOR_ONESELF } from '#kit/errors.ts'
import { nameSkeleton, normalizeName } from '#kit/names.ts'
import {
  CELL_ORGANIZATION_AMBIGUOUS,
  CELL_ORGANIZATION_FOREIGN,
  CELL_ORGANIZATION_UNKNOWN,
  CELL_REPEATED,
  EMAIL_USED,
  ORGANIZATION_DISABLED,
  PHONE_USED,
  STAFF_NUMBER_USED,
  SUPERIOR_CYCLE,
  USER_NAME_IMITATES,
} from '../contract/codes.ts'
import { type ImportField, importFields } from '../contract/member-import.ts'
import type { IdentityDb } from './db.ts'
import { type Cells, cellError, sexText, uniqueFields } from './import-columns.ts'
import type { CellProblem, CheckedRow, ExistingMember, ImportRow } from './import-rows.ts'
import { cyclicRows, failing, withoutUnknownSuperiors } from './import-superiors.ts'
import { type OrganizationFinder, organizationFinder } from './organization-finder.ts'
import { organizationPaths, type PathEntry } from './organization-paths.ts'
import { membersBeyond } from './permission-limits.ts'
import { imitatingNames } from './user-names.ts'

interface Known {
  readonly organizations: OrganizationFinder
  readonly byId: ReadonlyMap<string, PathEntry>
  /** The company's members by their unique values. */
  readonly byName: ReadonlyMap<string, ExistingMember>
  readonly byPhone: ReadonlyMap<string, ExistingMember>
  readonly byEmail: ReadonlyMap<string, ExistingMember>
  readonly byStaffNumber: ReadonlyMap<string, ExistingMember>
  /** The company's members that rows name as superiors. */
  readonly superiors: ReadonlySet<string>
  /** User names of rows, in lower case, that look like that of a member or of an earlier row. */
  readonly imitating: ReadonlySet<string>
  /** Members that the caller must not change. */
  readonly beyond: ReadonlySet<string>
}

const lower = (text: string | undefined) => (text ?? '').toLowerCase()

function textsOf(rows: readonly ImportRow[], field: ImportField): string[] {
  return [...new Set(rows.map((row) => lower(row.cells[field])).filter((text) => text !== ''))]
}

async function loadKnown(db: IdentityDb, caller: Caller, rows: readonly ImportRow[]): Promise<Known> {
  const paths = await organizationPaths(db, caller)
  const members = await loadMembers(db, caller.companyId, rows)
  const superiors = await sql<{ name: string }>`
    select lower(name) as name from identity.member
    where company_id = ${caller.companyId} and lower(name) = any(${textsOf(rows, 'superior')}::text[])`.execute(db)
  const by = (key: (member: ExistingMember) => string) =>
    new Map(members.filter((member) => key(member) !== '').map((member) => [lower(key(member)), member]))
  return {
    organizations: organizationFinder(paths),
    byId: new Map(paths.map((entry) => [entry.id, entry])),
    byName: by((member) => member.memberName),
    byPhone: by((member) => member.phone),
    byEmail: by((member) => member.email),
    byStaffNumber: by((member) => member.staffNumber),
    superiors: new Set(superiors.rows.map((row) => row.name)),
    imitating: new Set([
      ...(await imitatingNames(db, caller.companyId, textsOf(rows, 'memberName'))),
      ...imitatingRows(rows),
    ]),
    beyond: await membersBeyond(
      db,
      caller,
      members.map((member) => member.id),
    ),
  }
}

async function loadMembers(db: IdentityDb, companyId: string, rows: readonly ImportRow[]): Promise<ExistingMember[]> {
  const own = sql`company_id = ${companyId}`
  const found = await sql<ExistingMember>`
    with hit as (
      select id from identity.member where ${own} and lower(name) = any(${textsOf(rows, 'memberName')}::text[])
      union select id from identity.member where ${own} and phone = any(${textsOf(rows, 'phone')}::text[])
      union select id from identity.member where ${own} and lower(email) = any(${textsOf(rows, 'email')}::text[])
      union select id from identity.member where ${own}
        and staff_number = any(${rows.map((row) => row.cells.staffNumber ?? '')}::text[])
    )
    select m.id, m.organization_id as "organizationId", m.name as "memberName",
      m.full_name as "fullName", coalesce(m.staff_number, '') as "staffNumber", coalesce(m.phone, '') as phone,
      coalesce(m.email, '') as email, m.sex, coalesce(p.name, '') as position, coalesce(m.job_name, '') as "jobName",
      coalesce(s.name, '') as superior, coalesce(m.hired_on::text, '') as "hiredOn"
    from identity.member m join hit on hit.id = m.id left join identity.position p on p.id = m.position_id
    left join identity.member s on s.id = m.superior_id`.execute(db)
  return found.rows
}

/** User names that look like another one of an earlier row. */
function imitatingRows(rows: readonly ImportRow[]): string[] {
  const first = new Map<string, string>()
  return textsOf(rows, 'memberName').filter((name) => {
    const skeleton = nameSkeleton(name)
    const before = first.get(skeleton)
    if (before === undefined) first.set(skeleton, name)
    return before !== undefined
  })
}

/** Values that also occur in an earlier row. */
function repeated(rows: readonly ImportRow[]): Map<ImportRow, ImportField[]> {
  const found = new Map<ImportRow, ImportField[]>()
  for (const field of uniqueFields) {
    const seen = new Set<string>()
    for (const row of rows) {
      const text = field === 'staffNumber' ? (row.cells.staffNumber ?? '') : lower(row.cells[field])
      if (text !== '' && seen.has(text)) found.set(row, [...(found.get(row) ?? []), field])
      seen.add(text)
    }
  }
  return found
}

function isUnchanged(cells: Cells, member: ExistingMember, organizationId: string): boolean {
  const same: Readonly<Record<ImportField, boolean>> = {
    memberName: cells.memberName === member.memberName,
    fullName: cells.fullName === member.fullName,
    organization: organizationId === member.organizationId,
    staffNumber: cells.staffNumber === member.staffNumber,
    phone: cells.phone === member.phone,
    email: cells.email === lower(member.email),
    sex: cells.sex === sexText(member.sex, 'cn') || lower(cells.sex) === sexText(member.sex, 'en'),
    position: cells.position === normalizeName(member.position),
    jobName: cells.jobName === member.jobName,
    superior: lower(cells.superior) === lower(member.superior),
    hiredOn: cells.hiredOn === member.hiredOn,
  }
  return importFields.every((field) => cells[field] === undefined || same[field])
}

const problem = (column: ImportField, code: ErrorCode): CellProblem => ({ column, code: code.code })

function organizationProblem(meant: readonly PathEntry[], member: ExistingMember | undefined): ErrorCode | undefined {
  const [entry] = meant
  if (!entry) return CELL_ORGANIZATION_UNKNOWN
  if (meant.length > 1) return CELL_ORGANIZATION_AMBIGUOUS
  if (!entry.covered) return CELL_ORGANIZATION_FOREIGN
  // A disabled organization keeps its members, but accepts no new ones.
  return entry.enabled || entry.id === member?.organizationId ? undefined : ORGANIZATION_DISABLED
}

/** Whether another member has a value that must be unique. */
function usedProblems(cells: Cells, member: ExistingMember | undefined, known: Known): CellProblem[] {
  const owners = [
    ['phone', known.byPhone.get(lower(cells.phone)), PHONE_USED],
    ['email', known.byEmail.get(lower(cells.email)), EMAIL_USED],
    ['staffNumber', known.byStaffNumber.get(lower(cells.staffNumber)), STAFF_NUMBER_USED],
  ] as const
  return owners.flatMap(([field, owner, code]) =>
    owner !== undefined && cells[field] !== '' && owner.id !== member?.id ? [problem(field, code)] : [],
  )
}

function memberProblems(owner: ExistingMember | undefined, known: Known): CellProblem[] {
  if (!owner) return []
  const reachable = known.byId.get(owner.organizationId)?.covered === true && !known.beyond.has(owner.id)
  return reachable ? [] : [problem('memberName', CELL_ORGANIZATION_FOREIGN)]
}

/** A caller's own organization and superior, as in `changeMember`, are changed by somebody else. */
function ownPlaceProblems(cells: Cells, own: ExistingMember, entry: PathEntry | undefined): CellProblem[] {
  const changed: ImportField[] = []
  if (entry && entry.id !== own.organizationId) changed.push('organization')
  if (cells.superior !== undefined && lower(cells.superior) !== lower(own.superior)) changed.push('superior')
  return changed.map((field) => problem(field, NOT_FOR_ONESELF))
}

function checkRow(caller: Caller, row: ImportRow, again: readonly ImportField[], known: Known): CheckedRow {
  const { cells } = row
  const meant = known.organizations.find(cells.organization ?? '')
  const entry = meant.length === 1 ? meant[0] : undefined
  const member = known.byName.get(lower(cells.memberName))
  const errors: CellProblem[] = []
  for (const [field, text] of Object.entries(cells) as [ImportField, string][]) {
    const code = cellError(field, text)
    if (code) errors.push(problem(field, code))
  }
  const wrongOrganization = cells.organization ? organizationProblem(meant, member) : undefined
  if (wrongOrganization) errors.push(problem('organization', wrongOrganization))
  if (member?.id === caller.memberId) errors.push(...ownPlaceProblems(cells, member, entry))
  if (!member && known.imitating.has(lower(cells.memberName))) errors.push(problem('memberName', USER_NAME_IMITATES))
  errors.push(...again.map((field) => problem(field, CELL_REPEATED)))
  errors.push(...memberProblems(member, known), ...usedProblems(cells, member, known))
  const organizationId = entry?.id
  const checked = { ...row, errors, organizationId, member }
  if (errors.length > 0) return { ...checked, outcome: 'failed' }
  if (!member || organizationId === undefined) return { ...checked, outcome: 'new' }
  return { ...checked, outcome: isUnchanged(cells, member, organizationId) ? 'unchanged' : 'changed' }
}

/** `superiors: 'later'`: the rows are one chunk of a file, and their superiors may be in another chunk. */
export async function checkRows(
  db: IdentityDb,
  caller: Caller,
  rows: readonly ImportRow[],
  superiors: 'now' | 'later',
): Promise<CheckedRow[]> {
  const known = await loadKnown(db, caller, rows)
  const again = repeated(rows)
  const checked = rows.map((row) => checkRow(caller, row, again.get(row) ?? [], known))
  if (superiors === 'later') return checked
  const cyclic = await cyclicRows(db, caller.companyId, checked)
  return withoutUnknownSuperiors(failing(checked, cyclic, SUPERIOR_CYCLE), known.superiors)
}
