/** External training over HTTP: what its tests begin with. */
import { afterEach, beforeAll } from 'vitest'
import type { BuiltMember } from '#modules/platform/identity/server/members.fixture.ts'
import { messages } from '#modules/platform/messages/contract.ts'
import type { TestPlatform } from '#test/harness.ts'
import { newReport, type ReportInput } from '../contract/fields.ts'
import type { ReportDecision } from '../contract/reports.ts'
import { external } from '../contract.ts'
import { type BuiltActivity, type BuiltReport, buildActivity, buildReport } from './external.fixture.ts'

export const dayMs = 86_400_000

const complete: ReportInput = {
  ...{ ...newReport, title: '2026 质量大会', kind: 'conference', provider: '中国质量协会' },
  ...{ startsOn: '2026-05-11', endsOn: '2026-05-12', hourHundredths: 1250 },
}

export function externalOn(platform: TestPlatform, managerOf: () => BuiltMember) {
  let startedAt = 0
  beforeAll(() => {
    startedAt = platform.now
  })
  // Sessions end after hours: no test leaves the clock where it moved it.
  afterEach(() => {
    platform.now = startedAt
  })
  const as = (member: BuiltMember | undefined) => platform.client(external, member)
  const start = (member: BuiltMember | undefined, input: Partial<ReportInput> = {}, activityId: string | null = null) =>
    as(member).startReport({ body: { activityId, ...complete, ...input } })
  const submit = (member: BuiltMember | undefined, { id, revision }: { id: string; revision: number }) =>
    as(member).submitReport({ params: { id }, body: { revision } })
  return {
    as,
    complete,
    start,
    submit,
    activity: (input: Partial<BuiltActivity> = {}) =>
      buildActivity(platform.db, { author: managerOf(), now: platform.now, ...input }),
    report: (member: BuiltMember, input: Partial<BuiltReport> = {}) =>
      buildReport(platform.db, { member, now: platform.now, ...input }),
    async handedIn(member: BuiltMember, input: Partial<ReportInput> = {}, activityId: string | null = null) {
      const started = await start(member, input, activityId)
      await submit(member, started)
      return started.id
    },
    reportOf: (member: BuiltMember | undefined, id: string) => as(member).report({ params: { id } }),
    decide: (member: BuiltMember | undefined, ids: string[], decision: ReportDecision, reason = '') =>
      as(member).decideReports({ body: { ids, decision, reason } }),
    async todosOf(member: BuiltMember, kind: string) {
      const { items } = await platform.client(messages, member).findMyUnfinished({ query: { pageSize: 100, kind } })
      return items
    },
    async newsOf(member: BuiltMember) {
      const { items } = await platform.client(messages, member).listNotifications({ query: { pageSize: 50 } })
      return items.map(({ type }) => type)
    },
  }
}
