/** The first page of a thread is kept in the process, and each reader sees what a page shows that is read again. */
import { sql } from 'kysely'
import { beforeEach, expect, it } from 'vitest'
import type { BuiltMember } from '#modules/platform/identity/server/members.fixture.ts'
import { createDatabase, createPool } from '#server/db/pool.ts'
import { serverModules } from '#server/modules.ts'
import { testPlatform } from '#test/harness.ts'
import { COMMENTS_PAGE_SIZE } from '../contract/comments.ts'
import { articlesModule } from './articles.fixture.ts'
import { commentScene } from './comments.fixture.ts'

const platform = testPlatform({ poolSize: 5, modules: [...serverModules, articlesModule] })
const { scene, as, write, reply, read, remove, restore, like } = commentScene(platform)

/** Only the first page of the usual size is kept: one of another size is read for its reader alone. */
const again = (member: BuiltMember, order: object = {}) => read(member, { pageSize: COMMENTS_PAGE_SIZE - 1, ...order })

/** In turn, twice: what the one was shown is kept when the next one asks. */
async function expectTruth() {
  const { learner, other, branchAdmin, chief } = scene
  const readers = [learner, other, branchAdmin, chief, learner, other]
  for (const order of [{}, { order: 'hottest' as const }])
    for (const reader of readers) expect(await read(reader, order)).toEqual(await again(reader, order))
  return read(other)
}

let mine: string
let theirs: string
let answer: string

beforeEach(async () => {
  // Nothing is kept before the first edit of a company.
  await sql`update identity.organization set name = '书院' where id = ${scene.companyId}`.execute(platform.root)
  mine = (await write('我的')).id
  theirs = (await write('他的', scene.other)).id
  answer = (await reply(mine, '答')).id
  await expectTruth()
})

const run = (id: string) => ({
  'a comment': () => write('新的'),
  'a reply': () => reply(theirs, '也答', scene.learner),
  'a like of a comment': () => like(mine),
  'a like of a reply, taken back': async () => {
    await like(answer, scene.learner)
    await expectTruth()
    await as(scene.learner).unlikeComment({ params: { id: answer } })
  },
  'a comment that its author removes': () => remove(theirs, scene.other),
  'a comment that a moderator removes from above an answer': () => remove(mine, scene.chief, '跑题'),
  'a removed comment that is brought back': async () => {
    await remove(theirs, scene.other)
    await expectTruth()
    await restore(theirs, scene.other)
  },
  'a reply that is removed': () => remove(answer, scene.other),
  'the name of an author': () =>
    sql`update identity.member set full_name = '林知近' where id = ${id}`.execute(platform.root),
  'the picture of an author': () =>
    sql`update identity.member set avatar_path = 'x' where id = ${id}`.execute(platform.root),
  'an author who is erased': () =>
    sql`update topics.comment set member_id = null where id = ${theirs}`.execute(platform.root),
  'a text that another process changes': () =>
    sql`update topics.comment set content = '改' where id = ${mine}`.execute(platform.root),
  'a row that is deleted': () => sql`delete from topics.comment where id = ${theirs}`.execute(platform.root),
})

it.each(Object.keys(run('')))('shows %s to every reader with the next call', async (name) => {
  const before = await read(scene.other)
  await run(scene.learner.id)[name as keyof ReturnType<typeof run>]()
  const after = await expectTruth()
  if (!name.includes('brought back') && !name.includes('taken back')) expect(after).not.toEqual(before)
})

it('tells likes, own comments and the right to write of each reader alone', async () => {
  await like(mine, scene.learner)
  const own = (await read(scene.learner)).items.find(({ id }) => id === mine)
  const seen = (await read(scene.other)).items.find(({ id }) => id === mine)
  expect(own).toMatchObject({ liked: true, mayRemove: true, replies: [{ mayRemove: false }] })
  expect(seen).toMatchObject({ liked: false, mayRemove: false, likeCount: 1, replies: [{ mayRemove: true }] })
  await as(scene.other).quietThread({ body: { ...scene.item, quiet: true } })
  await as(scene.chief).muteMember({
    params: { id: scene.learner.id },
    body: { until: platform.now + 60_000, reason: '' },
  })
  expect(await read(scene.other)).toMatchObject({ quiet: true, mutedUntil: null })
  expect(await read(scene.learner)).toMatchObject({ quiet: false, mutedUntil: platform.now + 60_000 })
})

it('shows a change when it is committed, not before, and never after it was rolled back', async () => {
  const before = await read(scene.other)
  const beside = createDatabase(createPool({ databaseUrl: platform.databaseUrl, size: 1 }))
  const change = (text: string) => sql`update topics.comment set content = ${text} where id = ${mine}`
  const rolledBack = beside.transaction().execute(async (transaction) => {
    await change('撤回').execute(transaction)
    expect(await read(scene.other)).toEqual(before)
    throw new Error('rolled back')
  })
  await expect(rolledBack).rejects.toThrow('rolled back')
  expect(await read(scene.other)).toEqual(before)
  await beside.transaction().execute((transaction) => change('提交').execute(transaction))
  await beside.destroy()
  expect((await expectTruth()).items.map(({ content }) => content)).toContain('提交')
})
