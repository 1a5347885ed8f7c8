/**
 * Members follow and unfollow while the server is killed with SIGKILL again and again. What was acknowledged is there, and the
 * counters agree with the follows. KILLS sets how often.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { topicBusinessType } from '#modules/community/following/contract.ts'
import { topics } from '#modules/content/topics/contract.ts'
import { type BuiltMember, buildCompany, buildMember } from '#modules/platform/identity/server/members.fixture.ts'
import { testPlatform } from '#test/harness.ts'
import { freePort, ServerProcess } from '#test/server-process.ts'

const kills = Number(process.env.KILLS ?? 1)
const memberCount = 4
const topicCount = 3
/** A kill follows once everybody has been answered so often since the one before; within the limit of calls a minute. */
const answersOfKill = 5

const platform = testPlatform()
let server: ServerProcess
let directory: string

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'shuyuan-kill-'))
  server = new ServerProcess(await freePort(), {
    DATABASE_URL: platform.databaseUrl,
    DATA_DIRECTORY: directory,
    LOG_LEVEL: 'error',
  })
  await server.start()
})

afterAll(async () => {
  await server.end('SIGKILL')
  await rm(directory, { recursive: true, force: true })
})

class Follower {
  readonly member: BuiltMember
  /** What was acknowledged last of each topic. */
  readonly follows = new Map<string, boolean>()
  answered = 0
  unanswered = 0
  private stopped = false

  constructor(member: BuiltMember) {
    this.member = member
  }

  /** Asks until the server answers: what is in doubt is asked again. */
  private async set(businessId: string, following: boolean): Promise<void> {
    for (;;) {
      try {
        const response = await fetch(`${server.origin}/api/v1/knowledge-operation/attention`, {
          method: 'POST',
          headers: { authorization: `Bearer ${this.member.token}`, 'content-type': 'application/json' },
          body: JSON.stringify({ businessType: topicBusinessType, businessId, following }),
        })
        const answer = (await response.json()) as { errorCode?: number }
        if (response.status === 200) break
        // The limit of calls of one address is waited for as well.
        if (response.status !== 503 && answer.errorCode !== 900008) throw new Error(JSON.stringify(answer))
      } catch (error) {
        if (!(error instanceof TypeError) && !(error instanceof SyntaxError)) throw error
        this.unanswered += 1
      }
      await wait(50)
    }
    this.follows.set(businessId, following)
    this.answered += 1
  }

  async follow(topicIds: readonly string[]): Promise<void> {
    for (let round = 0; !this.stopped; round += 1) {
      for (const id of topicIds) await this.set(id, round % 2 === 0)
      await wait(20)
    }
  }

  stop(): void {
    this.stopped = true
  }
}

it(
  `${kills} kills of the server lose no follow that was acknowledged`,
  async () => {
    const companyId = await buildCompany(platform.db)
    const members: BuiltMember[] = []
    for (let count = 0; count < memberCount; count += 1) members.push(await buildMember(platform.db, { companyId }))
    const [author] = members
    if (!author) throw new Error('nobody follows')
    const topicIds: string[] = []
    for (let count = 0; count < topicCount; count += 1)
      topicIds.push((await platform.client(topics, author).quickAddTopic({ body: { name: `话题 ${count}` } })).id)
    const followers = members.map((member) => new Follower(member))
    const following = Promise.all(followers.map((one) => one.follow(topicIds)))
    for (let kill = 0; kill < kills; kill += 1) {
      const before = followers.map(({ answered }) => answered)
      while (followers.some((one, at) => one.answered < (before[at] ?? 0) + answersOfKill)) await wait(20)
      await server.end('SIGKILL')
      while (followers.every(({ unanswered }) => unanswered === 0)) await wait(5)
      await server.start()
    }
    for (const one of followers) one.stop()
    await following

    for (const { member, follows } of followers) {
      const { rows } = await sql<{ id: string }>`
        select business_id as id from following.follow where member_id = ${member.id} order by 1`.execute(platform.root)
      const wanted = [...follows].filter(([, isFollowed]) => isFollowed).map(([id]) => id)
      expect(rows.map(({ id }) => id)).toEqual(wanted.sort())
    }
    const { rows: counters } = await sql<{ id: string; kept: number; counted: number }>`
      select c.business_id as id, c.follower_count as kept,
        (select count(*)::int from following.follow f where f.business_id = c.business_id) as counted
      from following.followed c where c.company_id = ${companyId}`.execute(platform.root)
    expect(counters).toHaveLength(topicCount)
    for (const { kept, counted } of counters) expect(kept).toBe(counted)
    expect(followers.reduce((sum, one) => sum + one.unanswered, 0)).toBeGreaterThan(0)
  },
  600_000 + kills * 60_000,
)
