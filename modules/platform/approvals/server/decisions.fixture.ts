/** Members, applications and calls that the tests of decisions share. */

import { v7 as uuid } from 'uuid'
import { approvals } from '#modules/platform/approvals/contract.ts'
import {
  type BuiltMember,
  buildCompany,
  buildMember,
  buildOrganization,
} from '#modules/platform/identity/server/members.fixture.ts'
import { messages } from '#modules/platform/messages/contract.ts'
import { inTransaction } from '#server/db/transaction.ts'
import type { TestPlatform } from '#test/harness.ts'
import type { StepDraft } from '../contract/shapes.ts'
import { buildApplication, buildTemplate } from './templates.fixture.ts'

export async function buildCast(platform: TestPlatform) {
  const companyId = await buildCompany(platform.db)
  const organizationId = await buildOrganization(platform.db, { companyId, parentId: companyId })
  const member = (fullName: string, roles: Parameters<typeof buildMember>[1]['roles'] = []) =>
    buildMember(platform.db, { companyId, fullName, roles })
  return {
    companyId,
    organizationId,
    chief: await member('沈清和', ['super-admin']),
    author: await buildMember(platform.db, { companyId, organizationId, fullName: '林知远' }),
    first: await member('周予安'),
    second: await member('许明澈'),
    third: await member('陈思齐'),
    stranger: await member('外人'),
  }
}

/** A new organization with a template of these steps, and a new application. */
export async function applyWith(
  platform: TestPlatform,
  { companyId, author }: { readonly companyId: string; readonly author: BuiltMember },
  steps: StepDraft[],
) {
  const place = {
    companyId,
    organizationId: await buildOrganization(platform.db, { companyId, parentId: companyId }),
    now: platform.now,
  }
  await buildTemplate(platform.db, place, steps)
  const businessId = uuid()
  const application = { ...place, applicantId: author.id, businessId }
  const { processId } = await inTransaction(platform.db, (db) => buildApplication(db, application))
  return { processId, businessId, organizationId: place.organizationId }
}

export function decisionCalls(platform: TestPlatform) {
  const as = (member: BuiltMember) => platform.client(approvals, member)
  const detailFor = (member: BuiltMember, processId: string) => as(member).process({ params: { id: processId } })

  async function taskFor(member: BuiltMember, processId: string): Promise<string> {
    const { taskId } = await detailFor(member, processId)
    if (taskId === null) throw new Error('nothing to decide')
    return taskId
  }

  async function agree(member: BuiltMember, processId: string, opinion?: string) {
    platform.now += 1000
    await as(member).agree({ params: { id: await taskFor(member, processId) }, body: { opinion } })
  }

  async function todosOf(member: BuiltMember) {
    const { items } = await platform.client(messages, member).findMyUnfinished({ query: {} })
    return items.map(({ kind, businessId, action }) => ({ kind, businessId, action }))
  }

  return { as, detailFor, taskFor, agree, todosOf }
}
