/** The personal data in files: a member's uploads. */
import type { Connection } from '#server/db/connection.ts'
import { type PersonalDataOwner, type PersonalRecords, personalData } from '#server/personal-data.ts'
import { filesTables } from './db.ts'
import { deleteFile } from './files.ts'

async function collect(connection: Connection, { companyId, memberId }: PersonalDataOwner): Promise<PersonalRecords[]> {
  const rows = await filesTables(connection)
    .selectFrom('files.file')
    .select(['created_at', 'kind', 'name', 'size_bytes', 'content_type'])
    .where('company_id', '=', companyId)
    .where('owner_id', '=', memberId)
    .orderBy('created_at', 'desc')
    .execute()
  return [{ name: 'files', title: { cn: '上传的文件', en: 'Uploaded files' }, rows }]
}

/** Deletes the member's private files and portrait. Files of courses stay, because others learn from them. */
async function erase(connection: Connection, { companyId, memberId }: PersonalDataOwner): Promise<void> {
  const db = filesTables(connection)
  await db.deleteFrom('files.upload').where('company_id', '=', companyId).where('owner_id', '=', memberId).execute()
  const own = await db
    .selectFrom('files.file')
    .select('id')
    .where('company_id', '=', companyId)
    .where('owner_id', '=', memberId)
    .where((e) => e.or([e('audience', '=', 'owner'), e('kind', '=', 'avatar')]))
    .execute()
  for (const { id } of own) await deleteFile(connection, companyId, id)
}

export const filesPersonalData = personalData({ module: 'files', collect, erase })
