/** Graduation over HTTP: what its tests begin with. */
import { beforeAll } from 'vitest'
import type { CompletionAwardsInput } from '#kit/completion-awards.ts'
import { buildTemplate } from '#modules/learning/certificates/server/templates.fixture.ts'
import type { BuiltMember } from '#modules/platform/identity/server/members.fixture.ts'
import { type BuiltClass, buildActivity, buildClass } from '#modules/training/classes/server/classes.fixture.ts'
import type { TestPlatform } from '#test/harness.ts'
import type { Roles } from '#test/roles.ts'
import { type Conditions, newConditions } from '../contract/conditions.ts'
import { graduation } from '../contract.ts'

export const dayMs = 86_400_000

export interface OpenClass {
  readonly params: { readonly id: string }
  /** A notice that everyone has to read. */
  readonly noticeId: string
}

export function graduationsOn(platform: TestPlatform, roles: Roles) {
  let templateId = ''
  beforeAll(async () => {
    templateId = await buildTemplate(platform.db, { author: roles.owner, name: '培训班结业证', validityMonths: 12 })
  })
  const as = (member: BuiltMember | undefined) => platform.client(graduation, member)
  return {
    as,
    templateId: () => templateId,
    /** A class that runs, with the member and the colleague in it, and a notice to read. */
    async build(input: Partial<BuiltClass> = {}): Promise<OpenClass> {
      const { now } = platform
      const { owner: author, member, colleague } = roles
      const times = { startsAt: now - 1000, endsAt: now + 5 * dayMs }
      const participants = [member.id, colleague.id]
      const id = await buildClass(platform.db, { author, now, ...times, participants, ...input })
      const noticeId = await buildActivity(platform.db, { classId: id, companyId: roles.companyId, title: '班规' })
      return { params: { id }, noticeId }
    },
    rule: (one: OpenClass, rest: Partial<Conditions> & CompletionAwardsInput = {}) =>
      as(roles.owner).changeGraduationRule({ params: one.params, body: { ...newConditions, ...rest } }),
    /** All who are ready, or these; with a reason whatever the conditions say. */
    graduate: (one: OpenClass, members: readonly BuiltMember[] = [], reason = '') =>
      as(roles.owner).graduate({
        params: one.params,
        body: { memberIds: members.map(({ id }) => id), isForced: reason !== '', reason },
      }),
    revoke: (one: OpenClass, members: readonly BuiltMember[], reason = '考勤有误') =>
      as(roles.owner).revokeGraduations({
        params: one.params,
        body: { memberIds: members.map(({ id }) => id), reason },
      }),
  }
}
