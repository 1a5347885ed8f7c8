/** Members who write: drafts that are saved again and again, and questions to the ask bar. */
import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import { expect } from 'vitest'
import { questionBody } from '#modules/community/ask/server/ask.fixture.ts'
import { buildAccount } from '#modules/community/community/server/accounts.fixture.ts'
import { buildMember } from '#modules/platform/identity/server/members.fixture.ts'
import type { RootDatabase } from '#server/db/pool.ts'
import { type Answered, errorCodeOf } from './http.ts'
import { type Kind, kindMaker } from './kinds.ts'
import type { Site } from './site.ts'

const path = { draft: '/api/v1/knowledge-operation/question/draft', ask: '/api/v1/ask-bar/question' }
const draftChanged = 70127
/** They take turns, because a member asks and saves so often only. */
const writerCount = 30

interface Writer {
  readonly id: string
  readonly accountId: string
  readonly headers: Readonly<Record<string, string>>
  /** As it was acknowledged last. */
  draft?: { readonly id: string; readonly revision: number; readonly title: string }
  /** Of the question that is not acknowledged yet. */
  key: string
}

interface Writing {
  readonly kinds: readonly Kind[]
  /** What was acknowledged is there, once. */
  assertKept(): Promise<void>
  close(): void
}

const fields = {
  ...{
    html: '<p>正文</p>',
    coverFileId: null,
    fileId: null,
    chapters: [],
    captions: [],
    topicIds: [],
    coAuthorIds: [],
  },
  ...{ source: '', license: '', commentsOpen: true, visibility: 0, organizationIds: [], circleIds: [] },
  ...{ publishAt: null },
}

async function buildWriter(db: RootDatabase, companyId: string): Promise<Writer> {
  const { id, token } = await buildMember(db, { companyId })
  const accountId = await buildAccount(db, { companyId, memberIds: [id] })
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  return { id, accountId, headers, key: uuid() }
}

const bodyOf = (answered: Answered) => JSON.parse(answered.body.toString())

export async function writingKinds(site: Site, db: RootDatabase, companyId: string): Promise<Writing> {
  const writers: Writer[] = []
  while (writers.length < writerCount) writers.push(await buildWriter(db, companyId))
  const { kind, close } = kindMaker(site.origin)
  let turn = 0
  const next = () => writers[turn++ % writerCount] as Writer
  const saving = kind('draft', async (send) => {
    const writer = next()
    const title = `第 ${turn} 稿`
    const save = (draft: Partial<NonNullable<Writer['draft']>>) => {
      const { id, revision = 0 } = draft
      const draftOf = { ...(id !== undefined && { id }), accountId: writer.accountId, type: 1, revision }
      const body = JSON.stringify({ ...draftOf, fields: { ...fields, title } })
      return send({ method: 'POST', path: path.draft, headers: writer.headers, body })
    }
    let answered = await save(writer.draft ?? {})
    // The one before was saved, and its answer lost.
    if (errorCodeOf(answered) === draftChanged) answered = await save(bodyOf(answered).data.draft)
    if (answered.status === 200) writer.draft = { ...bodyOf(answered), title }
    return answered
  })
  const asked: string[] = []
  const asking = kind('ask', async (send) => {
    const writer = next()
    const body = JSON.stringify(questionBody({ key: writer.key }))
    const answered = await send({ method: 'POST', path: path.ask, headers: writer.headers, body })
    if (answered.status !== 200) return answered
    asked.push(writer.key)
    writer.key = uuid()
    return answered
  })
  return {
    kinds: [saving, asking].map((one) => ({ ...one, isAlone: true as const })),
    async assertKept() {
      for (const { draft } of writers) {
        if (draft === undefined) continue
        const { rows } = await sql<{ title: string; revision: number }>`
          select fields ->> 'title' as title, revision from contents.draft where id = ${draft.id}`.execute(db)
        // What was not acknowledged may have been saved as well: it is newer, never older.
        const [kept] = rows
        expect(kept?.revision).toBeGreaterThanOrEqual(draft.revision)
        if (kept?.revision === draft.revision) expect(kept.title).toBe(draft.title)
      }
      const { rows } = await sql<{ key: string }>`
        select request_key as key from ask.question where request_key = any(${asked}::uuid[])`.execute(db)
      expect(rows.map(({ key }) => key).toSorted()).toEqual(asked.toSorted())
    },
    close,
  }
}
