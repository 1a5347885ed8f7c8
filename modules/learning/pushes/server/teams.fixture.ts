/** The members in tests of pushes: two in sales, their managers, a sender, and a stranger of another company. */

import { v7 as uuid } from 'uuid'
import { beforeAll } from 'vitest'
import { identity } from '#modules/platform/identity/contract.ts'
import {
  type BuiltMember,
  buildCompany,
  buildMember,
  buildOrganization,
} from '#modules/platform/identity/server/members.fixture.ts'
import { messages } from '#modules/platform/messages/contract.ts'
import type { Connection } from '#server/db/connection.ts'
import { inTransaction } from '#server/db/transaction.ts'
import type { Job } from '#server/module.ts'
import { serverModules } from '#server/modules.ts'
import { type PlatformOptions, testPlatform } from '#test/harness.ts'
import { pushes } from '../contract.ts'
import { addBook, booksModule, bookType } from './study-kinds.fixture.ts'

export const dayMs = 86_400_000

export interface Cast {
  readonly companyId: string
  readonly sales: string
  readonly chief: BuiltMember
  /** Of sales, whose pushes they manage. */
  readonly manager: BuiltMember
  /** Manages lin, without any permission. */
  readonly superior: BuiltMember
  readonly lin: BuiltMember
  readonly wang: BuiltMember
  /** Super-administrator of another company. */
  readonly stranger: BuiltMember
  readonly book: string
}

/** Call it once in a test file. `cast` is there when the tests run. */
export function pushFixture(options: PlatformOptions = {}) {
  const platform = testPlatform({ ...options, modules: [...serverModules, booksModule] })
  const cast = {} as { -readonly [K in keyof Cast]: Cast[K] }

  /** Their sessions last through tests that move the clock by days. */
  const newMember = (input: Parameters<typeof buildMember>[1]) =>
    buildMember(platform.db, { ...input, now: platform.now + 60 * dayMs })
  const as = (member?: BuiltMember) => platform.client(pushes, member)
  const changeMember = (
    member: BuiltMember,
    body: { superiorId?: string | null; enabled?: boolean; organizationId?: string },
  ) => platform.client(identity, cast.chief).changeMembers({ body: { memberIds: [member.id], ...body } })

  beforeAll(async () => {
    const companyId = await buildCompany(platform.db)
    cast.companyId = companyId
    cast.sales = await buildOrganization(platform.db, { companyId, parentId: companyId, name: '销售部' })
    const ofSales = { companyId, organizationId: cast.sales }
    cast.chief = await newMember({ companyId, roles: ['super-admin'], fullName: '周敏' })
    cast.manager = await newMember({ ...ofSales, roles: ['branch-manager'], fullName: '高经理' })
    cast.superior = await newMember({ companyId, fullName: '何主管' })
    cast.lin = await newMember({ ...ofSales, fullName: '林知远' })
    cast.wang = await newMember({ ...ofSales, fullName: '王小川' })
    const elsewhere = await buildCompany(platform.db, '别家')
    cast.stranger = await newMember({ companyId: elsewhere, roles: ['super-admin'] })
    await changeMember(cast.lin, { superiorId: cast.superior.id })
    cast.book = addBook(uuid(), companyId, '沟通的艺术')
  })

  const content = (businessId = cast.book, isRequired: 0 | 1 = 1, businessType = bookType) => ({
    businessType,
    businessId,
    isRequired,
  })

  /** A draft of the chief's for the two of sales, with a book of its own. */
  async function newDraft(input: Record<string, unknown> = {}, author = cast.chief) {
    const memberIds = [cast.lin.id, cast.wang.id]
    const body = { name: '新员工第一周', contents: [content()], memberIds, ...input }
    const { id } = await as(author).createPush({ body })
    return { id, params: { id } }
  }

  async function newPush(input: Record<string, unknown> = {}, author = cast.chief) {
    const draft = await newDraft(input, author)
    await as(author).publishPush({ params: draft.params })
    await platform.runJobs()
    return draft
  }

  /** One job alone, without those that it asks for: as when the process dies after it. */
  async function runOnce<P extends Parameters<Job['run']>[1]>(
    job: { run(db: Connection, payload: P, context: Parameters<Job['run']>[2]): Promise<void> },
    payload: P,
  ): Promise<void> {
    await inTransaction(platform.db, async (transaction) => {
      await job.run(transaction, payload, { outside: platform.outside, now: platform.now })
    })
  }

  const messagesOf = async (member: BuiltMember) =>
    (await platform.client(messages, member).listNotifications({ query: { pageSize: 100 } })).items

  return { platform, cast: cast as Cast, as, newMember, changeMember, content, newDraft, newPush, runOnce, messagesOf }
}
