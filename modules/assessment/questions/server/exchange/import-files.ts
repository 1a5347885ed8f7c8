/**
 * The pictures, sound and videos that come with an imported file. They are stored with all checks of an upload while the file is
 * checked, outside any transaction; what no imported question shows is deleted with the import.
 */
import { sql } from 'kysely'
import { Refusal } from '#kit/errors.ts'
import { extensionOf, type FileKindName, fileTypes } from '#modules/platform/files/contract.ts'
import { deleteFile, storeFile } from '#modules/platform/files/server.ts'
import type { Connection } from '#server/db/connection.ts'
import type { Outside } from '#server/outside.ts'
import { MEDIA_REFUSED } from '../../contract/exchange-codes.ts'
import type { QuestionInput } from '../../contract/question.ts'
import { mapRichTexts } from '../../contract/texts.ts'
import { type QuestionsDb, questionsTables } from '../db.ts'
import type { ImportRow } from './check-rows.ts'
import type { PackedFile } from './formats/format-question.ts'
import { mapSources, ownFileSource, ownFilesOf } from './formats/rich-texts.ts'
import type { CellProblem } from './read-sheet.ts'
import type { SheetCells, SheetColumn } from './sheet-columns.ts'

/** More files of one import are refused. */
const filesMax = 1000

const kinds: Readonly<Record<string, FileKindName>> = { picture: 'rich-image', audio: 'audio', video: 'video' }
const nameMax = 80

interface Owner {
  readonly importId: string
  readonly companyId: string
  readonly memberId: string
}

/** The id of the stored file; undefined where it is refused. */
async function stored(connection: Connection, outside: Outside, owner: Owner, { name, bytes }: PackedFile) {
  const extension = extensionOf(name)
  const kind = kinds[fileTypes[extension]?.class ?? '']
  if (!kind) return undefined
  const { importId, companyId, memberId } = owner
  const shortName = `${name.slice(0, -extension.length - 1).slice(0, nameMax) || extension}.${extension}`
  try {
    const { id } = await storeFile(connection, outside, {
      ...{ companyId, ownerId: memberId, kind, audience: 'company', name: shortName },
      ...{ content: Buffer.from(bytes), now: outside.clock.now() },
    })
    await questionsTables(connection)
      .insertInto('questions.question_import_file')
      .values({ import_id: importId, file_id: id, company_id: companyId })
      .execute()
    return id
  } catch (error) {
    if (error instanceof Refusal) return undefined
    throw error
  }
}

const mediaPlace = /^media:(\d{1,5})$/

/** The rows with the addresses of the stored files. Where one was refused, the cell has a problem instead. */
export async function withStoredFiles(
  connection: Connection,
  outside: Outside,
  owner: Owner,
  { rows, files }: { readonly rows: readonly ImportRow[]; readonly files: readonly PackedFile[] },
): Promise<ImportRow[]> {
  const ids: (string | undefined)[] = []
  for (const file of files) ids.push(ids.length < filesMax ? await stored(connection, outside, owner, file) : undefined)
  return rows.map((row) => {
    const problems: CellProblem[] = []
    const cells = Object.entries(row.cells).map(([column, text = '']) => {
      if (!text.includes('media:')) return [column, text]
      const own = mapSources(text, (from) => {
        const place = mediaPlace.exec(from)?.[1]
        if (place === undefined) return undefined
        const id = ids[Number(place)]
        if (id === undefined) problems.push({ column: column as SheetColumn, code: MEDIA_REFUSED.code })
        return id === undefined ? '' : ownFileSource(id)
      })
      return [column, own]
    })
    const notes = [...(row.notes ?? []), ...problems]
    return { ...row, notes, cells: Object.fromEntries(cells) as SheetCells }
  })
}

/** Keeps the files that these questions show. */
export async function keepFiles(db: QuestionsDb, importId: string, inputs: readonly QuestionInput[]): Promise<void> {
  const ids = new Set<string>()
  for (const { content } of inputs)
    mapRichTexts(content, (html) => {
      for (const id of ownFilesOf(html)) ids.add(id)
      return html
    })
  if (ids.size === 0) return
  await sql`update questions.question_import_file set is_used = true
    where import_id = ${importId} and file_id = any(${[...ids]}::uuid[])`.execute(db)
}

const droppedAtOnce = 500

/** Deletes the files of old imports that no question shows. */
export async function dropUnusedFiles(connection: Connection, before: number): Promise<void> {
  const { rows } = await sql<{ fileId: string; companyId: string }>`
    delete from questions.question_import_file f using (
      select f.import_id, f.file_id from questions.question_import_file f
      join questions.question_import i on i.id = f.import_id
      where not f.is_used and i.created_at < ${before} limit ${droppedAtOnce}) old
    where f.import_id = old.import_id and f.file_id = old.file_id
    returning f.file_id as "fileId", f.company_id as "companyId"`.execute(questionsTables(connection))
  for (const { fileId, companyId } of rows) await deleteFile(connection, companyId, fileId)
}
