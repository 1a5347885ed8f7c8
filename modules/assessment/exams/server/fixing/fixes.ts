/** The fixes of an exam that count: of each question the last one. */
import { sql } from 'kysely'
import type { QuestionContent } from '#modules/assessment/questions/contract.ts'
import { contentsOfVersions } from '#modules/assessment/questions/server.ts'
import { lockNames, shareName } from '#server/db/transaction.ts'
import type { FixKind } from '../../contract/fixing.ts'
import { contentOf } from '../attempts.ts'
import type { ExamsDb } from '../db.ts'
import type { Fix } from './effects.ts'

export interface FixesInEffect {
  /** Of the version that was asked. */
  readonly of: ReadonlyMap<string, Fix>
  /** The number of the last fix; 0 without any. */
  readonly lastNumber: number
}

const nameOf = (examId: string) => `exams key fixes ${examId}`

/** Nobody submits by an older key once the fix is there: what is submitted meanwhile waits, or is found by the task. */
export async function lockFixes(db: ExamsDb, examId: string): Promise<void> {
  await lockNames(db, nameOf(examId))
}

interface FixRow {
  readonly company_id: string
  readonly number: number
  readonly version_id: string
  readonly kind: FixKind
  readonly new_version_id: string | null
}

export async function readFixes(db: ExamsDb, examId: string): Promise<FixesInEffect> {
  const { rows } = await sql<FixRow>`
    select distinct on (version_id) company_id, number, version_id, kind, new_version_id from exams.key_fix
    where exam_id = ${examId} order by version_id, number desc`.execute(db)
  const newIds = rows.flatMap((row) => row.new_version_id ?? [])
  const contents: ReadonlyMap<string, QuestionContent> = await contentsOfVersions(db, rows[0]?.company_id ?? '', newIds)
  const fixOf = ({ kind, new_version_id: id }: FixRow): Fix => ({
    kind,
    content: id ? contentOf(contents, id) : undefined,
  })
  return {
    of: new Map(rows.map((row) => [row.version_id, fixOf(row)])),
    lastNumber: Math.max(0, ...rows.map((row) => row.number)),
  }
}

/** For a submission: the fixes stay the last ones until its transaction ends. */
export async function fixesInEffect(db: ExamsDb, examId: string): Promise<FixesInEffect> {
  await shareName(db, nameOf(examId))
  return readFixes(db, examId)
}
