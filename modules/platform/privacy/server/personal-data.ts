/** The personal data in privacy itself: requests of exports and erasures. */
import { deleteFile } from '#modules/platform/files/server.ts'
import { personalData } from '#server/personal-data.ts'
import { privacyTables } from './db.ts'

export const privacyPersonalData = personalData({
  module: 'privacy',
  async collect(connection, { companyId, memberId }) {
    const db = privacyTables(connection)
    const exports = await db
      .selectFrom('privacy.data_export')
      .select(['created_at', 'state', 'ready_at', 'expires_at'])
      .where('company_id', '=', companyId)
      .where('member_id', '=', memberId)
      .orderBy('created_at', 'desc')
      .execute()
    const erasures = await db
      .selectFrom('privacy.erasure')
      .select(['requested_at', 'state', 'due_at', 'ended_at'])
      .where('company_id', '=', companyId)
      .where('member_id', '=', memberId)
      .orderBy('requested_at', 'desc')
      .execute()
    return [
      { name: 'exports', title: { cn: '数据导出记录', en: 'Personal data exports' }, rows: exports },
      { name: 'erasures', title: { cn: '注销申请记录', en: 'Erasure requests' }, rows: erasures },
    ]
  },
  /** Deletes exports. The row of the erasure stays, because it proves the erasure. */
  async erase(connection, { companyId, memberId }) {
    const gone = await privacyTables(connection)
      .deleteFrom('privacy.data_export')
      .where('company_id', '=', companyId)
      .where('member_id', '=', memberId)
      .returning('id')
      .execute()
    for (const { id } of gone) await deleteFile(connection, companyId, id)
  },
})
