/** What certificates keeps of a member: handed out, or without a name from then on. */
import { sql } from 'kysely'
import { deleteFile } from '#modules/platform/files/server.ts'
import { personalData } from '#server/personal-data.ts'
import { certificatesTables } from './db.ts'

export const certificatesPersonalData = personalData({
  module: 'certificates',
  async collect(connection, { companyId, memberId }) {
    const rows = await certificatesTables(connection)
      .selectFrom('certificates.certificate')
      .select(['number', 'code', 'status', 'origin', 'holder_name', 'item_name', 'finished_at', 'issued_at'])
      .select(['expires_at', 'revoked_at', 'revoke_reason', 'shown_on_homepage'])
      .where('member_id', '=', memberId)
      .where('company_id', '=', companyId)
      .orderBy('issued_at')
      .execute()
    return [{ name: 'certificates', title: { cn: '我的证书', en: 'Certificates' }, rows }]
  },
  /** The number and the facts stay, for who relies on them; the name, the words with it, the paper and the homepage go. */
  async erase(connection, { companyId, memberId }) {
    const db = certificatesTables(connection)
    const { rows } = await sql<{ file_id: string }>`
      select file_id from certificates.certificate
      where member_id = ${memberId} and company_id = ${companyId} and file_id is not null`.execute(db)
    await sql`update certificates.certificate set holder_name = '', item_name = '', reason = '', revoke_reason = '',
        shown_on_homepage = false, file_id = null, sha256 = null,
        content = content || '{"bodyCn": "", "bodyEn": ""}'::jsonb
      where member_id = ${memberId} and company_id = ${companyId}`.execute(db)
    for (const { file_id } of rows) await deleteFile(connection, companyId, file_id)
  },
})
