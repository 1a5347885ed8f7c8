/** Applications for share accounts and their changes. They take effect at once, or after approval. */
import { v7 as uuid } from 'uuid'
import { type Caller, can } from '#kit/caller.ts'
import type { Input } from '#kit/contract.ts'
import { NO_PERMISSION, NOT_FOUND, refuse } from '#kit/errors.ts'
import { assertNotMuted } from '#modules/content/moderation/server.ts'
import { setTopics } from '#modules/content/topics/server.ts'
import { type ApprovalOutcome, apply, isApprovalOn } from '#modules/platform/approvals/server.ts'
import { fileById, ownsFile } from '#modules/platform/files/server.ts'
import { membersByIds } from '#modules/platform/identity/server.ts'
import { assertClean } from '#modules/platform/words/server.ts'
import type { Connection } from '#server/db/connection.ts'
import { refusingTaken } from '#server/db/unique.ts'
import type { Context } from '#server/module.ts'
import { ALREADY_EXPERT, accountTopicsMax, EDIT_PENDING, type EnjoyType } from '../contract/shapes.ts'
import type { community } from '../contract.ts'
import { accountBusinessType, assertActive, assertTotal, hasPersonalAccount, lockAccount } from './accounts.ts'
import { summaryOf } from './application-summary.ts'
import { type CommunityDb, communityTables } from './db.ts'
import { createInvitationCode } from './invitations.ts'
import { assertNameFree, nameKey, refusingTakenName } from './names.ts'

/** Map `approval-business-type`, beyond the specification's 2 (live). */
export const newAccountApproval = 3
export const accountEditApproval = 4

type NewAccount = Input<typeof community.apply>['body']
type Edit = Input<typeof community.applyForEdit>['body']
type Moment = Pick<Context, 'language' | 'now'>

interface AccountFields {
  readonly name: string
  readonly description: string
  readonly avatarFileId: string
  readonly topicIds: readonly string[]
}

function fieldsOf({ name, desc, headPortrait, topicIds }: NewAccount | Edit): AccountFields {
  return {
    name: name.trim(),
    description: desc?.trim() ?? '',
    avatarFileId: headPortrait,
    topicIds: topicIds.split(','),
  }
}

/** Accepts a picture that the caller uploaded, and the present one. */
async function assertAvatar(db: Connection, caller: Caller, id: string, before?: string): Promise<void> {
  if (id === before) return
  const file = await fileById(db, caller.companyId, id)
  if (!file?.contentType.startsWith('image/') || !(await ownsFile(db, caller, id))) throw refuse(NOT_FOUND)
}

/** Translates the violation of an index: a concurrent application of the same member, or with the same name. */
const refusingSecond = <T>(write: () => Promise<T>): Promise<T> =>
  refusingTaken({ application_pending: EDIT_PENDING, edit_pending: EDIT_PENDING }, write)

interface Application extends AccountFields {
  readonly id: string
  readonly companyId: string
  readonly memberId: string
  readonly accountId: string | null
  readonly isNew: boolean
  readonly enjoyType: EnjoyType
  readonly result: 1 | 4
  readonly now: number
}

async function insertApplication(db: CommunityDb, application: Application): Promise<void> {
  const { name, result, now } = application
  const write = () =>
    db
      .insertInto('community.application')
      .values({
        id: application.id,
        company_id: application.companyId,
        member_id: application.memberId,
        account_id: application.accountId,
        is_new: application.isNew,
        enjoy_type: application.enjoyType,
        name,
        name_key: nameKey(name),
        description: application.description,
        avatar_file_id: application.avatarFileId,
        topic_ids: [...application.topicIds],
        result,
        created_at: now,
        decided_at: result === 1 ? now : null,
      })
      .execute()
  await refusingSecond(() => refusingTakenName(write))
}

/**
 * Applies for a share account. It exists at once (code 0), or after approval (code 1). A member has one personal
 * account; the applicant of a team becomes its total administrator.
 */
export async function applyForAccount(db: CommunityDb, caller: Caller, body: NewAccount, { language, now }: Moment) {
  const { companyId, memberId, organizationId } = caller
  const input = fieldsOf(body)
  const { enjoyType } = body
  // Managers of an organization act for it.
  if (enjoyType === 2 && !can(caller, 'organization.manage')) throw refuse(NO_PERMISSION)
  await assertNotMuted(db, caller, now)
  await assertClean(db, companyId, { name: input.name, desc: input.description })
  await assertAvatar(db, caller, input.avatarFileId)
  if (enjoyType === 0 && (await hasPersonalAccount(db, memberId))) throw refuse(ALREADY_EXPERT)
  await assertNothingPending(db, { memberId })
  await assertNameFree(db, { companyId, name: input.name })
  const id = uuid()
  const needsApproval = await isApprovalOn(db, companyId, newAccountApproval, organizationId)
  const application = { id, companyId, memberId, accountId: null, isNew: true, enjoyType, now, ...input }
  if (!needsApproval) {
    const accountId = await createAccount(db, { ...application, organizationId })
    await insertApplication(db, { ...application, accountId, result: 1 })
    return { code: 0 as const, id: accountId }
  }
  await insertApplication(db, { ...application, result: 4 })
  await apply(db, {
    companyId,
    organizationId,
    businessType: newAccountApproval,
    businessId: id,
    name: input.name,
    summary: await summaryOf(db, application, language),
    applicantId: memberId,
    now,
  })
  return { code: 1 as const, id }
}

/** Refuses a second application while one is pending (COMMUNITY-048, COMMUNITY-060). */
async function assertNothingPending(db: CommunityDb, of: { memberId: string } | { accountId: string }): Promise<void> {
  const pending = db.selectFrom('community.application').select('id').where('result', '=', 4)
  const found =
    'memberId' in of
      ? await pending.where('member_id', '=', of.memberId).where('is_new', '=', true).executeTakeFirst()
      : await pending.where('account_id', '=', of.accountId).executeTakeFirst()
  if (found) throw refuse(EDIT_PENDING)
}

interface AccountToBe extends AccountFields {
  readonly companyId: string
  readonly organizationId: string
  readonly memberId: string
  readonly enjoyType: EnjoyType
  readonly now: number
}

async function createAccount(db: CommunityDb, account: AccountToBe): Promise<string> {
  const { companyId, organizationId, memberId, enjoyType, name, now } = account
  const id = uuid()
  const isTeam = enjoyType !== 0
  await refusingTakenName(() =>
    db
      .insertInto('community.account')
      .values({
        id,
        company_id: companyId,
        organization_id: organizationId,
        enjoy_type: enjoyType,
        name,
        name_key: nameKey(name),
        description: account.description,
        avatar_file_id: account.avatarFileId,
        invitation_code: isTeam ? createInvitationCode() : null,
        invitation_code_at: isTeam ? now : null,
        created_at: now,
        updated_at: now,
      })
      .execute(),
  )
  await db
    .insertInto('community.account_member')
    .values({ account_id: id, member_id: memberId, company_id: companyId, member_type: 0, joined_at: now })
    .execute()
  if (!isTeam) {
    const { numInsertedOrUpdatedRows } = await db
      .insertInto('community.personal_account')
      .values({ member_id: memberId, company_id: companyId, account_id: id })
      .onConflict((conflict) => conflict.column('member_id').doNothing())
      .executeTakeFirstOrThrow()
    if (numInsertedOrUpdatedRows === 0n) throw refuse(ALREADY_EXPERT)
  }
  await setAccountTopics(db, companyId, id, account.topicIds)
  return id
}

function setAccountTopics(db: Connection, companyId: string, businessId: string, topicIds: readonly string[]) {
  return setTopics(db, {
    companyId,
    businessType: accountBusinessType,
    businessId,
    topicIds,
    topicsMax: accountTopicsMax,
  })
}

/** Changes the account at once (code 0), or applies for the change (code 1) (COMMUNITY-060 to 063). */
export async function applyForEdit(db: CommunityDb, caller: Caller, body: Edit, { language, now }: Moment) {
  const { companyId, memberId } = caller
  await assertNotMuted(db, caller, now)
  const input = fieldsOf(body)
  const account = await lockAccount(db, caller, body.id)
  assertTotal(account)
  assertActive(account)
  await assertNothingPending(db, { accountId: account.id })
  await assertClean(db, companyId, { name: input.name, desc: input.description })
  await assertAvatar(db, caller, input.avatarFileId, account.avatar_file_id)
  await assertNameFree(db, { companyId, name: input.name, accountId: account.id })
  const id = uuid()
  const needsApproval = await isApprovalOn(db, companyId, accountEditApproval, account.organization_id)
  const application = {
    id,
    companyId,
    memberId,
    accountId: account.id,
    isNew: false,
    enjoyType: account.enjoy_type,
    now,
    ...input,
  }
  await insertApplication(db, { ...application, result: needsApproval ? 4 : 1 })
  if (!needsApproval) {
    await changeAccount(db, application)
    return { code: 0 as const, id: account.id }
  }
  await apply(db, {
    companyId,
    organizationId: account.organization_id,
    businessType: accountEditApproval,
    businessId: id,
    name: input.name,
    summary: await summaryOf(db, application, language),
    applicantId: memberId,
    now,
  })
  return { code: 1 as const, id: account.id }
}

async function changeAccount(
  db: CommunityDb,
  change: AccountFields & { readonly companyId: string; readonly accountId: string; readonly now: number },
): Promise<void> {
  await refusingTakenName(() =>
    db
      .updateTable('community.account')
      .set({
        name: change.name,
        name_key: nameKey(change.name),
        description: change.description,
        avatar_file_id: change.avatarFileId,
        updated_at: change.now,
      })
      .where('id', '=', change.accountId)
      .execute(),
  )
  await setAccountTopics(db, change.companyId, change.accountId, change.topicIds)
}

/** Creates or changes the account in the transaction of the decision; a refusal changes nothing. */
export async function applicationDecided(connection: Connection, outcome: ApprovalOutcome): Promise<void> {
  const db = communityTables(connection)
  const { companyId, businessId, result, opinion, now } = outcome
  const row = await db
    .selectFrom('community.application')
    .selectAll()
    .where('id', '=', businessId)
    .where('company_id', '=', companyId)
    .where('result', '=', 4)
    .forUpdate()
    .executeTakeFirst()
  if (!row) return
  const codes = { refused: 0, agreed: 1, withdrawn: 2 } as const
  await db
    .updateTable('community.application')
    .set({ result: codes[result], opinion, decided_at: now })
    .where('id', '=', businessId)
    .execute()
  if (result !== 'agreed') return
  const input = {
    companyId,
    name: row.name,
    description: row.description,
    avatarFileId: row.avatar_file_id,
    topicIds: row.topic_ids,
    now,
  }
  if (!row.is_new && row.account_id !== null) return changeAccount(db, { ...input, accountId: row.account_id })
  const organizationId = await organizationOf(db, row.member_id, companyId)
  const accountId = await createAccount(db, {
    ...input,
    organizationId,
    memberId: row.member_id,
    enjoyType: row.enjoy_type as EnjoyType,
  })
  await db.updateTable('community.application').set({ account_id: accountId }).where('id', '=', businessId).execute()
}

async function organizationOf(db: Connection, memberId: string, companyId: string): Promise<string> {
  return (await membersByIds(db, companyId, [memberId])).get(memberId)?.organizationId ?? companyId
}

export async function isEditPending(db: CommunityDb, accountId: string): Promise<boolean> {
  const row = await db
    .selectFrom('community.application')
    .select('id')
    .where('account_id', '=', accountId)
    .where('result', '=', 4)
    .executeTakeFirst()
  return row !== undefined
}

/** The caller's newest application for a new account (COMMUNITY-051). */
export async function applicationState(db: CommunityDb, caller: Caller) {
  const row = await db
    .selectFrom('community.application as a')
    .select(['a.result', 'a.enjoy_type', 'a.name', 'a.opinion', 'a.created_at', 'a.account_id'])
    .where('a.company_id', '=', caller.companyId)
    .where('a.member_id', '=', caller.memberId)
    .where('a.is_new', '=', true)
    .orderBy('a.created_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return {
    result: (row?.result ?? null) as 0 | 1 | 2 | 4 | null,
    enjoyType: (row?.enjoy_type ?? null) as EnjoyType | null,
    name: row?.name ?? '',
    opinion: row?.opinion ?? '',
    applyTime: row?.created_at ?? null,
    id: row?.account_id ?? null,
  }
}
