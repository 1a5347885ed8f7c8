/**
 * Authors save drafts every moment and publish them at the end, while the server is killed with SIGKILL again and again. What was
 * acknowledged is there, and no draft becomes two contents. KILLS sets how often.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { buildAccount } from '#modules/community/community/server/accounts.fixture.ts'
import { type BuiltMember, buildCompany, buildMember } from '#modules/platform/identity/server/members.fixture.ts'
import { testPlatform } from '#test/harness.ts'
import { freePort, ServerProcess } from '#test/server-process.ts'

const kills = Number(process.env.KILLS ?? 1)
const authorCount = 3
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

interface Answer {
  readonly id?: string
  readonly revision?: number
  readonly errorCode?: number
  readonly data?: { readonly draft?: { readonly revision: number; readonly fields: { readonly title: string } } }
}

class Author {
  readonly member: BuiltMember
  private readonly accountId: string
  /** The title that was acknowledged last. */
  title = ''
  id: string | undefined
  revision = 0
  contentId: string | undefined
  answered = 0
  unanswered = 0
  private stopped = false

  constructor(member: BuiltMember, accountId: string) {
    this.member = member
    this.accountId = accountId
  }

  /** Asks until the server answers: what is in doubt is asked again. */
  private async ask(path: string, body: object): Promise<Answer> {
    for (;;) {
      try {
        const response = await fetch(`${server.origin}/api/v1/knowledge-operation/question${path}`, {
          method: 'POST',
          headers: { authorization: `Bearer ${this.member.token}`, 'content-type': 'application/json' },
          body: JSON.stringify(body),
        })
        const answer = (await response.json()) as Answer
        if (response.status === 200 || answer.errorCode === 70127) return answer
        // The limit of calls of one address is waited for as well.
        if (response.status !== 503 && answer.errorCode !== 900008) throw new Error(JSON.stringify(answer))
      } catch (error) {
        if (!(error instanceof TypeError) && !(error instanceof SyntaxError)) throw error
        this.unanswered += 1
      }
      await wait(50)
    }
  }

  private async save(title: string): Promise<void> {
    const fields = {
      ...{ title, html: `<p>${title}</p>`, coverFileId: null, fileId: null, chapters: [], captions: [], topicIds: [] },
      ...{ coAuthorIds: [], source: '', license: '', commentsOpen: true, visibility: 0, organizationIds: [] },
      ...{ circleIds: [], publishAt: null },
    }
    const draft = this.id === undefined ? {} : { id: this.id }
    const answer = await this.ask('/draft', {
      ...{ ...draft, accountId: this.accountId, type: 1, revision: this.revision, fields },
    })
    // Saved before the kill, which took the answer.
    const known = answer.data?.draft
    if (known && known.fields.title !== title) throw new Error(`${known.fields.title} instead of ${title}`)
    this.revision = known?.revision ?? answer.revision ?? 0
    this.id ??= answer.id
    this.title = title
    this.answered += 1
  }

  async write(): Promise<void> {
    for (let round = 0; !this.stopped; round += 1) {
      await this.save(`${this.member.name} ${round}`)
      await wait(20)
    }
  }

  async publish(): Promise<void> {
    const body = { draftId: this.id, revision: this.revision }
    this.contentId = (await this.ask('', body)).id
    expect((await this.ask('', body)).id).toBe(this.contentId)
  }

  stop(): void {
    this.stopped = true
  }
}

it(
  `${kills} kills of the server lose nothing of a draft that was acknowledged`,
  async () => {
    const companyId = await buildCompany(platform.db)
    const authors: Author[] = []
    for (let count = 0; count < authorCount; count += 1) {
      const member = await buildMember(platform.db, { companyId })
      authors.push(new Author(member, await buildAccount(platform.db, { companyId, memberIds: [member.id] })))
    }
    const writing = Promise.all(authors.map((author) => author.write()))
    for (let kill = 0; kill < kills; kill += 1) {
      const before = authors.map(({ answered }) => answered)
      while (authors.some((author, at) => author.answered < (before[at] ?? 0) + answersOfKill)) await wait(20)
      await server.end('SIGKILL')
      while (authors.every(({ unanswered }) => unanswered === 0)) await wait(5)
      await server.start()
    }
    for (const author of authors) author.stop()
    await writing
    for (const { id, revision, title } of authors) {
      const { rows } = await sql<{ revision: number; title: string }>`
        select revision, fields ->> 'title' as title from contents.draft where id = ${id}`.execute(platform.root)
      expect(rows).toEqual([{ revision, title }])
    }
    await Promise.all(authors.map((author) => author.publish()))
    const { rows: contents } = await sql<{ id: string; title: string }>`
      select id, title from contents.content where company_id = ${companyId} order by id`.execute(platform.root)
    const published = authors.map(({ contentId, title }) => ({ id: contentId, title }))
    expect(contents).toEqual(published.toSorted((a, b) => ((a.id ?? '') < (b.id ?? '') ? -1 : 1)))
    expect(authors.reduce((sum, one) => sum + one.unanswered, 0)).toBeGreaterThan(0)
  },
  600_000 + kills * 60_000,
)
