/** Contests over HTTP: what their tests begin with. */
import { afterEach, beforeAll } from 'vitest'
import { storeFile } from '#modules/platform/files/server.ts'
import { pdf, sample } from '#modules/platform/files/server/samples.ts'
import type { BuiltMember } from '#modules/platform/identity/server/members.fixture.ts'
import type { TestPlatform } from '#test/harness.ts'
import { contests } from '../contract.ts'
import { type BuiltContest, buildContest } from './contests.fixture.ts'

export const dayMs = 86_400_000

export interface TestContest {
  readonly params: { readonly id: string }
}

export function contestsOn(platform: TestPlatform, authorOf: () => BuiltMember) {
  let startedAt = 0
  beforeAll(() => {
    startedAt = platform.now
  })
  // Sessions end after hours: no test leaves the clock where it moved it.
  afterEach(() => {
    platform.now = startedAt
  })
  const as = (member: BuiltMember | undefined) => platform.client(contests, member)
  const store = async (member: BuiltMember, name: string, content: Buffer, audience?: 'company' | 'owner' | 'link') => {
    const kind = name.endsWith('.mp4') || name.endsWith('.webm') ? 'video' : 'document'
    const owner = { companyId: member.companyId, ownerId: member.id, now: platform.now }
    return (await storeFile(platform.db, platform.outside, { ...owner, kind, name, content, ...(audience && { audience }) })).id
  }
  return {
    as,
    store,
    video: (member: BuiltMember, name = '微课.mp4') => store(member, name, sample('two-seconds.mp4')),
    document: (member: BuiltMember, name = '讲义.pdf') => store(member, name, pdf(2)),
    /** A published contest in which works are handed in now, unless the input says otherwise. */
    async build(input: Partial<BuiltContest> = {}): Promise<TestContest> {
      return { params: { id: await buildContest(platform.db, { author: authorOf(), now: platform.now, ...input }) } }
    },
    /** Hands in and makes the copy without names. */
    async handIn(member: BuiltMember, one: TestContest, { title = '五步查隐患', groupKey = null as string | null } = {}) {
      const fileId = await store(member, `${member.fullName}的作品.mp4`, sample('two-seconds.mp4'))
      const work = await as(member).handIn({ ...one, body: { title, text: '从现场出发', groupKey, fileId } })
      await platform.runJobs()
      return { params: { id: work.id } }
    },
    /** The clock moves to the time in which works are reviewed and voted for. */
    toReview() {
      platform.now = startedAt + 2 * dayMs + 60_000
    },
    toEnd() {
      platform.now = startedAt + 5 * dayMs
    },
  }
}
