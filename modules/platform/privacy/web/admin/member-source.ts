import type { MemberSource } from '#modules/platform/identity/web.tsx'
import { call } from '#web/api/query.ts'
import { privacy } from '../../contract.ts'

/** Members of the company, including disabled ones, whose data is stored too. */
export const membersWithData: MemberSource = {
  name: 'privacy',
  async find(keyword) {
    if (keyword === '') return []
    return (await call(privacy.privacyMembers, { query: { keyword } }, { quiet: true })).items
  },
}
