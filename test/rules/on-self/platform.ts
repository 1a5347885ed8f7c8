/** Calls about a row of a member, on own rows of the caller: their account, their place in the organization, their roles. */
import { NOT_FOR_ONESELF } from '#kit/errors.ts'
import { currency } from '#modules/platform/currency/contract.ts'
import { identity } from '#modules/platform/identity/contract.ts'
import { type ImportCompany, importSteps, row } from '#modules/platform/identity/server/import.fixture.ts'
import { buildOrganization } from '#modules/platform/identity/server/members.fixture.ts'
import { refusal } from '#test/harness.ts'
import { type OwnRows, refused, type Self } from './self.ts'

export function platformRows(self: Self): OwnRows {
  const organizationCalls = () => self.platform.client(identity, self.chief)

  /** Two organizations: the caller is a lecturer of the first alone. */
  async function lecturingIn() {
    const build = (name: string) =>
      buildOrganization(self.platform.db, { companyId: self.companyId, parentId: self.companyId, name })
    const [from, to] = [await build('培训部'), await build('质量部')]
    const body = { memberId: self.chief.id, role: 'lecturer', organizationId: from } as const
    await self.platform.client(identity, self.other).grantRole({ body })
    return { from: { params: { id: from } }, to: { params: { id: to } } }
  }

  return {
    async 'currency.recharge'() {
      const accounts = [{ accountType: 1 as const, accountCode: self.chief.id }]
      const issue = self.platform
        .client(currency, self.chief)
        .recharge({ body: { accounts, type: 1, tradeAmount: '1', reason: '' } })
      return refused(issue)
    },
    async 'identity.changeMember'() {
      const organizationId = await buildOrganization(self.platform.db, {
        companyId: self.companyId,
        parentId: self.companyId,
        name: '研发中心',
      })
      const change = (body: object) =>
        self.platform.client(identity, self.chief).changeMember({ params: { id: self.chief.id }, body })
      await change({ jobName: '主任', organizationId: self.companyId, superiorId: null })
      const codes = [
        (await refusal(change({ organizationId }))).errorCode,
        (await refusal(change({ superiorId: self.other.id }))).errorCode,
      ]
      return [codes, [NOT_FOR_ONESELF.code, NOT_FOR_ONESELF.code]]
    },
    async 'identity.changeMembers'() {
      const organizationId = await buildOrganization(self.platform.db, {
        companyId: self.companyId,
        parentId: self.companyId,
        name: '市场部',
      })
      const change = (body: object) =>
        self.platform
          .client(identity, self.chief)
          .changeMembers({ body: { memberIds: [self.other.id, self.chief.id], ...body } })
      const codes = [
        (await refusal(change({ organizationId }))).errorCode,
        (await refusal(change({ superiorId: self.other.id }))).errorCode,
      ]
      return [codes, [NOT_FOR_ONESELF.code, NOT_FOR_ONESELF.code]]
    },
    async 'identity.commitImport'() {
      const company = { run: 1, companyId: self.companyId, chief: self.chief } as ImportCompany
      const { dryRun, errorsOf } = importSteps(self.platform, company)
      const own = row(self.chief.name, { 1: '沈墨', 2: '云帆科技', 9: self.other.name })
      return [await errorsOf(await dryRun([own])), [[2, 'superior', NOT_FOR_ONESELF.code]]]
    },
    async 'identity.enableGrant'() {
      const roles = self.platform.client(identity, self.other)
      const body = { memberId: self.chief.id, role: 'lecturer', organizationId: self.companyId } as const
      const { id } = await roles.grantRole({ body })
      await self.platform.client(identity, self.chief).enableGrant({ params: { id }, body: { enabled: false } })
      const enable = self.platform.client(identity, self.chief).enableGrant({ params: { id }, body: { enabled: true } })
      return refused(enable)
    },
    async 'identity.deleteOrganization'() {
      const { from } = await lecturingIn()
      return refused(organizationCalls().deleteOrganization(from))
    },
    async 'identity.mergeOrganization'() {
      const { from, to } = await lecturingIn()
      const merge = organizationCalls().mergeOrganization({ ...from, body: { intoId: to.params.id } })
      return refused(merge)
    },
    async 'identity.moveOrganization'() {
      const { from, to } = await lecturingIn()
      const move = organizationCalls().moveOrganization({ ...to, body: { parentId: from.params.id } })
      return refused(move)
    },
  }
}
