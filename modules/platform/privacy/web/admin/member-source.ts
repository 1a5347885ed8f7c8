import type { MemberSource } from '#modules/platform/identity/web.tsx'
import { call } from '#web/api/query.ts'
import { privacy } from '../../contract.ts'

/** Members of the company, disabled ones with them: their data is kept, too. */
export const membersWithData: MemberSource = {
  name: 'privacy',
  async find(keyword) {
    if (keyword === '') return []
    return (await call(privacy.privacyMembers, { query: { keyword } }, { quiet: true })).items
  },
}
