import type { Routes } from '#server/module.ts'
import type { profile } from '../../contract/profile.ts'
import { companyDetail } from '../companies.ts'
import { currentMember } from '../current-member.ts'
import { memberGrade, memberIdentity } from '../identities.ts'
import { chooseTopics, commitInformation, hasCommittedInformation, memberTopics, topicChoices } from '../interests.ts'
import { searchColleagues } from '../members.ts'
import { findPath } from '../organizations.ts'
import { editDetail, otherDetail, saveProfile } from '../profiles.ts'
import { listSubordinates, listSuperiors, positionsOfMembers, subordinateDetail } from '../superiors.ts'
import type { DB } from '../tables.ts'

export const profileRoutes: Routes<DB, typeof profile> = {
  async currentMember(db, _input, { caller }) {
    return currentMember(db, caller)
  },
  async editDetail(db, _input, { caller }) {
    return editDetail(db, caller)
  },
  async saveProfile(db, { body }, { caller, now }) {
    return saveProfile(db, caller, body, now)
  },
  async otherDetail(db, { query }, { caller }) {
    return otherDetail(db, caller.companyId, query.memberId)
  },
  async otherGrade(db, { query }, { caller }) {
    return memberGrade(db, caller.companyId, query.memberId)
  },
  async expertSimple(db, { query }, { caller }) {
    const { expert } = await memberIdentity(db, caller.companyId, query.memberId)
    return expert ? { activeStatus: 1, auditStatus: 1 } : { activeStatus: 0, auditStatus: 0 }
  },
  async isLecturerOther(db, { query }, { caller }) {
    const { lecturer } = await memberIdentity(db, caller.companyId, query.memberId)
    return { flag: lecturer }
  },
  async isTeacherOther(db, { query }, { caller }) {
    const { classStaff } = await memberIdentity(db, caller.companyId, query.memberId)
    return { flag: classStaff }
  },
  async memberIdentity(db, { query }, { caller }) {
    return memberIdentity(db, caller.companyId, query.memberId ?? caller.memberId)
  },
  async memberTopics(db, _input, { caller }) {
    return memberTopics(db, caller.memberId)
  },
  async topicChoices(db, _input, { caller }) {
    return topicChoices(db, caller.companyId)
  },
  async chooseTopics(db, { body }, { caller }) {
    return chooseTopics(db, caller, body.topicIds)
  },
  async collectMemberInfo(db, { body }, { caller, now }) {
    await commitInformation(db, caller, body, now)
    return {}
  },
  async memberInfoCommitted(db, _input, { caller }) {
    return { flag: await hasCommittedInformation(db, caller.memberId) }
  },
  async memberSuperiors(db, { query }, { caller }) {
    return listSuperiors(db, caller.companyId, query.memberId ?? caller.memberId)
  },
  async positionsOfMembers(db, { body }, { caller }) {
    return positionsOfMembers(db, caller.companyId, body.memberIds)
  },
  async subordinates(db, { query }, { caller }) {
    return listSubordinates(db, caller, query)
  },
  async subordinateDetail(db, { params }, { caller }) {
    return subordinateDetail(db, caller, params.id)
  },
  async searchColleagues(db, { query }, { caller }) {
    return searchColleagues(db, caller, query)
  },
  async findOrganizationPath(db, { params }, { caller }) {
    return findPath(db, caller, params.id)
  },
  async companyById(db, { query }, { caller }) {
    return companyDetail(db, caller.companyId, query.id)
  },
}
