/** Nominations by spreadsheet: what each row means, and what is wrong with it. */
import type { ImportRow } from '#kit/import-rows.ts'
import { namedMembers } from '#modules/platform/identity/server.ts'
import type { UploadedFile } from '#server/module.ts'
import { type ImportColumn, problemsOf, readImport, refuseProblems } from '#server/spreadsheet/import-rows.ts'
import { NOMINATIONS_TOO_MANY } from '../contract/codes.ts'
import type { NominationColumn } from '../contract/nominations.ts'
import { nominationsMax } from '../contract/roster.ts'
import type { ClassesDb } from './db.ts'
import { putOnRoster } from './nominating.ts'
import type { PlacedClass } from './placed-class.ts'

export const nominationSheet: readonly ImportColumn<NominationColumn>[] = [
  { column: 'account', cn: '账号', en: 'Account', isRequired: true, example: 'zhangsan' },
  { column: 'name', cn: '姓名', en: 'Name', example: { cn: '张三', en: 'Zhang San' } },
]

export const readNominations = (upload: UploadedFile | undefined) =>
  readImport(upload, nominationSheet, { rowsMax: nominationsMax, tooMany: NOMINATIONS_TOO_MANY })

/** By which rules somebody nominates: which members the caller may know of at all, and for which of them the class is. */
export interface NominationScope {
  readonly by: string
  /** The class, with its places locked. */
  readonly lock: (db: ClassesDb) => Promise<PlacedClass>
  /** Left out: everyone of the company. */
  readonly reaches?: (db: ClassesDb, memberIds: readonly string[]) => Promise<ReadonlySet<string>>
  /** Left out: for everyone. */
  readonly isMeantFor?: (
    db: ClassesDb,
    found: PlacedClass,
    memberIds: readonly string[],
  ) => Promise<ReadonlySet<string>>
  readonly isDecided: boolean
}

type Rows = readonly ImportRow<NominationColumn>[]

/** The members of the rows; refuses wrong ones. A manager learns of members elsewhere as little as of accounts that do not exist. */
async function nomineesOf(db: ClassesDb, found: PlacedClass, scope: NominationScope, rows: Rows): Promise<string[]> {
  const { reaches } = scope
  const named = await namedMembers(db, found.companyId, {
    accounts: rows.map(({ cells }) => cells.account),
    ...(reaches && { reaches: (memberIds) => reaches(db, memberIds) }),
  })
  const matches = rows.map((row) => ({ row, ...named(row.cells.account) }))
  const ids = matches.flatMap(({ member }) => member?.id ?? [])
  const meant = await scope.isMeantFor?.(db, found, ids)
  const memberIds = new Set<string>()
  const problems = matches.flatMap(({ row, member, rule }) => {
    const { problems: own, wrong } = problemsOf(row)
    if (rule) wrong('account', rule)
    else if (row.cells.name !== '' && row.cells.name !== member.fullName) wrong('name', 'other-name')
    else if (meant?.has(member.id) === false) wrong('account', 'audience')
    else if (memberIds.has(member.id)) wrong('account', 'twice')
    else memberIds.add(member.id)
    return own
  })
  refuseProblems(problems)
  return [...memberIds]
}

/** TRAINING-050: all rows or none. */
export async function importNominations(db: ClassesDb, scope: NominationScope, rows: Rows, now: number) {
  const found = await scope.lock(db)
  const memberIds = await nomineesOf(db, found, scope, rows)
  const { by, isDecided } = scope
  const counts = await putOnRoster(db, found, memberIds, { source: 'imported', by, isDecided, now })
  return { imported: rows.length, ...counts }
}
