import { beforeAll, expect, it } from 'vitest'
import { type BuiltMember, buildCompany, buildMember } from '#modules/platform/identity/server/members.fixture.ts'
import { refusal, testPlatform } from '#test/harness.ts'
import { papers } from '../contract.ts'
import { buildPaper } from './papers.fixture.ts'

const platform = testPlatform()
/** The refusals of the tree, which belongs to the question bank. */
const [codeTaken, nameTaken, notEmpty, tooMany] = [383_001, 383_002, 383_003, 383_004]

let chief: BuiltMember
let count = 0

beforeAll(async () => {
  chief = await buildMember(platform.db, { companyId: await buildCompany(platform.db), roles: ['super-admin'] })
})

const calls = () => platform.client(papers, chief)
const named = () => ({ name: `试卷目录 ${++count}`, code: `PT${++count}` })
const create = async (body: { name: string; code: string; parentId?: string } = named()) =>
  (await calls().createDirectory({ body })).id
const change = (id: string, names: { name: string; code: string }, parentId: string | null = null) =>
  calls().changeDirectory({ params: { id }, body: { ...names, sort: 1, parentId } })

it('directories of papers are a tree of their own, with codes and names that each is once', async () => {
  const [one, other] = [named(), named()]
  const id = await create(one)
  await create(other)
  expect(await refusal(create({ ...named(), code: one.code }))).toMatchObject({ errorCode: codeTaken })
  expect(await refusal(create({ ...named(), name: one.name }))).toMatchObject({ errorCode: nameTaken })
  expect(await refusal(change(id, { ...one, code: other.code }))).toMatchObject({ errorCode: codeTaken })
  const sameName = await refusal(change(id, { ...one, name: other.name }))
  expect(sameName).toMatchObject({ errorCode: nameTaken })
  await change(id, { ...one, name: '年度考试' })
  expect((await calls().listDirectories({})).items).toContainEqual(expect.objectContaining({ id, name: '年度考试' }))
})

it('directories of papers have at most eight levels, also after a move', async () => {
  let parentId = await create()
  for (let level = 2; level <= 8; level += 1) parentId = await create({ ...named(), parentId })
  const refused = { errorCode: tooMany, data: { max: 8 } }
  expect(await refusal(create({ ...named(), parentId }))).toMatchObject(refused)
  const moved = named()
  expect(await refusal(change(await create(moved), moved, parentId))).toMatchObject(refused)
})

it('a directory with a paper is not deleted, an empty one is', async () => {
  const directoryId = await create()
  await buildPaper(platform.db, { author: chief, directoryId })
  const refused = calls().deleteDirectory({ params: { id: directoryId } })
  expect(await refusal(refused)).toMatchObject({ errorCode: notEmpty })
  const empty = await create()
  await calls().deleteDirectory({ params: { id: empty } })
  expect((await calls().listDirectories({})).items.map(({ id }) => id)).not.toContain(empty)
})
