/** Contests over HTTP: what their tests begin with. */
import { PDFDocument } from 'pdf-lib'
import { afterEach, beforeAll } from 'vitest'
import { videoBytes } from '#modules/platform/files/server/content.fixture.ts'
import { storeFile } from '#modules/platform/files/server.ts'
import type { BuiltMember } from '#modules/platform/identity/server/members.fixture.ts'
import type { TestPlatform } from '#test/harness.ts'
import type { Round } from '../contract/fields.ts'
import { contests } from '../contract.ts'
import { type BuiltContest, buildContest } from './contests.fixture.ts'

export const minuteMs = 60_000

/** Works are handed in for ten minutes, and reviewed for ten more: sessions of tests last an hour. */
export const shortRound = (from: number, name = '初赛'): Round => ({
  ...{ name, opensAt: from - minuteMs, closesAt: from + 10 * minuteMs },
  ...{ reviewUntil: from + 20 * minuteMs, votingUntil: from + 20 * minuteMs },
})

/** A PDF of one empty page. */
export async function pdfBytes(): Promise<Buffer> {
  const made = await PDFDocument.create()
  made.addPage([300, 200])
  return Buffer.from(await made.save())
}

export interface TestContest {
  readonly params: { readonly id: string }
}

/** The name of an author in the name of a file, where authors write it. */
export const authorName = '欧阳静怡'

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
    return (
      await storeFile(platform.db, platform.outside, { ...owner, kind, name, content, ...(audience && { audience }) })
    ).id
  }
  return {
    as,
    store,
    video: (member: BuiltMember, name = '微课.mp4') => store(member, name, videoBytes),
    document: async (member: BuiltMember, name = '讲义.pdf') => store(member, name, await pdfBytes()),
    /** A published contest in which works are handed in now, unless the input says otherwise. */
    async build(input: Partial<BuiltContest> = {}): Promise<TestContest> {
      const round = shortRound(startedAt)
      const own = { author: authorOf(), now: platform.now, rounds: [round], ...input }
      return { params: { id: await buildContest(platform.db, own) } }
    },
    /** Hands in a file that its author has named after the own person, and makes the copy without names. */
    async handIn(
      member: BuiltMember,
      one: TestContest,
      { title = '五步查隐患', groupKey = null as string | null } = {},
    ) {
      const fileId = await store(member, `${authorName}-微课.mp4`, videoBytes)
      const work = await as(member).handIn({ ...one, body: { title, text: '从现场出发', groupKey, fileId } })
      await platform.runJobs()
      return { params: { id: work.id } }
    },
    /** The clock moves back to where works are handed in. */
    toStart() {
      platform.now = startedAt
    },
    /** …to the time in which works are reviewed and voted for. */
    toReview() {
      platform.now = startedAt + 11 * minuteMs
    },
    /** …to the first instant at which both have ended. */
    toEnd() {
      platform.now = startedAt + 20 * minuteMs
    },
  }
}
