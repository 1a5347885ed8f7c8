/** Superiors in rows of a spreadsheet: members of the company or other rows, without cycles. */
import { sql } from 'kysely'
import type { ErrorCode } from '#kit/errors.ts'
import { CELL_SUPERIOR_UNKNOWN } from '../contract/codes.ts'
import type { IdentityDb } from './db.ts'
import type { CheckedRow } from './import-rows.ts'

const nameOf = (row: CheckedRow) => (row.cells.memberName ?? '').toLowerCase()
const superiorOf = (row: CheckedRow) => (row.cells.superior ?? '').toLowerCase()

/** The rows; those among `wrong` fail with the code at their superior. */
export function failing(rows: readonly CheckedRow[], wrong: ReadonlySet<CheckedRow>, code: ErrorCode): CheckedRow[] {
  return rows.map((row) => {
    if (!wrong.has(row)) return row
    return { ...row, outcome: 'failed', errors: [...row.errors, { column: 'superior', code: code.code }] }
  })
}

/** A superior is a member of the company or a row without errors; a failed row also fails its subordinates. */
export function withoutUnknownSuperiors(rows: readonly CheckedRow[], members: ReadonlySet<string>): CheckedRow[] {
  const waiting = new Map<string, CheckedRow[]>()
  for (const row of rows) {
    const superior = superiorOf(row)
    if (superior === '' || members.has(superior) || row.outcome === 'failed') continue
    const others = waiting.get(superior)
    if (others) others.push(row)
    else waiting.set(superior, [row])
  }
  const named = new Set(rows.map(nameOf))
  const isNobody = (name: string) => name !== '' && !members.has(name) && !named.has(name)
  const coming = new Set(rows.filter((row) => row.outcome !== 'failed').map(nameOf))
  // Whoever corrects a failed row reads all that is wrong with it at once.
  const wrong = new Set(rows.filter((row) => row.outcome === 'failed' && isNobody(superiorOf(row))))
  const missing = [...waiting.keys()].filter((name) => !coming.has(name))
  for (let name = missing.pop(); name !== undefined; name = missing.pop()) {
    for (const row of waiting.get(name) ?? []) {
      if (wrong.has(row)) continue
      wrong.add(row)
      if (!members.has(nameOf(row))) missing.push(nameOf(row))
    }
  }
  return failing(rows, wrong, CELL_SUPERIOR_UNKNOWN)
}

/** Rows whose chain of superiors, in the company and the other rows, would be a cycle. */
export async function cyclicRows(
  db: IdentityDb,
  companyId: string,
  rows: readonly CheckedRow[],
): Promise<Set<CheckedRow>> {
  const naming = rows.filter((row) => row.outcome !== 'failed' && superiorOf(row) !== '')
  if (naming.length === 0) return new Set()
  const stored = await sql<{ name: string; superior: string }>`
    select lower(m.name) as name, lower(s.name) as superior
    from identity.member m join identity.member s on s.id = m.superior_id
    where m.company_id = ${companyId}`.execute(db)
  const superiors = new Map(stored.rows.map((row) => [row.name, row.superior]))
  for (const row of rows) {
    if (row.outcome === 'failed' || row.cells.superior === undefined) continue
    if (superiorOf(row) === '') superiors.delete(nameOf(row))
    else superiors.set(nameOf(row), superiorOf(row))
  }
  const inCircle = namesInCircles(superiors)
  return new Set(naming.filter((row) => inCircle.has(nameOf(row))))
}

/** Each member has at most one superior, so each chain either ends or repeats a name. */
function namesInCircles(superiors: ReadonlyMap<string, string>): Set<string> {
  const found = new Set<string>()
  const settled = new Set<string>()
  for (const start of superiors.keys()) {
    const way: string[] = []
    const places = new Map<string, number>()
    let name: string | undefined = start
    while (name !== undefined && !settled.has(name) && !places.has(name)) {
      places.set(name, way.length)
      way.push(name)
      name = superiors.get(name)
    }
    const back = name === undefined || settled.has(name) ? undefined : places.get(name)
    if (back !== undefined) for (const member of way.slice(back)) found.add(member)
    for (const member of way) settled.add(member)
  }
  return found
}
