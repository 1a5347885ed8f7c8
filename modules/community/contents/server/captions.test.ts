/** Captions of videos: who adds them, what is refused, and who reads them. */

import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import { beforeEach, describe, expect, it } from 'vitest'
import { community } from '#modules/community/community/contract.ts'
import { buildCircle } from '#modules/community/community/server/accounts.fixture.ts'
import { moderation } from '#modules/content/moderation/contract.ts'
import { captionLanguagesMax, captionLengthMax } from '#modules/content/playback/contract.ts'
import { buildFile } from '#modules/platform/files/server/files.fixture.ts'
import { type BuiltMember, buildMember } from '#modules/platform/identity/server/members.fixture.ts'
import { settings } from '#modules/platform/settings/contract.ts'
import { buildWords } from '#modules/platform/words/server/words.fixture.ts'
import { enqueue } from '#server/jobs/queue.ts'
import { refusal, testPlatform } from '#test/harness.ts'
import type { DraftFields } from '../contract.ts'
import { captionsCleanup } from './captions.ts'
import { contentScene } from './scene.fixture.ts'

const platform = testPlatform()
const { scene, as, fields, publish, save } = contentScene(platform)
const minute = 60_000
const spoken = (text = '先看记录') => `WEBVTT\n\n00:01.000 --> 00:03.000\n${text}\n`
let fileId: string
let outsider: BuiltMember
let moderator: BuiltMember

const uploaded = async (ownerId = scene.author.id, more: { contentType?: string; durationMs?: number } = {}) =>
  (await buildFile(platform.db, { companyId: scene.companyId, ownerId, durationMs: 10 * minute, ...more })).id

beforeEach(async () => {
  const { companyId } = scene
  fileId = await uploaded()
  outsider = await buildMember(platform.db, { companyId, now: platform.now, fullName: '吴外人' })
  moderator = await buildMember(platform.db, { companyId, now: platform.now, roles: ['super-admin'] })
})

const add = (language = 'zh-CN', text = spoken(), member = scene.author, file = fileId) =>
  as(member).saveCaption({ body: { accountId: scene.accountId, fileId: file, language, text } })
const publishVideo = (change: Partial<DraftFields>, member = scene.author) =>
  publish({ fileId, ...change }, member, { type: 2 })
const change = async (id: string, part: Partial<DraftFields>, member = scene.author) => {
  const { revision, fields: before } = await as(member).forEdit({ query: { id } })
  return as(member).change({ body: { id, revision, fields: { ...before, ...part } } })
}
const languagesOf = async (id: string, member = scene.reader) =>
  (await as(member).questionInfo({ query: { id } })).captions.map(({ language }) => language)
const read = (id: string, member = scene.reader) => as(member).caption({ query: { id } })
/** Which of the members may read the captions. */
const readers = async (id: string, members: readonly BuiltMember[]) => {
  const answers: boolean[] = []
  for (const member of members) {
    const answer = await read(id, member).then(
      () => true,
      async (error: unknown) => {
        expect(await refusal(Promise.reject(error))).toMatchObject({ status: 422, errorCode: 900005 })
        return false
      },
    )
    answers.push(answer)
  }
  return answers
}

describe('captions of a video', () => {
  it('are added by language, kept by the draft, and shown with the content as plain text', async () => {
    const chinese = await add('zh-CN', spoken('<b>先</b>看<script>x()</script>记录 &amp; 表'))
    const english = await add('en')
    expect(chinese).toEqual({ id: chinese.id, language: 'zh-CN', label: '中文（中国）', cueCount: 1 })
    const { id: draftId, revision } = await save({ fileId, captions: [english, chinese] }, scene.author, { type: 2 })
    expect((await as(scene.author).draft({ query: { id: draftId } })).fields.captions).toEqual([english, chinese])
    const { id } = await as(scene.author).publish({ body: { draftId, revision } })
    expect(await languagesOf(id)).toEqual(['en', 'zh-CN'])
    expect(await read(chinese.id)).toEqual({ ...chinese, cues: [{ from: 1000, to: 3000, text: '先看x()记录 & 表' }] })
    expect((await as(scene.owner).forEdit({ query: { id } })).fields.captions).toEqual([english, chinese])
  })

  it('are replaced and removed by the next publication alone, and what is removed is closed to readers', async () => {
    const [first, english, second] = [await add(), await add('en'), await add('zh-CN', spoken('新的'))]
    const { id } = await publishVideo({ captions: [first, english] })
    expect(await readers(second.id, [scene.reader, scene.owner, scene.author])).toEqual([false, false, true])
    await change(id, { captions: [second] })
    expect(await languagesOf(id)).toEqual(['zh-CN'])
    expect((await read(second.id)).cues).toMatchObject([{ text: '新的' }])
    expect(await readers(first.id, [scene.reader, scene.owner])).toEqual([false, false])
  })

  it('have the name that the server knows, whatever a draft says', async () => {
    const track = await add('en')
    const { id } = await publishVideo({ captions: [{ ...track, label: '中文', language: 'zh', cueCount: 99 }] })
    expect((await as(scene.reader).questionInfo({ query: { id } })).captions).toEqual([track])
  })

  it('of an article are left out', async () => {
    const track = await add()
    const { id } = await publish({ captions: [track] })
    expect(await languagesOf(id)).toEqual([])
    expect(await readers(track.id, [scene.reader])).toEqual([false])
  })
})

describe('readers of captions', () => {
  it('are the readers of the content: not another circle, another company, or whoever left', async () => {
    const { companyId, author, reader, owner, stranger } = scene
    const circleId = await buildCircle(platform.db, { companyId, ownerId: author.id, name: '夜班', now: platform.now })
    await platform.client(community, reader).joinCircle({ body: { circleId } })
    const other = await buildCircle(platform.db, { companyId, ownerId: outsider.id, name: '白班', now: platform.now })
    expect(other).not.toBe(circleId)
    const track = await add()
    await publishVideo({ captions: [track], visibility: 2, circleIds: [circleId] })
    const members = [author, owner, reader, moderator, outsider, stranger]
    expect(await readers(track.id, members)).toEqual([true, true, true, true, false, false])
    await platform.client(community, reader).joinCircle({ body: { circleId, leave: true } })
    expect(await readers(track.id, [reader])).toEqual([false])
  })

  it('of a closed or removed content are its account’s members, or nobody', async () => {
    const track = await add()
    const { id } = await publishVideo({ captions: [track] })
    await as(scene.owner).close({ params: { id } })
    expect(await readers(track.id, [scene.reader, scene.owner])).toEqual([false, true])
    await as(scene.owner).activate({ params: { id } })
    expect(await readers(track.id, [scene.reader])).toEqual([true])
  })

  it('see those of a change when a moderator has agreed to it', async () => {
    const [before, english, after] = [await add(), await add('en'), await add('zh-CN', spoken('改过的'))]
    const { id } = await publishVideo({ captions: [before, english] })
    await platform
      .client(settings, moderator)
      .changeRule({ params: { key: 'CONTENT_REVIEW_CONFIG' }, body: { value: { review: 'before' } } })
    expect(await change(id, { captions: [after, english] })).toMatchObject({ outcome: 'review' })
    const members = [scene.reader, scene.owner, moderator]
    expect(await readers(after.id, members)).toEqual([false, true, true])
    expect(await readers(before.id, members)).toEqual([true, true, true])
    expect((await as(scene.reader).questionInfo({ query: { id } })).captions).toEqual([english, before])
    expect((await as(scene.owner).forEdit({ query: { id } })).fields.captions).toEqual([after, english])
    const calls = platform.client(moderation, moderator)
    const [waiting] = (await calls.queue({ query: {} })).items
    if (!waiting) throw new Error('nothing waits')
    const kept = { outcome: 'keep', reasonCode: 'none', note: '', warn: false, muteDays: 0 } as const
    await calls.decide({ params: { id: waiting.id }, body: { ...kept, revision: waiting.revision } })
    expect(await readers(after.id, members)).toEqual([true, true, true])
    expect(await readers(before.id, members)).toEqual([false, false, false])
  })
})

describe('a caption file is refused', () => {
  const failure = async (call: Promise<unknown>) => {
    const { errorCode, data } = await refusal(call)
    return [errorCode, data?.reason].filter((part) => part !== undefined)
  }

  it('where it can’t be read, with the reason', async () => {
    expect(await failure(add('en', 'hello'))).toEqual([40480, 'no-cues'])
    expect(await failure(add('en', 'WEBVTT\n\n00:01 --> 00:02\nx'))).toEqual([40480, 'bad-time'])
    expect(await failure(add('en', 'WEBVTT\n\n10:01.000 --> 10:02.000\nx'))).toEqual([40480, 'beyond-end'])
    for (const language of ['en-12', '中文', '']) expect(await failure(add(language))).toEqual([900001])
  })

  it('where it is longer than the limit, and not at it', async () => {
    const padded = (length: number) => spoken().padEnd(length, '\n')
    expect((await add('en', padded(captionLengthMax))).cueCount).toBe(1)
    expect(await failure(add('en', padded(captionLengthMax + 1)))).toEqual([900001])
    expect(await failure(add('en', ''))).toEqual([900001])
  })

  it('from whoever writes for no account, and for a file that is no video of theirs', async () => {
    for (const member of [scene.reader, scene.stranger]) {
      const { status } = await refusal(add('en', spoken(), member))
      expect(status).toBe(422)
    }
    const [sound, ofReader] = [
      await uploaded(scene.author.id, { contentType: 'audio/mp4' }),
      await uploaded(scene.reader.id),
    ]
    expect(await failure(add('en', spoken(), scene.author, sound))).toEqual([900001])
    for (const file of [ofReader, uuid()])
      expect(await failure(add('en', spoken(), scene.author, file))).toEqual([900005])
    expect(await failure(add('en', spoken(), scene.owner))).toEqual([900005])
    await publishVideo({ captions: [] })
    expect((await add('en', spoken(), scene.owner)).language).toBe('en')
  })

  it('with sensitive words, also with those that were added after the upload', async () => {
    const { companyId } = scene
    const track = await add()
    await buildWords(platform.db, { companyId, by: scene.owner.id, words: ['记录'], now: platform.now })
    expect(await failure(add('en'))).toEqual([900010])
    const change = { title: '讲解', html: '<p>看</p>', captions: [track] }
    expect(await refusal(publishVideo(change))).toMatchObject({
      errorCode: 900010,
      data: { fields: [{ path: 'fields.captions' }] },
    })
  })
})

describe('a publication is refused', () => {
  it('with captions of somebody else, or none that there are', async () => {
    const ofOwner = await add('en', spoken(), scene.owner, await uploaded(scene.owner.id))
    for (const id of [ofOwner.id, uuid()])
      expect(await refusal(publishVideo({ captions: [{ ...ofOwner, id }] }))).toMatchObject({ errorCode: 900005 })
  })

  it('with two files of one language, or with more languages than there may be', async () => {
    const tracks = await Promise.all([add('en'), add('en')])
    expect(await refusal(publishVideo({ captions: tracks }))).toMatchObject({
      errorCode: 900001,
      data: { fields: [{ path: 'fields.captions', rule: 'unique' }] },
    })
    const twice = tracks.slice(0, 1).flatMap((track) => [track, track])
    expect(await refusal(publishVideo({ title: '两次', captions: twice }))).toMatchObject({ errorCode: 900001 })
    const languages = ['ar', 'de', 'en', 'es', 'fr', 'it', 'ja', 'ko', 'pt', 'ru', 'zh']
    const all: Awaited<ReturnType<typeof add>>[] = []
    for (const language of languages) all.push(await add(language))
    const tooMany = publishVideo({ title: '多', captions: all.slice(0, captionLanguagesMax + 1) })
    expect(await refusal(tooMany)).toMatchObject({ errorCode: 900001 })
    const { id } = await publishVideo({ title: '满', captions: all.slice(0, captionLanguagesMax) })
    expect(await languagesOf(id)).toHaveLength(captionLanguagesMax)
  })
})

it('a version that comes back leaves the captions as they are published now', async () => {
  const [first, second] = [await add(), await add('en')]
  const { id } = await publishVideo({ captions: [first] })
  await change(id, { title: '第二版', captions: [second] })
  const { items } = await as(scene.author).versions({ query: { id } })
  const draft = await as(scene.author).restoreVersion({ body: { id: items.at(-1)?.id ?? '', revision: 0 } })
  const { fields: restored } = await as(scene.author).draft({ query: { id: draft.id } })
  expect(restored).toMatchObject({ title: fields().title, captions: [second] })
})

it('a draft of before has no captions', async () => {
  const { id } = await save({ fileId }, scene.author, { type: 2 })
  await sql`update contents.draft set fields = fields - 'captions' where id = ${id}`.execute(platform.root)
  expect((await as(scene.author).draft({ query: { id } })).fields.captions).toEqual([])
})

it('captions that no content and no draft names are deleted after a month, and no others', async () => {
  const [published, drafted, spare] = [await add(), await add('en'), await add('ja')]
  await publishVideo({ captions: [published] })
  await save({ title: '草稿', fileId, captions: [drafted] }, scene.author, { type: 2 })
  const left = async (ageMs: number) => {
    await sql`update contents.caption set created_at = ${platform.now - ageMs}`.execute(platform.root)
    await enqueue(platform.db, captionsCleanup, {})
    await platform.runJobs()
    const members = [scene.author]
    return [await readers(published.id, members), await readers(drafted.id, members), await readers(spare.id, members)]
  }
  const monthMs = 30 * 86_400_000
  expect(await left(monthMs)).toEqual([[true], [true], [true]])
  expect(await left(monthMs + 1)).toEqual([[true], [true], [false]])
})
