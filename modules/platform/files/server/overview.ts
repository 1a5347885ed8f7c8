/** What the overview tells of files: how much the company stores. */
import { sql } from 'kysely'
import { overviewFigure } from '#modules/platform/operations/server.ts'
import type { Connection } from '#server/db/connection.ts'
import { filesTables } from './db.ts'

export const storageFigure = overviewFigure({
  key: 'files.storage',
  section: 'company',
  order: 20,
  label: { cn: '存储用量', en: 'Storage used' },
  hint: { cn: '上传的文件，不含转码与备份', en: 'Uploaded files, without renditions and backups' },
  unit: 'bytes',
  access: { permission: 'task.manage', wholeCompany: true },
  link: '/manage/status',
  async count(connection, { companyId }) {
    return { value: await storedBytes(connection, companyId) }
  },
})

/** The bytes of all files of a company, without renditions. */
export async function storedBytes(connection: Connection, companyId: string): Promise<number> {
  const { rows } = await sql<{ value: number }>`
    select coalesce(sum(size_bytes), 0)::bigint as value from files.file where company_id = ${companyId}`.execute(
    filesTables(connection),
  )
  return rows[0]?.value ?? 0
}
