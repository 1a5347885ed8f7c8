import type { Routes } from '#server/module.ts'
import type { community } from '../contract.ts'
import { accountRoutes } from './account-routes.ts'
import { getAccount, hasPersonalAccount, listOwnAccounts } from './accounts.ts'
import { applicationState, applyForAccount, applyForEdit, isEditPending } from './applications.ts'
import { circleRoutes } from './circle-routes.ts'
import { invitationCode, join, renewInvitationCode } from './invitations.ts'
import { leave, listMembers, updateMembers } from './members.ts'
import { isNameTaken } from './names.ts'
import type { DB } from './tables.ts'
import { trendOf } from './trend.ts'
import { noteVisit } from './visits.ts'

export const routes: Routes<DB, typeof community> = {
  ...accountRoutes,
  ...circleRoutes,
  async account(db, { query }, { caller, now }) {
    const account = await getAccount(db, caller, query.id)
    await noteVisit(db, caller, account, now)
    return account
  },
  async trend(db, { query }, { caller }) {
    return trendOf(db, await getAccount(db, caller, query.id), caller)
  },
  async myAccounts(db, _input, { caller }) {
    const items = await listOwnAccounts(db, caller)
    return { items, recordCount: items.length }
  },
  async hasAccount(db, _input, { caller }) {
    return { flag: await hasPersonalAccount(db, caller.memberId) }
  },
  async accountMembers(db, { query }, { caller }) {
    return listMembers(db, caller, query)
  },
  async accountTopics(db, { query }, { caller }) {
    const { lstRelationTopic: items } = await getAccount(db, caller, query.id)
    return { items, recordCount: items.length }
  },
  async invitationCode(db, { query }, { caller }) {
    return { code: await invitationCode(db, caller, query.id) }
  },
  async renewInvitationCode(db, { query }, { caller, now }) {
    return { code: await renewInvitationCode(db, caller, query.id, now) }
  },
  async nameExists(db, { query }, { caller }) {
    return { flag: await isNameTaken(db, { companyId: caller.companyId, name: query.name, accountId: query.id }) }
  },
  async applicationState(db, _input, { caller }) {
    return applicationState(db, caller)
  },
  async apply(db, { body }, { caller, language, now }) {
    return applyForAccount(db, caller, body, { language, now })
  },
  async applyForEdit(db, { body }, { caller, language, now }) {
    return applyForEdit(db, caller, body, { language, now })
  },
  async editPending(db, { params }, { caller }) {
    const { id } = await getAccount(db, caller, params.id)
    return { pending: await isEditPending(db, id) }
  },
  async updateMembers(db, { body }, { caller, now }) {
    await updateMembers(db, caller, body, now)
    return {}
  },
  async join(db, { body }, { caller, now }) {
    return { id: await join(db, caller, body.code, now) }
  },
  async leave(db, { body }, { caller }) {
    await leave(db, caller, body.id)
    return {}
  },
}
