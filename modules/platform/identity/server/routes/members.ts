import type { Routes } from '#server/module.ts'
import type { members } from '../../contract/members.ts'
import { auditing, auditingNew } from '../audit-facts.ts'
import { changeMember, changeMembers, createMember, resetMemberPassword, unlockMember } from '../member-changes.ts'
import { exportMembers } from '../member-export.ts'
import { listMembers, memberDetail } from '../members.ts'
import { listSignIns } from '../sign-in-log.ts'
import type { DB } from '../tables.ts'

const member = (id: string) => ({ type: 'member', id }) as const

export const memberRoutes: Routes<DB, typeof members> = {
  async listMembers(db, { query }, { caller }) {
    return listMembers(db, caller, query)
  },
  async memberDetail(db, { params }, { caller, now }) {
    return memberDetail(db, caller, params.id, now)
  },
  async createMember(db, { body }, { caller, now, audit }) {
    return auditingNew(db, { audit, caller }, 'member', () => createMember(db, caller, body, now))
  },
  async changeMember(db, { params, body }, { caller, now, audit }) {
    const about = member(params.id)
    return auditing(db, { audit, caller }, about, () => changeMember(db, caller, params.id, body, now))
  },
  async changeMembers(db, { body }, { caller, now, audit }) {
    const about = { type: 'member', ids: body.memberIds } as const
    return auditing(db, { audit, caller }, about, () => changeMembers(db, caller, body, now))
  },
  async resetMemberPassword(db, { params, body }, { caller, now, audit }) {
    const about = member(params.id)
    return auditing(db, { audit, caller }, about, () => resetMemberPassword(db, caller, params.id, body.password, now))
  },
  async unlockMember(db, { params }, { caller, audit }) {
    const about = member(params.id)
    await auditing(db, { audit, caller }, about, () => unlockMember(db, caller, params.id))
    return {}
  },
  async exportMembers(db, { query }, { caller, language }) {
    return exportMembers(db, caller, query, language)
  },
  async signInLog(db, { query }, { caller }) {
    return listSignIns(db, caller, query)
  },
}
