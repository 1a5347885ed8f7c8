/** What faces keeps of a member: the picture that others are compared with, and what came of comparisons. */
import type { PersonalData } from '#server/personal-data.ts'
import { removeFace } from './comparisons.ts'
import { facesTables } from './db.ts'

export const facesData: PersonalData = {
  module: 'faces',
  async collect(connection, { companyId, memberId }) {
    const db = facesTables(connection)
    const references = await db
      .selectFrom('faces.reference')
      .select(['file_id', 'consented_at'])
      .where('company_id', '=', companyId)
      .where('member_id', '=', memberId)
      .execute()
    const comparisons = await db
      .selectFrom('faces.comparison')
      .select(['at', 'outcome'])
      .where('company_id', '=', companyId)
      .where('member_id', '=', memberId)
      .orderBy('at')
      .execute()
    return [
      { name: 'face-picture', title: { cn: '人脸比对照片', en: 'Picture for face verification' }, rows: references },
      { name: 'face-comparisons', title: { cn: '人脸比对记录', en: 'Face verifications' }, rows: comparisons },
    ]
  },
  async erase(connection, { companyId, memberId }) {
    await removeFace(connection, { companyId, memberId })
    await facesTables(connection)
      .deleteFrom('faces.comparison')
      .where('company_id', '=', companyId)
      .where('member_id', '=', memberId)
      .execute()
  },
}
