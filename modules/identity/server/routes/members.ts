import type { Routes } from '#server/module.ts'
import type { members } from '../../contract/members.ts'
import { changeMember, changeMembers, createMember, resetMemberPassword, unlockMember } from '../member-changes.ts'
import { exportMembers } from '../member-export.ts'
import { listMembers, memberDetail } from '../members.ts'
import { listSignIns } from '../sign-in-log.ts'
import { spreadsheetHeaders } from '../spreadsheet.ts'
import type { DB } from '../tables.ts'

export const memberRoutes: Routes<DB, typeof members> = {
  async listMembers(db, { query }, { caller }) {
    return listMembers(db, caller, query)
  },
  async memberDetail(db, { params }, { caller, now }) {
    return memberDetail(db, caller, params.id, now)
  },
  async createMember(db, { body }, { caller, now }) {
    return createMember(db, caller, body, now)
  },
  async changeMember(db, { params, body }, { caller, now }) {
    return changeMember(db, caller, params.id, body, now)
  },
  async changeMembers(db, { body }, { caller, now }) {
    return changeMembers(db, caller, body, now)
  },
  async resetMemberPassword(db, { params, body }, { caller, now }) {
    return resetMemberPassword(db, caller, params.id, body.password, now)
  },
  async unlockMember(db, { params }, { caller }) {
    await unlockMember(db, caller, params.id)
    return {}
  },
  async exportMembers(db, { query }, { caller, language }) {
    const body = await exportMembers(db, caller, query, language)
    return { headers: spreadsheetHeaders(language === 'en' ? 'members.xlsx' : '成员.xlsx'), body }
  },
  async signInLog(db, { query }, { caller }) {
    return listSignIns(db, caller, query)
  },
}
