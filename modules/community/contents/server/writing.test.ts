import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import { describe, expect, it } from 'vitest'
import { community } from '#modules/community/community/contract.ts'
import { buildCircle } from '#modules/community/community/server/accounts.fixture.ts'
import { accountBusinessType, placeInCircles } from '#modules/community/community/server.ts'
import { following } from '#modules/community/following/contract.ts'
import { buildFile } from '#modules/platform/files/server/files.fixture.ts'
import { buildMember, callerOf } from '#modules/platform/identity/server/members.fixture.ts'
import { messages } from '#modules/platform/messages/contract.ts'
import { operations } from '#modules/platform/operations/contract.ts'
import { buildWords } from '#modules/platform/words/server/words.fixture.ts'
import { bounds } from '#test/bounds.ts'
import { refusal, testPlatform } from '#test/harness.ts'
import { proves } from '#test/proves.ts'
import { race } from '#test/race.ts'
import { contentBusinessType } from '../contract.ts'
import { contentScene } from './scene.fixture.ts'

const platform = testPlatform({ poolSize: 6 })
const { scene, as, fields, save, publish, build } = contentScene(platform)

const freeze = () =>
  sql`update community.account set frozen_at = 1 where id = ${scene.accountId}`.execute(platform.root)
const inbox = async (member: { token: string }) =>
  (await platform.client(messages, member).listNotifications({ query: {} })).items.map(({ title }) => title)

/** Jobs of a time run by the clock of the database: their time has come. */
async function runLateJobs() {
  await sql`update graphile_worker._private_jobs set run_at = now()`.execute(platform.root)
  await platform.runJobs()
}

describe('drafts', () => {
  it('are kept, answered, and removed by their author alone', async () => {
    const saved = await save({ title: '草稿', html: '<p>一</p>' })
    await proves('COMMUNITY-086', async () => {
      expect(saved).toEqual({ id: expect.any(String), revision: 1 })
    })
    await proves('COMMUNITY-161', async () => {
      const body = { id: saved.id, accountId: scene.accountId, type: 1 as const, revision: 1, fields: fields() }
      expect(await as(scene.author).saveDraft({ body })).toEqual({ id: saved.id, revision: 2 })
    })
    await proves(['COMMUNITY-087', 'COMMUNITY-160'], async () => {
      expect(await as(scene.author).draft({ query: { id: saved.id } })).toMatchObject({
        ...{ id: saved.id, revision: 2, contentId: null, accountId: scene.accountId },
        fields: { title: '交接班', html: '<p>先看记录。</p>' },
      })
    })
    await proves('COMMUNITY-040', async () => {
      const { fields: kept } = await as(scene.author).draft({ query: { id: saved.id } })
      expect(Object.keys(kept).sort()).toEqual(Object.keys(fields()).sort())
    })
    for (const other of [scene.owner, scene.reader, scene.stranger]) {
      expect(await refusal(as(other).draft({ query: { id: saved.id } }))).toMatchObject({ errorCode: 900005 })
      expect(await refusal(as(other).removeDraft({ params: { id: saved.id } }))).toMatchObject({ errorCode: 900005 })
      const theft = { id: saved.id, accountId: scene.accountId, type: 1 as const, revision: 2, fields: fields() }
      expect(await refusal(as(other).saveDraft({ body: theft }))).toMatchObject({ errorCode: 900005 })
      const publication = { body: { draftId: saved.id, revision: 2 } }
      expect(await refusal(as(other).publish(publication))).toMatchObject({ errorCode: 900005 })
    }
    await proves(['COMMUNITY-088', 'COMMUNITY-162'], async () => {
      const removed = await save({ title: '删除' })
      await as(scene.author).removeDraft({ params: { id: removed.id } })
      expect(await refusal(as(scene.author).draft({ query: { id: removed.id } }))).toMatchObject({
        errorCode: 900005,
      })
    })
    expect((await as(scene.author).drafts({ query: {} })).items.map(({ id }) => id)).toEqual([saved.id])
    expect((await as(scene.author).drafts({ query: { accountId: uuid() } })).recordCount).toBe(0)
  })

  it('that another device has saved are not overwritten: the refusal has the newer text', async () => {
    const { id } = await save()
    const saveAs = (revision: number, title: string) =>
      as(scene.author).saveDraft({
        body: { id, accountId: scene.accountId, type: 1, revision, fields: fields({ title }) },
      })
    await saveAs(1, '电脑上写的')
    const refused = await refusal(saveAs(1, '手机上写的'))
    expect(refused).toMatchObject({
      ...{ status: 422, errorCode: 70127 },
      data: { draft: { revision: 2, fields: { title: '电脑上写的' } } },
    })
    const stale = { body: { draftId: id, revision: 1 } }
    expect(await refusal(as(scene.author).publish(stale))).toMatchObject({ errorCode: 70127 })
    const locked = () => sql`select from contents.draft where id = ${id} for update`
    const found = await race(platform, 4, (at) => saveAs(2, `并发 ${at}`), { begin: async () => {}, locked })
    expect(found).toMatchObject({ accepted: 1, refused: { 70127: 3 } })
  })

  it('are at most 200', async () => {
    await sql`insert into contents.draft (id, company_id, member_id, account_id, type, fields, created_at, updated_at)
      select gen_random_uuid(), ${scene.companyId}, ${scene.author.id}, ${scene.accountId}, 1, ${JSON.stringify(fields())}::jsonb, 1, 1
      from generate_series(1, 199)`.execute(platform.root)
    await save()
    expect(await refusal(save())).toMatchObject({ errorCode: 70129, data: { max: 200 } })
  })

  it('may be longer than what can be published: nothing that was typed is lost', async () => {
    const html = `<p>${'长'.repeat(6000)}</p>`
    const { id: draftId, revision } = await save({ html, title: '长'.repeat(500) })
    expect((await as(scene.author).draft({ query: { id: draftId } })).fields.html).toBe(html)
    expect(await refusal(as(scene.author).publish({ body: { draftId, revision } }))).toMatchObject({
      errorCode: 900001,
    })
    expect((await as(scene.author).draft({ query: { id: draftId } })).fields.html).toBe(html)
  })

  it('and contents of megabytes and lists of thousands of ids are refused', async () => {
    const ids = Array.from({ length: 10_000 }, () => uuid())
    for (const change of [{ html: 'x'.repeat(500_001) }, { coAuthorIds: ids }, { circleIds: ids }, { topicIds: ids }])
      expect(await refusal(save(change))).toMatchObject({ errorCode: 900001 })
    expect((await refusal(save({ html: 'x'.repeat(5_000_000) }))).status).toBeLessThan(500)
  })
})

describe('placing in circles', () => {
  it('takes three at once, and a fourth one only later', async () => {
    const circleIds: string[] = []
    for (let at = 0; at < 4; at += 1)
      circleIds.push(
        await buildCircle(platform.db, { companyId: scene.companyId, ownerId: scene.author.id, name: `三个 ${at}` }),
      )
    await proves(['COMMUNITY-117', 'COMMUNITY-118'], () =>
      bounds(3, (count) => publish({ title: `放进 ${count} 个`, circleIds: circleIds.slice(0, count) }), {
        ...{ refused: 900001, path: 'fields.circleIds' },
      }),
    )
  })

  it('ends at twenty, whoever has placed it there', async () => {
    const { companyId, author } = scene
    const circle = (at: number) => buildCircle(platform.db, { companyId, ownerId: author.id, name: `圈子 ${at}` })
    const circleIds: string[] = []
    for (let at = 0; at < 22; at += 1) circleIds.push(await circle(at))
    const { id } = await publish({ circleIds: circleIds.slice(0, 1) })
    const caller = await callerOf(platform.db, author)
    const place = (some: string[]) =>
      placeInCircles(
        platform.db,
        caller,
        { businessType: contentBusinessType, businessId: id, circleIds: some },
        platform.now,
      )
    await place(circleIds.slice(1, 19))
    const changed = async (some: string[]) => {
      const { revision } = await as(author).forEdit({ query: { id } })
      return as(author).change({ body: { id, revision, fields: fields({ circleIds: some }) } })
    }
    expect(await changed(circleIds.slice(18, 20))).toMatchObject({ id })
    expect(await refusal(changed(circleIds.slice(19, 21)))).toMatchObject({ status: 422, errorCode: 70314 })
    // Where it stands already it stays, and nothing is added.
    expect(await changed(circleIds.slice(17, 20))).toMatchObject({ id })
    const { id: draftId, revision } = await as(author).saveDraft({
      body: {
        accountId: scene.accountId,
        type: 1,
        revision: 0,
        contentId: id,
        fields: fields({ circleIds: [circleIds[21] ?? ''] }),
      },
    })
    expect(await refusal(as(author).publish({ body: { draftId, revision } }))).toMatchObject({ errorCode: 70314 })
    const { rows } = await sql`select from community.circle_share where item_id = ${id}`.execute(platform.root)
    expect(rows).toHaveLength(20)
  })
})

describe('publishing', () => {
  it('makes a content of a draft, once, and the draft is gone', async () => {
    const { id: draftId, revision } = await save()
    const call = () => as(scene.author).publish({ body: { draftId, revision } })
    const published = await call()
    await proves(['COMMUNITY-154', 'COMMUNITY-046'], async () => {
      expect(published).toEqual({ id: expect.any(String), outcome: 'published' })
      expect(await as(scene.reader).questionInfo({ query: { id: published.id } })).toMatchObject({
        ...{ title: '交接班', html: '<p>先看记录。</p>', publishedAt: platform.now, isMember: false, mayEdit: false },
        account: { id: scene.accountId, name: '安全先锋' },
      })
    })
    await proves('COMMUNITY-159', async () => {
      const headers = { authorization: `Bearer ${scene.reader.token}` }
      const address = (id: string) => `/api/v1/knowledge-operation/question/question-info?id=${id}`
      const answer = await platform.app.inject({ url: address(published.id), headers })
      expect(answer.json()).toMatchObject({ id: published.id, title: '交接班', mayManage: false })
      expect((await platform.app.inject({ url: address(uuid()), headers })).json()).toMatchObject({ errorCode: 900005 })
    })
    await proves('COMMUNITY-089', async () => {
      expect((await as(scene.author).drafts({ query: {} })).items).toEqual([])
    })
    expect(await call()).toEqual(published)
    expect(await as(scene.author).managed({ query: { id: scene.accountId } })).toMatchObject({ recordCount: 1 })
  })

  it('of one draft by two devices at one moment makes one content', async () => {
    const { id: draftId, revision } = await save()
    const locked = () => sql`select from contents.draft where id = ${draftId} for update`
    const call = () => as(scene.author).publish({ body: { draftId, revision } })
    const found = await race(platform, 4, call, { begin: async () => {}, locked })
    expect(found.accepted).toBe(4)
    expect(new Set(found.answers.map(({ id }) => id)).size).toBe(1)
  })

  it('needs an account of the caller that is not frozen', async () => {
    const nobody = await buildMember(platform.db, { companyId: scene.companyId, now: platform.now })
    await proves(['COMMUNITY-047', 'COMMUNITY-082'], async () => {
      expect(await refusal(save({}, nobody))).toMatchObject({ status: 422, errorCode: 70304 })
    })
    expect(await refusal(save({}, scene.stranger))).toMatchObject({ errorCode: 900005 })
    const { id: draftId, revision } = await save()
    const { id } = await publish({ title: '早先的' })
    await freeze()
    expect(await refusal(as(scene.author).publish({ body: { draftId, revision } }))).toMatchObject({ errorCode: 70306 })
    expect(await refusal(save())).toMatchObject({ errorCode: 70306 })
    const change = { body: { id, revision: 1, fields: fields({ title: '改' }) } }
    expect(await refusal(as(scene.author).change(change))).toMatchObject({ errorCode: 70306 })
    expect(await refusal(as(scene.author).close({ params: { id } }))).toMatchObject({ errorCode: 10138 })
  })

  it('takes a title once in an account, however it is typed', async () => {
    await publish({ title: 'Safety 第一' })
    await proves(['COMMUNITY-081', 'COMMUNITY-237'], async () => {
      for (const title of ['safety第一', 'ＳＡＦＥＴＹ 第一', ' Safety  第一 '])
        expect(await refusal(publish({ title }))).toMatchObject({ status: 422, errorCode: 70120 })
    })
    const other = await publish({ title: '第二' })
    const change = { body: { id: other.id, revision: 1, fields: fields({ title: 'SAFETY第一' }) } }
    expect(await refusal(as(scene.author).change(change))).toMatchObject({ errorCode: 70120 })
  })

  it('takes 5,000 visible characters, a title of 100, and asks for what is missing', async () => {
    await proves('COMMUNITY-084', async () => {
      const call = (count: number) => publish({ title: `长文 ${count}`, html: `<h2>${'字'.repeat(count)}</h2>` })
      await bounds(5000, call, { refused: 900001, path: 'fields.html' })
    })
    await bounds(100, (count) => publish({ title: '题'.repeat(count) }), { refused: 900001, path: 'fields.title' })
    const incomplete = [{ title: ' ' }, { html: '<p> </p>' }, { visibility: 1 as const }, { visibility: 2 as const }]
    for (const change of incomplete) expect(await refusal(publish(change))).toMatchObject({ errorCode: 900001 })
    for (const type of [2, 3] as const)
      expect(await refusal(publish({}, scene.author, { type }))).toMatchObject({ errorCode: 900001 })
  })

  it('more than ten times in ten minutes is refused, also at one moment', async () => {
    for (let count = 0; count < 9; count += 1) await publish({ title: `文章 ${count}` })
    const drafts = [await save({ title: '第十' }), await save({ title: '十一' }), await save({ title: '十二' })]
    const answers = await Promise.allSettled(
      drafts.map(({ id: draftId, revision }) => as(scene.author).publish({ body: { draftId, revision } })),
    )
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    await proves(['COMMUNITY-083', 'COMMUNITY-242'], async () => {
      expect(await refusal(publish({ title: '十三' }))).toMatchObject({ status: 422, errorCode: 70999 })
    })
    platform.now += 600_001
    expect(await publish({ title: '十四' })).toMatchObject({ outcome: 'published' })
  })

  it('refuses sensitive words and says where they stand', async () => {
    await buildWords(platform.db, {
      companyId: scene.companyId,
      by: scene.owner.id,
      words: ['赌博'],
      now: platform.now,
    })
    const refused = await refusal(publish({ title: '不许赌博', html: '<p>也不许赌博</p>' }))
    expect(refused).toMatchObject({ status: 422, errorCode: 900010 })
    expect(JSON.stringify(refused.data)).toContain('fields.html')
  })

  it('takes files of the author alone, a picture as a cover and a video as a video', async () => {
    const { companyId } = scene
    const video = await buildFile(platform.db, { companyId, ownerId: scene.author.id })
    const foreign = await buildFile(platform.db, { companyId, ownerId: scene.reader.id })
    expect(await refusal(publish({ fileId: foreign.id }, scene.author, { type: 2 }))).toMatchObject({
      errorCode: 900005,
    })
    expect(await refusal(publish({ fileId: uuid() }, scene.author, { type: 2 }))).toMatchObject({ errorCode: 900005 })
    expect(await refusal(publish({ coverFileId: video.id }))).toMatchObject({ errorCode: 900001 })
    const chapters = [{ ms: 0, title: '开始' }]
    const { id } = await publish({ fileId: video.id, chapters }, scene.author, { type: 2 })
    const shown = await as(scene.reader).questionInfo({ query: { id } })
    expect(shown).toMatchObject({ type: 2, chapters, file: { id: video.id } })
    expect(await refusal(publish({ title: '人', coAuthorIds: [scene.stranger.id] }))).toMatchObject({ status: 422 })
  })

  it('writes no script into the page of a reader, in no field', async () => {
    const html = `<p onclick="alert(1)">文<script>alert(1)</script><img src="x" onerror="alert(1)">
      <a href="javascript:alert(1)">甲</a><a href="data:text/html,<script>alert(1)</script>">乙</a>
      <svg onload="alert(1)"><animate/></svg><iframe src="https://evil.example"></iframe><style>*{}</style></p>`
    const { id } = await publish({ html })
    const { html: shown, excerpt } = await as(scene.reader).questionInfo({ query: { id } })
    expect(shown).not.toMatch(/script|onerror|onclick|onload|javascript:|data:|<svg|<iframe|<style/i)
    expect(excerpt).not.toMatch(/[<>]/)
  })

  it('tells its co-authors', async () => {
    const { id } = await publish({ coAuthorIds: [scene.owner.id, scene.author.id] })
    await platform.runJobs()
    expect(await inbox(scene.owner)).toEqual(['您被列为《交接班》的合著者'])
    expect(await inbox(scene.author)).toEqual([])
    const { coAuthors } = await as(scene.reader).questionInfo({ query: { id } })
    expect(coAuthors.map(({ memberFullName }) => memberFullName)).toEqual(['周负责', '林作者'])
  })

  it('tells the followers of the account, and nobody about a change', async () => {
    await platform
      .client(following, scene.reader)
      .attention({ body: { businessType: accountBusinessType, businessId: scene.accountId } })
    const { id } = await publish({ title: '新内容' })
    const news = async () => (await platform.client(community, scene.reader).accountNotices()).items
    expect(await news()).toMatchObject([{ title: '新内容', businessId: id }])
    await as(scene.author).change({ body: { id, revision: 1, fields: fields({ title: '新内容二' }) } })
    expect(await news()).toHaveLength(1)
  })
})

describe('at a time', () => {
  it('a content appears then, also after a change of the time, and not before', async () => {
    const publishAt = platform.now + 600_000
    const { id, outcome } = await publish({ publishAt })
    expect(outcome).toBe('scheduled')
    expect(await refusal(as(scene.reader).questionInfo({ query: { id } }))).toMatchObject({ errorCode: 900005 })
    expect(await as(scene.owner).questionInfo({ query: { id } })).toMatchObject({ publishAt, publishedAt: null })
    const later = publishAt + 60_000
    const change = { id, revision: 1, fields: fields({ publishAt: later }) }
    expect(await as(scene.author).change({ body: change })).toMatchObject({ outcome: 'scheduled' })
    platform.now = publishAt
    await runLateJobs()
    expect(await refusal(as(scene.reader).questionInfo({ query: { id } }))).toMatchObject({ errorCode: 900005 })
    platform.now = later
    await runLateJobs()
    expect(await as(scene.reader).questionInfo({ query: { id } })).toMatchObject({
      publishAt: null,
      publishedAt: later,
    })
  })

  it('a content that is taken out of the recycle bin before appears as well', async () => {
    const publishAt = platform.now + 60_000
    const { id } = await publish({ publishAt })
    await as(scene.author).remove({ params: { id } })
    const recycleBin = platform.client(operations, scene.author)
    const [recycled] = (await recycleBin.listRecycled({ query: {} })).items
    await recycleBin.restoreRecycled({ params: { id: recycled?.id ?? '' } })
    expect(await refusal(as(scene.reader).questionInfo({ query: { id } }))).toMatchObject({ errorCode: 900005 })
    platform.now = publishAt
    await runLateJobs()
    expect(await as(scene.reader).questionInfo({ query: { id } })).toMatchObject({ publishedAt: publishAt })
  })

  it('that is past means at once', async () => {
    expect(await publish({ publishAt: platform.now - 1 })).toMatchObject({ outcome: 'published' })
  })

  it('of a frozen account nothing appears, and the author learns it', async () => {
    const publishAt = platform.now + 60_000
    const { id } = await publish({ publishAt })
    await freeze()
    platform.now = publishAt
    await runLateJobs()
    expect(await refusal(as(scene.reader).questionInfo({ query: { id } }))).toMatchObject({ errorCode: 900005 })
    expect(await inbox(scene.author)).toContainEqual(expect.stringContaining('交接班'))
  })

  it('what is closed meanwhile appears when it is activated, and what is removed never', async () => {
    const publishAt = platform.now + 60_000
    const closed = await publish({ title: '关闭的', publishAt })
    const removed = await publish({ title: '删除的', publishAt })
    await as(scene.author).close({ params: { id: closed.id } })
    await as(scene.author).remove({ params: { id: removed.id } })
    platform.now = publishAt + 1
    await runLateJobs()
    expect((await as(scene.reader).list({ query: {} })).items).toEqual([])
    expect((await as(scene.owner).questionInfo({ query: { id: closed.id } })).publishedAt).toBeNull()
    const body = { id: closed.id, revision: 1, fields: fields({ title: '关闭时改的' }) }
    await as(scene.author).change({ body })
    expect((await as(scene.owner).questionInfo({ query: { id: closed.id } })).publishedAt).toBeNull()
    await as(scene.author).activate({ params: { id: closed.id } })
    expect((await as(scene.reader).list({ query: {} })).items.map(({ id }) => id)).toEqual([closed.id])
  })
})

describe('a change', () => {
  it('keeps a version each time; members of the account compare them, others see none', async () => {
    const { id } = await publish({ title: '第一版' })
    await proves('COMMUNITY-152', async () => {
      expect(await as(scene.author).forEdit({ query: { id } })).toMatchObject({
        ...{ id, revision: 1, draftId: null },
        fields: { title: '第一版', html: '<p>先看记录。</p>' },
      })
    })
    await proves('COMMUNITY-155', async () => {
      const body = { id, revision: 1, fields: fields({ title: '第二版', html: '<p>改了。</p>' }) }
      expect(await as(scene.author).change({ body })).toEqual({ id, outcome: 'published' })
      expect(await as(scene.reader).questionInfo({ query: { id } })).toMatchObject({ title: '第二版' })
    })
    const stale = { body: { id, revision: 1, fields: fields({ title: '旧' }) } }
    expect(await refusal(as(scene.author).change(stale))).toMatchObject({ errorCode: 70128, data: { revision: 2 } })
    const { items } = await as(scene.owner).versions({ query: { id } })
    expect(items).toMatchObject([
      { number: 2, title: '第二版', by: '林作者' },
      { number: 1, title: '第一版', by: '林作者' },
    ])
    const first = items[1]?.id ?? ''
    expect(await as(scene.owner).version({ query: { id: first } })).toMatchObject({ html: '<p>先看记录。</p>' })
    const restored = await as(scene.author).restoreVersion({ body: { id: first, revision: 0 } })
    expect(await as(scene.author).draft({ query: { id: restored.id } })).toMatchObject({
      ...{ contentId: id, revision: 1, fields: { title: '第一版', html: '<p>先看记录。</p>' } },
    })
    const again = (revision: number) => as(scene.author).restoreVersion({ body: { id: first, revision } })
    expect(await refusal(again(0))).toMatchObject({ errorCode: 70127, data: { draft: { id: restored.id } } })
    expect(await again(1)).toEqual({ id: restored.id, revision: 2 })
    for (const other of [scene.reader, scene.stranger]) {
      const theft = { body: { id: first, revision: 0 } }
      expect(await refusal(as(other).restoreVersion(theft))).toMatchObject({ errorCode: 900005 })
      expect(await refusal(as(other).versions({ query: { id } }))).toMatchObject({ errorCode: 900005 })
      expect(await refusal(as(other).version({ query: { id: first } }))).toMatchObject({ errorCode: 900005 })
      expect(await refusal(as(other).forEdit({ query: { id } }))).toMatchObject({ errorCode: 900005 })
    }
  })

  it('is for its author and administrators of the account', async () => {
    const colleague = await buildMember(platform.db, { companyId: scene.companyId, now: platform.now })
    await sql`insert into community.account_member (account_id, member_id, company_id, member_type, joined_at)
      values (${scene.accountId}, ${colleague.id}, ${scene.companyId}, 2, 1)`.execute(platform.root)
    const { id } = await publish()
    const change = (title: string, revision = 1) => ({ body: { id, revision, fields: fields({ title }) } })
    expect(await refusal(as(colleague).change(change('同事')))).toMatchObject({ status: 403, errorCode: 10138 })
    expect(await refusal(as(scene.reader).change(change('读者')))).toMatchObject({ errorCode: 70304 })
    expect(await refusal(as(scene.stranger).change(change('外人')))).toMatchObject({ errorCode: 900005 })
    expect(await as(scene.owner).change(change('负责人'))).toMatchObject({ outcome: 'published' })
  })

  /** A draft of a change that begins on what is published now. */
  const begin = (id: string, title: string, member = scene.author, more: { contentRevision?: number } = {}) =>
    as(member).saveDraft({
      body: { contentId: id, accountId: scene.accountId, type: 1, revision: 0, fields: fields({ title }), ...more },
    })
  const sendDraft = (draft: { id: string; revision: number }, member = scene.author, seen?: number) => {
    const over = seen === undefined ? {} : { contentRevision: seen }
    return as(member).publish({ body: { draftId: draft.id, revision: draft.revision, ...over } })
  }
  const shownTitle = async (id: string) => (await as(scene.reader).questionInfo({ query: { id } })).title

  it('does not replace what a colleague has published since the draft began, unless its author has seen that', async () => {
    const { id } = await publish({ title: '第一版' })
    const mine = await begin(id, '我的第二版')
    await sendDraft(await begin(id, '同事的第二版', scene.owner), scene.owner)
    expect(await refusal(sendDraft(mine))).toMatchObject({ status: 422, errorCode: 70128, data: { revision: 2 } })
    expect(await shownTitle(id)).toBe('同事的第二版')
    const kept = await as(scene.author).draft({ query: { id: mine.id } })
    expect(kept).toMatchObject({ revision: mine.revision, fields: { title: '我的第二版' } })
    const { revision: seen } = await as(scene.author).forEdit({ query: { id } })
    const third = { id, revision: seen, fields: fields({ title: '同事的第三版' }) }
    await as(scene.owner).change({ body: third })
    expect(await refusal(sendDraft(mine, scene.author, seen))).toMatchObject({
      errorCode: 70128,
      data: { revision: 3 },
    })
    expect(await sendDraft(mine, scene.author, 3)).toEqual({ id, outcome: 'published' })
    expect(await shownTitle(id)).toBe('我的第二版')
  })

  it('begins where its author has loaded the content, also where the first saving comes late', async () => {
    const { id } = await publish({ title: '第一版' })
    const { revision: contentRevision } = await as(scene.author).forEdit({ query: { id } })
    await as(scene.owner).change({ body: { id, revision: 1, fields: fields({ title: '同事的第二版' }) } })
    const late = await begin(id, '我的第二版', scene.author, { contentRevision })
    const { id: draftId, revision } = await as(scene.author).saveDraft({
      body: {
        id: late.id,
        accountId: scene.accountId,
        type: 1,
        revision: late.revision,
        fields: fields({ title: '还在写' }),
      },
    })
    expect(await refusal(sendDraft({ id: draftId, revision }))).toMatchObject({ errorCode: 70128 })
  })

  it('of two drafts that are published at one moment is one', async () => {
    const { id } = await publish({ title: '第一版' })
    const [mine, theirs] = [await begin(id, '我的第二版'), await begin(id, '同事的第二版', scene.owner)]
    const outcomes = await Promise.allSettled([sendDraft(mine), sendDraft(theirs, scene.owner)])
    expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    const [first] = outcomes
    expect(await shownTitle(id)).toBe(first?.status === 'fulfilled' ? '我的第二版' : '同事的第二版')
  })

  it('with the text of a version begins on what is published then', async () => {
    const { id } = await publish({ title: '第一版' })
    const draft = await begin(id, '放弃的')
    await as(scene.owner).change({ body: { id, revision: 1, fields: fields({ title: '同事的第二版' }) } })
    const { items } = await as(scene.author).versions({ query: { id } })
    const version = { id: items.at(-1)?.id ?? '', revision: draft.revision }
    const restored = await as(scene.author).restoreVersion({ body: version })
    expect(await sendDraft(restored)).toEqual({ id, outcome: 'published' })
    expect(await shownTitle(id)).toBe('第一版')
  })

  it('whose draft is from before its beginning was known replaces what is published', async () => {
    const { id } = await publish({ title: '第一版' })
    const draft = await begin(id, '我的第二版')
    await sql`update contents.draft set content_revision = null where id = ${draft.id}`.execute(platform.root)
    await as(scene.owner).change({ body: { id, revision: 1, fields: fields({ title: '同事的第二版' }) } })
    expect(await sendDraft(draft)).toEqual({ id, outcome: 'published' })
    expect(await shownTitle(id)).toBe('我的第二版')
  })

  it('by a draft replaces the content, and one of what was removed is not there', async () => {
    const { id } = await publish()
    const body = { contentId: id, accountId: scene.accountId, type: 1 as const, revision: 0 }
    const draft = await as(scene.author).saveDraft({ body: { ...body, fields: fields({ title: '改过' }) } })
    expect((await as(scene.author).forEdit({ query: { id } })).draftId).toBe(draft.id)
    const again = await refusal(as(scene.author).saveDraft({ body: { ...body, fields: fields() } }))
    expect(again).toMatchObject({ errorCode: 70127, data: { draft: { id: draft.id } } })
    const publication = { body: { draftId: draft.id, revision: draft.revision } }
    expect(await as(scene.author).publish(publication)).toEqual({ id, outcome: 'published' })
    expect(await as(scene.reader).questionInfo({ query: { id } })).toMatchObject({ title: '改过' })
    const other = await as(scene.author).saveDraft({ body: { ...body, fields: fields({ title: '再改' }) } })
    await as(scene.author).remove({ params: { id } })
    const late = { body: { draftId: other.id, revision: other.revision } }
    expect(await refusal(as(scene.author).publish(late))).toMatchObject({ errorCode: 900005 })
    const changed = { body: { id, revision: 2, fields: fields() } }
    expect(await refusal(as(scene.author).change(changed))).toMatchObject({ errorCode: 900005 })
    expect(await build()).toEqual(expect.any(String))
  })
})
