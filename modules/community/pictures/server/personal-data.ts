/** What the library keeps of a member: how far the member has turned its pages, and who added a picture. */
import type { PersonalData } from '#server/personal-data.ts'
import { picturesTables } from './db.ts'

export const picturesData: PersonalData = {
  module: 'pictures',
  async collect(db, { companyId, memberId }) {
    const tables = picturesTables(db)
    const turns = await tables
      .selectFrom('pictures.turn')
      .select(['is_cloud', 'shown'])
      .where('company_id', '=', companyId)
      .where('member_id', '=', memberId)
      .execute()
    const added = await tables
      .selectFrom('pictures.picture')
      .select(['name', 'created_at'])
      .where('company_id', '=', companyId)
      .where('created_by', '=', memberId)
      .execute()
    return [
      { name: 'pictures-shown', title: { cn: '素材浏览进度', en: 'Pictures shown in turn' }, rows: turns },
      { name: 'pictures-added', title: { cn: '添加的素材', en: 'Pictures added' }, rows: added },
    ]
  },
  /** Pictures belong to the company's library and stay; the account they name is emptied by identity. */
  async erase(db, { companyId, memberId }) {
    await picturesTables(db)
      .deleteFrom('pictures.turn')
      .where('company_id', '=', companyId)
      .where('member_id', '=', memberId)
      .execute()
  },
}
