/**
 * Members report comments, moderators decide and mute, authors appeal, and other moderators decide the appeals, while the server is
 * killed with SIGKILL. Each repeats a call until it is answered. Afterwards every case has gone its whole way once: the comment, its
 * count, the mute and the messages agree with the decision, and none is left half done. KILLS sets how often.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { buildAccount } from '#modules/community/community/server/accounts.fixture.ts'
import { buildContent } from '#modules/community/contents/server/contents.fixture.ts'
import { topics } from '#modules/content/topics/contract.ts'
import { type BuiltMember, buildCompany, buildMember } from '#modules/platform/identity/server/members.fixture.ts'
import { messages } from '#modules/platform/messages/contract.ts'
import { testPlatform } from '#test/harness.ts'
import { freePort, ServerProcess } from '#test/server-process.ts'

const kills = Number(process.env.KILLS ?? 1)
const killAfterMs = { least: 100, most: 600 }
const workers = 3
const casesMax = 40
const shareContent = 16

const platform = testPlatform({ poolSize: 4 })
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

/** What a call says that was done before the kill took its answer. */
const alreadyDone = { reported: 10202, changed: 10204, appealed: 10207 } as const

/** Asks until there is an answer: the server may be down, or die before or after it has committed. */
async function untilAnswered(by: BuiltMember, path: string, body: object, done: number): Promise<void> {
  for (;;) {
    try {
      const response = await fetch(`${server.origin}/api/v1${path}`, {
        method: 'POST',
        headers: { authorization: `Bearer ${by.token}`, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      })
      const answer = (await response.json()) as { errorCode?: number }
      if (response.status === 200 || answer.errorCode === done) return
      // The limit of calls of one address is waited for.
      if (response.status !== 503 && answer.errorCode !== 900008) throw new Error(`${path}: ${JSON.stringify(answer)}`)
    } catch (error) {
      if (!(error instanceof TypeError) && !(error instanceof SyntaxError)) throw error
    }
    await wait(20)
  }
}

interface Fate {
  readonly author: BuiltMember
  readonly reporter: BuiltMember
  readonly commentId: string
  readonly isOverturned: boolean
}

interface Scene {
  readonly companyId: string
  readonly contentId: string
  readonly deciding: BuiltMember
  readonly hearing: BuiltMember
}

/** One comment: reported, removed with a mute, appealed, and heard. */
async function goThrough({ companyId, contentId, deciding, hearing }: Scene, isOverturned: boolean): Promise<Fate> {
  const [author, reporter] = [
    await buildMember(platform.db, { companyId }),
    await buildMember(platform.db, { companyId }),
  ]
  const written = { businessType: shareContent, businessId: contentId, content: '加微信领优惠' }
  const { id: commentId } = await platform.client(topics, author).addComment({ body: written })
  const report = { businessId: commentId, reason: '广告', reasonCode: 'spam' }
  await untilAnswered(reporter, '/knowledge-operation/accuse', report, alreadyDone.reported)
  const { rows } = await sql<{ id: string }>`select id from moderation.content_case
    where business_id = ${commentId}`.execute(platform.root)
  expect(rows).toHaveLength(1)
  const path = `/system/moderation/cases/${rows[0]?.id}`
  const decision = {
    outcome: 'remove',
    reasonCode: 'spam',
    note: '请勿发布广告',
    warn: true,
    muteDays: 30,
    revision: 0,
  }
  await untilAnswered(deciding, `${path}/decision`, decision, alreadyDone.changed)
  await untilAnswered(
    author,
    `/system/moderation/own-decisions/${rows[0]?.id}/appeal`,
    { text: '这不是广告' },
    alreadyDone.appealed,
  )
  const heard = { revision: 2, outcome: isOverturned ? 'overturned' : 'upheld', note: '' }
  await untilAnswered(hearing, `${path}/appeal-decision`, heard, alreadyDone.changed)
  return { author, reporter, commentId, isOverturned }
}

async function expectWhole({ author, reporter, commentId, isOverturned }: Fate): Promise<void> {
  const { rows } = await sql<object>`select k.state, k.outcome, k.revision, k.report_count as reports,
      k.appeal_outcome as appeal, c.removed,
      (select count(*)::int from moderation.report r where r.case_id = k.id) as stored,
      (select count(*)::int from moderation.mute m where m.member_id = ${author.id} and m.case_id = k.id) as mutes
    from moderation.content_case k join topics.comment c on c.id = k.business_id
    where k.business_id = ${commentId}`.execute(platform.root)
  expect(rows).toEqual([
    {
      ...{ state: 'decided', revision: 3, reports: 1, stored: 1 },
      ...(isOverturned
        ? { outcome: 'restored', appeal: 'overturned', removed: null, mutes: 0 }
        : { outcome: 'remove', appeal: 'upheld', removed: 'moderator', mutes: 1 }),
    },
  ])
  const types = async (member: BuiltMember) =>
    (await platform.client(messages, member).listNotifications({ query: {} })).items.map(({ type }) => type).toSorted()
  expect(await types(author)).toEqual(['moderation.appeal-decided', 'moderation.decided'])
  expect((await types(reporter)).filter((type) => type.startsWith('moderation.')).length).toBeGreaterThan(0)
}

it(
  `${kills} kills of the server leave no decision half done`,
  async () => {
    const companyId = await buildCompany(platform.db)
    const deciding = await buildMember(platform.db, { companyId, roles: ['super-admin'] })
    const hearing = await buildMember(platform.db, { companyId, roles: ['super-admin'] })
    const accountId = await buildAccount(platform.db, { companyId, memberIds: [deciding.id] })
    const contentId = await buildContent(platform.db, { companyId, accountId, authorId: deciding.id })
    const scene = { companyId, contentId, deciding, hearing }
    let stopped = false
    const work = async (worker: number) => {
      const fates: Fate[] = []
      while ((!stopped || fates.length < 2) && fates.length < casesMax)
        fates.push(await goThrough(scene, (worker + fates.length) % 2 === 0))
      return fates
    }
    const working = Promise.all(Array.from({ length: workers }, (_, worker) => work(worker)))
    for (let kill = 0; kill < kills; kill += 1) {
      await wait(killAfterMs.least + Math.random() * (killAfterMs.most - killAfterMs.least))
      await server.end('SIGKILL')
      await server.start()
    }
    stopped = true
    const fates = (await working).flat()
    for (const fate of fates) await expectWhole(fate)
    const { rows } = await sql<{ counted: number; cases: number }>`select
      (select comment_count from topics.item_figures where business_id = ${contentId})::int as counted,
      (select count(*) from moderation.content_case where company_id = ${companyId})::int as cases`.execute(
      platform.root,
    )
    expect(rows).toEqual([{ counted: fates.filter(({ isOverturned }) => isOverturned).length, cases: fates.length }])
  },
  600_000 + kills * 60_000,
)
