import { expect, it } from 'vitest'
import { community } from '#modules/community/community/contract.ts'
import { buildCircle } from '#modules/community/community/server/accounts.fixture.ts'
import { files } from '#modules/platform/files/contract.ts'
import { buildFile } from '#modules/platform/files/server/files.fixture.ts'
import { refusal, testPlatform } from '#test/harness.ts'
import { contentScene } from './scene.fixture.ts'

const platform = testPlatform()
const { scene, as, build, publish } = contentScene(platform)

const uploaded = () =>
  buildFile(platform.db, {
    ...{ companyId: scene.companyId, ownerId: scene.author.id, kind: 'video', name: '讲解.mp4' },
    now: platform.now,
  })

it('is granted to whoever may read the content, and to nobody by its id alone', async () => {
  const file = await uploaded()
  const id = await build({ type: 2, fileId: file.id })
  const shown = await as(scene.reader).shownFile({ query: { id } })
  expect(shown).toMatchObject({ name: '讲解.mp4', contentType: 'video/mp4', isAuth: true })
  expect(shown.url).toMatch(/grant=/)
  const alone = platform.client(files, scene.reader).preview({ query: { id: file.id } })
  expect(await refusal(alone)).toMatchObject({ status: 403 })
  expect(await refusal(as(scene.stranger).shownFile({ query: { id } }))).toMatchObject({ errorCode: 900005 })
})

it('of a content for circles, or of a closed one, is there for its readers alone', async () => {
  const { companyId, author, reader, owner } = scene
  const circleId = await buildCircle(platform.db, { companyId, ownerId: author.id, name: '夜班' })
  const file = await uploaded()
  const inCircle = await build({ type: 2, fileId: file.id, visibility: 2, circleIds: [circleId] })
  const closed = await build({ type: 2, fileId: file.id, state: 'closed' })
  for (const id of [inCircle, closed]) {
    expect(await refusal(as(reader).shownFile({ query: { id } }))).toMatchObject({ errorCode: 900005 })
    expect((await as(owner).shownFile({ query: { id } })).name).toBe('讲解.mp4')
  }
})

it('that its author had uploaded for everybody is for the readers of a content for circles alone', async () => {
  const { companyId, author, reader } = scene
  const { id: fileId } = await buildFile(platform.db, {
    ...{ companyId, ownerId: author.id, kind: 'attachment', name: '方案.pdf', audience: 'company', now: platform.now },
  })
  const alone = () => platform.client(files, reader).preview({ query: { id: fileId } })
  expect(await alone()).toMatchObject({ name: '方案.pdf' })
  const circleId = await buildCircle(platform.db, { companyId, ownerId: author.id, name: '夜班', now: platform.now })
  const { id } = await publish({ fileId, visibility: 2, circleIds: [circleId] }, author, { type: 3 })
  expect(await refusal(alone())).toMatchObject({ status: 403 })
  await platform.client(community, reader).joinCircle({ body: { circleId } })
  expect((await as(reader).shownFile({ query: { id } })).url).toMatch(/grant=/)
})

it('of an article is not there', async () => {
  const id = await build({ title: '没有文件' })
  expect(await refusal(as(scene.reader).shownFile({ query: { id } }))).toMatchObject({ errorCode: 900005 })
})
