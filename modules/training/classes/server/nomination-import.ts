/** Nominations by spreadsheet: what each row means, a dry run, and the rows that are wrong. */
import { sql } from 'kysely'
import { contactsSql, directorySql } from '#modules/platform/identity/server.ts'
import type { Connection } from '#server/db/connection.ts'
import { inTransaction } from '#server/db/transaction.ts'
import type { Context, UploadedFile } from '#server/module.ts'
import type { NominationProblem, NominationReport } from '../contract/nominations.ts'
import { type ClassesDb, classesTables } from './db.ts'
import { type NominationOutcome, putOnRoster } from './nominating.ts'
import { failedRowsOf, type NominationRow, readNominations } from './nomination-sheet.ts'
import type { PlacedClass } from './placed-class.ts'

export interface AccountRow {
  readonly account: string
  readonly id: string
  readonly fullName: string
  readonly organizationId: string
  readonly isEnabled: boolean
}

/** The members behind accounts: user names, staff numbers, phones and e-mail addresses. */
async function membersOf(db: ClassesDb, companyId: string, accounts: readonly string[]): Promise<AccountRow[]> {
  const contacts = contactsSql(companyId)
  const { rows } = await sql<AccountRow>`
    with given as (select distinct unnest(${[...accounts]}::text[]) as account),
    found as (
      select g.account, c.id, c.enabled from given g join ${contacts} c on lower(c.name) = lower(g.account)
      union select g.account, c.id, c.enabled from given g join ${contacts} c on c.staff_number = g.account
      union select g.account, c.id, c.enabled from given g join ${contacts} c on c.phone = g.account
      union select g.account, c.id, c.enabled from given g join ${contacts} c on lower(c.email) = lower(g.account))
    select f.account, f.id, f.enabled as "isEnabled", p.full_name as "fullName", p.organization_id as "organizationId"
    from found f join ${directorySql(companyId)} p on p.id = f.id`.execute(db)
  return rows
}

/** By which rules somebody nominates: which members the caller may know of at all, and for which of them the class is. */
export interface NominationScope {
  /** The class, with its places locked. */
  readonly lock: (db: ClassesDb) => Promise<PlacedClass>
  readonly reaches: (db: ClassesDb, members: readonly AccountRow[]) => Promise<ReadonlySet<string>>
  readonly isMeantFor: (
    db: ClassesDb,
    found: PlacedClass,
    members: readonly AccountRow[],
  ) => Promise<ReadonlySet<string>>
  readonly isDecided: boolean
}

type Problem = NominationReport['problems'][number]

interface Checked {
  readonly memberIds: readonly string[]
  readonly problems: readonly Problem[]
}

async function check(
  db: ClassesDb,
  found: PlacedClass,
  scope: NominationScope,
  rows: readonly NominationRow[],
): Promise<Checked> {
  const all = await membersOf(
    db,
    found.companyId,
    rows.map(({ account }) => account),
  )
  const reached = await scope.reaches(db, all)
  const meant = await scope.isMeantFor(db, found, all)
  const memberIds = new Set<string>()
  const problemOf = ({ account, name }: NominationRow): NominationProblem | undefined => {
    if (account === '') return 'empty'
    const [one, ...others] = all.filter((member) => member.account === account && reached.has(member.id))
    if (!one) return 'unknown'
    if (others.length > 0) return 'ambiguous'
    if (!one.isEnabled) return 'disabled'
    if (name !== '' && name !== one.fullName) return 'other-name'
    if (!meant.has(one.id)) return 'audience'
    if (memberIds.has(one.id)) return 'repeated'
    memberIds.add(one.id)
    return undefined
  }
  const problems = rows.flatMap((one): Problem[] => {
    const problem = problemOf(one)
    if (!problem) return []
    const column = problem === 'other-name' ? 'name' : 'account'
    return [{ row: one.row, column, value: one[column], problem }]
  })
  return { memberIds: [...memberIds], problems }
}

class DryRun extends Error {}

const nobody: NominationOutcome = { enrolled: 0, pending: 0, waiting: 0, left: 0 }

/** The members without problems come in; a dry run takes everything back and keeps what it counted. */
export async function importNominations(
  connection: Connection,
  { caller, language, upload, now, audit }: Pick<Context, 'caller' | 'language' | 'upload' | 'now' | 'audit'>,
  scope: NominationScope,
  isDryRun: boolean,
): Promise<NominationReport> {
  const file = upload as UploadedFile
  const rows = await readNominations(file)
  const outcome = { counts: nobody, problems: [] as readonly Problem[], classId: '' }
  try {
    await inTransaction(classesTables(connection), async (db) => {
      const found = await scope.lock(db)
      const { memberIds, problems } = await check(db, found, scope, rows)
      const by = { source: 'imported', by: caller.memberId, isDecided: scope.isDecided, now } as const
      const counts = memberIds.length > 0 ? await putOnRoster(db, found, memberIds, by) : nobody
      Object.assign(outcome, { counts, problems, classId: found.id })
      if (isDryRun) throw new DryRun()
    })
  } catch (error) {
    if (!(error instanceof DryRun)) throw error
  }
  const { counts, classId } = outcome
  audit({ type: 'class', id: classId, name: file.name, after: { ...counts, isDryRun } })
  const problems = [...outcome.problems]
  return {
    rowCount: rows.length,
    ...counts,
    problems,
    failedRows: await failedRowsOf(rows, problems, language),
    isDryRun,
  }
}

/** Everyone of the company. */
export const everyone = async (_db: ClassesDb, members: readonly AccountRow[]): Promise<ReadonlySet<string>> =>
  new Set(members.map(({ id }) => id))
