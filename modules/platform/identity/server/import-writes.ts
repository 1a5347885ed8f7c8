/** Writes a chunk of an import: a few statements for a thousand rows. */
import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import type { Caller } from '#kit/caller.ts'
import { SUPERIOR_CYCLE } from '../contract/codes.ts'
import { lockCompany } from './companies.ts'
import type { IdentityDb } from './db.ts'
import { type Cells, sexOf } from './import-columns.ts'
import type { CheckedRow } from './import-rows.ts'
import { cyclicRows } from './import-superiors.ts'

interface Writing {
  readonly importId: string
  readonly passwordHash: string | null
  readonly now: number
}

/** The input of the statements: null deletes a value, an absent field keeps it. */
function recordOf(row: CheckedRow) {
  const { cells } = row
  const text = (value: string | undefined) => (value === undefined ? undefined : value || null)
  return {
    id: row.member?.id ?? uuid(),
    name: cells.memberName,
    full_name: cells.fullName,
    organization_id: row.organizationId,
    staff_number: text(cells.staffNumber),
    phone: text(cells.phone),
    email: text(cells.email),
    sex: cells.sex === undefined ? undefined : sexOf(cells.sex),
    position: text(cells.position),
    job_name: text(cells.jobName),
    hired_on: text(cells.hiredOn),
  }
}
type MemberRecord = ReturnType<typeof recordOf>

const records = (rows: readonly MemberRecord[]) => sql`jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r(
  id uuid, name text, full_name text, organization_id uuid, staff_number text, phone text, email text, sex smallint,
  position text, job_name text, hired_on date)`

export async function writeRows(
  db: IdentityDb,
  caller: Caller,
  rows: readonly CheckedRow[],
  writing: Writing,
): Promise<void> {
  const { importId, now } = writing
  await addPositions(db, caller.companyId, rows, now)
  const fresh = rows.filter((row) => row.outcome === 'new').map(recordOf)
  const changed = rows.filter((row) => row.outcome === 'changed')
  await insertMembers(db, caller.companyId, fresh, writing)
  await updateMembers(db, caller.companyId, changed, now)
  const outcomes = rows.map(({ rowNumber, errors, outcome }) => ({
    row_number: rowNumber,
    errors,
    outcome: outcome === 'failed' ? 'failed' : 'imported',
  }))
  await sql`
    update identity.member_import_row row set outcome = r.outcome, errors = r.errors,
      superior_due = r.outcome = 'imported' and row.cells ? 'superior'
    from jsonb_to_recordset(${JSON.stringify(outcomes)}::jsonb) as r(row_number integer, errors jsonb, outcome text)
    where row.import_id = ${importId} and row.row_number = r.row_number`.execute(db)
}

/** As `normalizeName` of kit/names.ts writes it; the Chinese punctuation is put aside for the while. */
const usualSql = sql`btrim(regexp_replace(translate(normalize(translate(p.name, '（），：；！？', ${'\ue000\ue001\ue002\ue003\ue004\ue005\ue006'}),
  NFKC), ${'\ue000\ue001\ue002\ue003\ue004\ue005\ue006'}, '（），：；！？'), '\\s+', ' ', 'g'))`

/** Positions from before, in full width, get the form in which an import names them, unless there is another one of that name. */
async function normalizePositions(db: IdentityDb, companyId: string): Promise<void> {
  await sql`
    with usual as (select p.id, p.name, ${usualSql} as form from identity.position p where p.company_id = ${companyId}),
      first as (select distinct on (form) id, name, form from usual order by form, name = form desc, id)
    update identity.position p set name = first.form from first where first.id = p.id and first.form <> first.name`.execute(
    db,
  )
}

/** Adds the positions that the company does not have yet. */
async function addPositions(db: IdentityDb, companyId: string, rows: readonly CheckedRow[], now: number) {
  const valid = rows.filter((row) => row.outcome !== 'failed')
  const names = [...new Set(valid.map((row) => row.cells.position ?? '').filter((name) => name !== ''))]
  if (names.length === 0) return
  const values = names.map((name) => ({ id: uuid(), name }))
  await normalizePositions(db, companyId)
  await sql`
    insert into identity.position (id, company_id, name, created_at)
    select r.id, ${companyId}, r.name, ${now} from jsonb_to_recordset(${JSON.stringify(values)}::jsonb)
      as r(id uuid, name text)
    on conflict (company_id, name) do nothing`.execute(db)
}

async function insertMembers(
  db: IdentityDb,
  companyId: string,
  rows: readonly MemberRecord[],
  { passwordHash, now }: Writing,
): Promise<void> {
  if (rows.length === 0) return
  await sql`
    insert into identity.member (id, company_id, organization_id, name, full_name, staff_number, phone, email, sex,
      position_id, job_name, hired_on, created_at, updated_at)
    select r.id, ${companyId}, r.organization_id, r.name, r.full_name, r.staff_number, r.phone, r.email,
      coalesce(r.sex, 0), p.id, r.job_name, r.hired_on, ${now}, ${now}
    from ${records(rows)}
    left join identity.position p on p.company_id = ${companyId} and p.name = r.position`.execute(db)
  const ids = rows.map((row) => row.id)
  await sql`
    insert into identity.credential (member_id, password_hash, password_changed_at, change_needed)
    select id, ${passwordHash}::text, case when ${passwordHash}::text is not null then ${now}::bigint end,
      ${passwordHash}::text is not null
    from unnest(${ids}::uuid[]) as id`.execute(db)
}

async function updateMembers(
  db: IdentityDb,
  companyId: string,
  rows: readonly CheckedRow[],
  now: number,
): Promise<void> {
  if (rows.length === 0) return
  const has = (field: keyof Cells) => sql`${rows[0]?.cells[field] !== undefined}::boolean`
  await sql`
    update identity.member m set name = r.name, full_name = r.full_name, organization_id = r.organization_id,
      staff_number = case when ${has('staffNumber')} then r.staff_number else m.staff_number end,
      phone = case when ${has('phone')} then r.phone else m.phone end,
      email = case when ${has('email')} then r.email else m.email end,
      sex = coalesce(r.sex, m.sex),
      position_id = case when ${has('position')} then p.id else m.position_id end,
      job_name = case when ${has('jobName')} then r.job_name else m.job_name end,
      hired_on = case when ${has('hiredOn')} then r.hired_on else m.hired_on end,
      updated_at = ${now}
    from ${records(rows.map(recordOf))}
    left join identity.position p on p.company_id = ${companyId} and p.name = r.position
    where m.id = r.id and m.company_id = ${companyId}`.execute(db)
}

interface SuperiorRow {
  readonly row_number: number
  readonly cells: Cells
}

/**
 * Sets the superiors after all members exist, of the rows that were written since the superiors were set last. A superior
 * that would make a cycle is skipped and noted at its row.
 */
export async function setSuperiors(db: IdentityDb, caller: Caller, importId: string, now: number): Promise<void> {
  const { rows } = await sql<SuperiorRow>`
    select row_number, cells from identity.member_import_row
    where import_id = ${importId} and superior_due`.execute(db)
  if (rows.length === 0) return
  await lockCompany(db, caller.companyId)
  const imported = rows.map(
    (row): CheckedRow => ({
      rowNumber: row.row_number,
      cells: row.cells,
      outcome: 'changed',
      errors: [],
      organizationId: undefined,
      member: undefined,
    }),
  )
  const cyclic = await cyclicRows(db, caller.companyId, imported)
  const pairs = imported
    .filter((row) => !cyclic.has(row))
    .map(({ cells }) => ({ name: cells.memberName?.toLowerCase(), superior: cells.superior?.toLowerCase() }))
  await sql`
    update identity.member m set superior_id = s.id, updated_at = ${now}
    from jsonb_to_recordset(${JSON.stringify(pairs)}::jsonb) as r(name text, superior text)
    left join identity.member s on lower(s.name) = r.superior and s.company_id = ${caller.companyId}
    where lower(m.name) = r.name and m.company_id = ${caller.companyId}
      and m.superior_id is distinct from s.id`.execute(db)
  await sql`
    update identity.member_import_row set errors = ${JSON.stringify([{ column: 'superior', code: SUPERIOR_CYCLE.code }])}
    where import_id = ${importId} and row_number = any(${[...cyclic].map((row) => row.rowNumber)}::integer[])`.execute(
    db,
  )
  await sql`update identity.member_import_row set superior_due = false
    where import_id = ${importId} and superior_due`.execute(db)
}
