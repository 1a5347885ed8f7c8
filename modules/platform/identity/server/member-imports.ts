/** Imports of members for administrators: upload, progress, errors, commit, failed rows. */

import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import type { Caller, Language } from '#kit/caller.ts'
import { NOT_FOUND, refuse } from '#kit/errors.ts'
import { type Paging, sqlPage } from '#server/db/page.ts'
import { refusalMessage } from '#server/http/messages.ts'
import type { StreamAnswer } from '#server/module.ts'
import { assertSpreadsheet } from '#server/spreadsheet/reader.ts'
import { IMPORT_NOT_CHECKED, IMPORT_NOT_READY } from '../contract/codes.ts'
import { type ImportError, type ImportField, importFields, type MemberImport } from '../contract/member-import.ts'
import type { IdentityDb } from './db.ts'
import { type Cells, headingOf, memberSheet, reasonHeading } from './import-columns.ts'
import type { CellProblem } from './import-rows.ts'
import { importWork, readingWork } from './import-work.ts'
import { assertPasswordAccepted, hashPassword } from './passwords.ts'

const columns = sql`id, file_name as "fileName", state, error_code as "errorCode", row_count as "rowCount", progress,
  new_count as "newCount", changed_count as "changedCount", unchanged_count as "unchangedCount",
  failed_count as "failedCount", imported_count as "importedCount",
  unchecked_count as "uncheckedCount", created_at as "createdAt", finished_at as "finishedAt"`

/** Stores the file and enqueues the job that reads it. */
export async function startImport(
  db: IdentityDb,
  caller: Caller,
  file: { name: string; bytes: Buffer },
  now: number,
): Promise<MemberImport> {
  assertSpreadsheet(file.bytes)
  const id = uuid()
  await db
    .insertInto('identity.member_import')
    .values({
      id,
      company_id: caller.companyId,
      created_by: caller.memberId,
      file_name: file.name.slice(0, 200),
      file: file.bytes,
      state: 'reading',
      headings: '{}',
      created_at: now,
    })
    .execute()
  const { companyId, memberId } = caller
  await readingWork.start(db, { id, companyId, memberId, title: file.name, now })
  return findImport(db, caller, id)
}

/** An import of the caller itself. */
export async function findImport(db: IdentityDb, caller: Caller, id: string): Promise<MemberImport> {
  const { rows } = await sql<MemberImport>`
    select ${columns} from identity.member_import
    where id = ${id} and created_by = ${caller.memberId} and company_id = ${caller.companyId}`.execute(db)
  if (!rows[0]) throw refuse(NOT_FOUND)
  return rows[0]
}

export async function listImports(db: IdentityDb, caller: Caller, query: Paging) {
  return sqlPage(db, query, {
    matching: sql`from identity.member_import where created_by = ${caller.memberId}`,
    rows: (window) => sql<MemberImport>`
      select ${columns} from identity.member_import where created_by = ${caller.memberId}
      order by created_at desc, id ${window}`,
  })
}

export type Headings = Partial<Record<ImportField, string>>

/** The headings as the file has them. */
export async function headingsOf(db: IdentityDb, importId: string): Promise<Headings> {
  const { headings } = await db
    .selectFrom('identity.member_import')
    .select('headings')
    .where('id', '=', importId)
    .executeTakeFirstOrThrow()
  return headings as Headings
}

export async function listImportErrors(
  db: IdentityDb,
  caller: Caller,
  id: string,
  query: Paging,
): Promise<{ items: ImportError[]; recordCount: number }> {
  await findImport(db, caller, id)
  const from = sql`from identity.member_import_row r cross join jsonb_array_elements(r.errors) with ordinality as e(error, place)
    where r.import_id = ${id}`
  const { items: rows, recordCount } = await sqlPage(db, query, {
    matching: from,
    rows: (window) => sql<{ row: number; column: ImportField; code: number; value: string }>`
      select r.row_number as row, e.error ->> 'column' as column, (e.error ->> 'code')::integer as code,
        coalesce(r.cells ->> (e.error ->> 'column'), '') as value
      ${from} order by r.row_number, e.place ${window}`,
  })
  const headings = await headingsOf(db, id)
  const items = rows.map((row) => ({ ...row, heading: headings[row.column] ?? row.column }))
  return { items, recordCount }
}

/** Imports the rows without errors. One password for all new members, hashed once, which each must change. */
export async function commitImport(
  db: IdentityDb,
  caller: Caller,
  id: string,
  initialPassword: string | undefined,
  now: number,
): Promise<MemberImport> {
  const { fileName } = await findImport(db, caller, id)
  if (initialPassword !== undefined) assertPasswordAccepted(initialPassword)
  const passwordHash = initialPassword === undefined ? null : await hashPassword(initialPassword)
  const taskId = uuid()
  const { numUpdatedRows } = await db
    .updateTable('identity.member_import')
    .set({ state: 'importing', progress: 0, password_hash: passwordHash, task_id: taskId })
    .where('id', '=', id)
    .where('state', '=', 'checked')
    .where('unchecked_count', '=', 0)
    .executeTakeFirstOrThrow()
  if (numUpdatedRows === 0n) {
    const { state } = await findImport(db, caller, id)
    throw refuse(state === 'checked' ? IMPORT_NOT_CHECKED : IMPORT_NOT_READY)
  }
  const { companyId, memberId } = caller
  await importWork.start(db, { id: taskId, companyId, memberId, title: fileName, now })
  return findImport(db, caller, id)
}

/** The failed rows unchanged, with a column of reasons. */
export async function failedRows(
  db: IdentityDb,
  caller: Caller,
  id: string,
  language: Language,
): Promise<StreamAnswer> {
  const { state } = await findImport(db, caller, id)
  if (state === 'reading' || state === 'failed') throw refuse(IMPORT_NOT_READY)
  const headings = await headingsOf(db, id)
  const fields = importFields.filter((field) => headings[field] !== undefined)
  const rows = await db
    .selectFrom('identity.member_import_row')
    .select(['cells', 'errors'])
    .where('import_id', '=', id)
    .where(sql<boolean>`errors <> '[]'`)
    .orderBy('row_number')
    .execute()
  const lines = rows.map((row) => {
    const cells = row.cells as Cells
    return [...fields.map((field) => cells[field] ?? ''), reasonOf(row.errors as CellProblem[], headings, language)]
  })
  const heading = [...fields.map((field) => headings[field] ?? headingOf(field, language)), reasonHeading[language]]
  return memberSheet({ cn: '导入失败的行', en: 'failed-rows' }, [heading, ...lines], language)
}

function reasonOf(errors: readonly CellProblem[], headings: Headings, language: Language): string {
  const [colon, semicolon] = language === 'en' ? [': ', '; '] : ['：', '；']
  return errors
    .map(({ column, code }) => {
      const text = refusalMessage({ code, status: 422 }, language)
      return `${headings[column] ?? headingOf(column, language)}${colon}${text}`
    })
    .join(semicolon)
}
