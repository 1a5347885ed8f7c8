import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { type BuiltMember, buildMember, buildOrganization } from '#modules/platform/identity/server/members.fixture.ts'
import { bounds } from '#test/bounds.ts'
import { refusal, testPlatform } from '#test/harness.ts'
import { meeting, race } from '#test/race.ts'
import { expectRoles, testRoles } from '#test/roles.ts'
import { CODE_TAKEN, DIRECTORY_NAME_TAKEN, DIRECTORY_NOT_EMPTY, TOO_MANY_DIRECTORIES } from '../contract/codes.ts'
import { questions } from '../contract.ts'
import { buildDirectory, buildQuestions, newQuestion } from './questions.fixture.ts'

const platform = testPlatform({ poolSize: 6 })
const roles = testRoles(platform, { owner: ['admin'], stranger: ['admin'], otherCompany: ['super-admin'] })

let chief: BuiltMember
let count = 0

beforeAll(async () => {
  chief = await buildMember(platform.db, { companyId: roles.companyId, roles: ['super-admin'] })
})

const as = (member: BuiltMember | undefined) => platform.client(questions, member)
const named = (name = `目录 ${++count}`) => ({ name, code: `T${++count}` })
/** In the organization of the owner. */
const build = (input: { parentId?: string; name?: string } = {}) =>
  buildDirectory(platform.db, { author: chief, organizationId: roles.organizationId, ...named(), ...input })

const treeOf = async (member: BuiltMember) => (await as(member).listDirectories({})).items

describe('directories', () => {
  it('are a tree with the questions of each and of all below it', async () => {
    const safety = await build({ name: '安全生产' })
    const fire = await build({ parentId: safety, name: '消防' })
    const devices = await build({ parentId: fire, name: '器材' })
    await buildQuestions(platform.db, { author: chief, directoryId: safety }, [{}])
    await buildQuestions(platform.db, { author: chief, directoryId: devices }, [{}, {}])
    const tree = (await treeOf(roles.owner)).filter(({ id }) => [safety, fire, devices].includes(id))
    expect(tree.map(({ name, level, itemCount, totalCount }) => [name, level, itemCount, totalCount])).toEqual([
      ['安全生产', 1, 1, 3],
      ['消防', 2, 0, 2],
      ['器材', 3, 2, 2],
    ])
    expect(tree.map(({ organization }) => organization.id)).toEqual(Array(3).fill(roles.organizationId))
  })

  it('belong to an organization: who manages another one neither sees nor changes them', async () => {
    const id = await build()
    const change = { params: { id }, body: { ...named(), sort: 1, parentId: null } }
    const managing = {
      owner: 'accepted',
      administrator: 10_138,
      member: 10_138,
      colleague: 10_138,
      stranger: 10_138,
      otherCompany: 900_005,
      nobody: 401,
    } as const
    const state = async () => (await treeOf(chief)).find((directory) => directory.id === id)
    await expectRoles(roles, {
      changeDirectory: { ...managing, state, call: (caller) => as(caller).changeDirectory(change) },
      createDirectory: {
        ...managing,
        call: (caller) => as(caller).createDirectory({ body: { ...named(), parentId: id } }),
      },
      deleteDirectory: {
        ...managing,
        call: async (caller) =>
          as(caller).deleteDirectory({ params: { id: caller === roles.owner ? await build() : id } }),
      },
    })
    expect((await treeOf(roles.stranger)).map((directory) => directory.id)).not.toContain(id)
    expect(await treeOf(roles.otherCompany)).toEqual([])
  })

  it('of the top are made where the caller manages', async () => {
    const { id } = await as(roles.owner).createDirectory({ body: named() })
    expect((await treeOf(chief)).find((one) => one.id === id)?.organization.id).toBe(roles.organizationId)
    const elsewhere = { ...named(), organizationId: roles.companyId }
    expect(await refusal(as(roles.owner).createDirectory({ body: elsewhere }))).toMatchObject({ status: 403 })
    const foreign = { ...named(), organizationId: roles.otherCompany.companyId }
    expect(await refusal(as(chief).createDirectory({ body: foreign }))).toMatchObject({ errorCode: 900_005 })
    const below = await buildOrganization(platform.db, { companyId: roles.companyId, parentId: roles.organizationId })
    expect(await as(roles.owner).createDirectory({ body: { ...named(), organizationId: below } })).toMatchObject({})
  })

  it('have codes of at most 15 letters, digits and signs, each once in the company', async () => {
    await bounds(15, (length) => as(chief).createDirectory({ body: { ...named(), code: 'C'.repeat(length) } }), {
      refused: 900_001,
      path: 'code',
    })
    for (const code of ['', 'A B', '目录', 'a|b']) {
      expect(await refusal(as(chief).createDirectory({ body: { ...named(), code } }))).toMatchObject({
        errorCode: 900_001,
      })
    }
    await as(chief).createDirectory({ body: { ...named(), code: 'Once-1' } })
    const again = as(roles.owner).createDirectory({ body: { ...named(), code: 'oNCE-1' } })
    expect(await refusal(again)).toMatchObject({ errorCode: CODE_TAKEN.code, data: { code: 'oNCE-1' } })
    // Another company has codes of its own.
    await as(roles.otherCompany).createDirectory({ body: { ...named(), code: 'Once-1' } })
  })

  it('keep their code and name apart from others when they are changed', async () => {
    const [one, other] = [named(), named()]
    const { id } = await as(chief).createDirectory({ body: one })
    await as(chief).createDirectory({ body: other })
    const change = (names: { name: string; code: string }) =>
      as(chief).changeDirectory({ params: { id }, body: { ...names, sort: 2, parentId: null } })
    const sameCode = await refusal(change({ ...one, code: other.code }))
    expect(sameCode).toMatchObject({ errorCode: CODE_TAKEN.code })
    const sameName = await refusal(change({ ...one, name: other.name }))
    expect(sameName).toMatchObject({ errorCode: DIRECTORY_NAME_TAKEN.code })
    // Its own are free.
    await change({ ...one, code: one.code.toLowerCase() })
  })

  it('[EXAM-038] have a sequence number from 1 to 1000', async () => {
    const create = (sort: number) => as(chief).createDirectory({ body: { ...named(), sort } })
    await bounds(1000, create, { refused: 900_001, path: 'sort' })
    await bounds(1, create, { refused: 900_001, path: 'sort', beyond: 0 })
    expect(await refusal(create(1.5))).toMatchObject({ errorCode: 900_001 })
  })

  it('have names, each once in its place', async () => {
    const parentId = await build()
    await build({ parentId, name: '消防' })
    await build({ name: '消防' })
    const again = as(chief).createDirectory({ body: { ...named('消防'), parentId } })
    expect(await refusal(again)).toMatchObject({ errorCode: DIRECTORY_NAME_TAKEN.code })
    await bounds(60, (length) => as(chief).createDirectory({ body: named('长'.repeat(length)) }), {
      refused: 900_001,
      path: 'name',
    })
  })

  it('move with all below them, into the organization of their new place, and never below themselves', async () => {
    const [top, other] = [await build(), await buildDirectory(platform.db, { author: chief, ...named() })]
    const middle = await build({ parentId: top })
    const leaf = await build({ parentId: middle })
    const move = (member: BuiltMember, id: string, parentId: string | null) =>
      as(member).changeDirectory({ params: { id }, body: { ...named(), sort: 1, parentId } })
    expect(await refusal(move(roles.owner, middle, other))).toMatchObject({ status: 403 })
    for (const id of [middle, leaf]) {
      expect(await refusal(move(chief, middle, id))).toMatchObject({ errorCode: 900_001 })
    }
    await move(chief, middle, other)
    const tree = await treeOf(chief)
    expect(tree.find(({ id }) => id === leaf)).toMatchObject({ level: 3, organization: { id: roles.companyId } })
    expect((await treeOf(roles.owner)).map(({ id }) => id)).not.toContain(leaf)
    await move(chief, middle, null)
    expect((await treeOf(chief)).find(({ id }) => id === leaf)).toMatchObject({ level: 2 })
  })

  it('are eight levels deep at most, moved ones too', async () => {
    let parentId = await build()
    for (let level = 2; level < 8; level++) parentId = await build({ parentId })
    const eighth = await as(chief).createDirectory({ body: { ...named(), parentId } })
    const ninth = as(chief).createDirectory({ body: { ...named(), parentId: eighth.id } })
    expect(await refusal(ninth)).toMatchObject({ errorCode: TOO_MANY_DIRECTORIES.code, data: { max: 8 } })
    const pair = await build()
    await build({ parentId: pair })
    const moved = as(chief).changeDirectory({ params: { id: pair }, body: { ...named(), sort: 1, parentId } })
    expect(await refusal(moved)).toMatchObject({ errorCode: TOO_MANY_DIRECTORIES.code })
  })

  it('are deleted when nothing is in them; what lies in the recycle bin does not count', async () => {
    const parent = await build()
    const child = await build({ parentId: parent })
    const remove = (id: string) => as(chief).deleteDirectory({ params: { id } })
    expect(await refusal(remove(parent))).toMatchObject({ errorCode: DIRECTORY_NOT_EMPTY.code })
    const ids = await buildQuestions(platform.db, { author: chief, directoryId: child }, [{}])
    expect(await refusal(remove(child))).toMatchObject({ errorCode: DIRECTORY_NOT_EMPTY.code })
    await as(chief).deleteQuestions({ body: { ids } })
    await remove(child)
    expect(await refusal(remove(child))).toMatchObject({ errorCode: 900_005 })
  })

  it('moved into each other at once never close a ring', async () => {
    let pair: readonly string[] = []
    const begin = async () => {
      pair = [await build(), await build()]
    }
    const move = (at: number) => {
      const [id = '', parentId = ''] = at === 0 ? pair : pair.toReversed()
      return as(chief).changeDirectory({ params: { id }, body: { ...named(), sort: 1, parentId } })
    }
    expect(await race(platform, 2, move, { begin })).toMatchObject({ accepted: 1, refused: { 900001: 1 } })
    const tree = (await treeOf(chief)).filter(({ id }) => pair.includes(id))
    expect(tree.map(({ level }) => level)).toEqual([1, 2])
  })

  it('deleted while a question is written into them are gone, or hold it', async () => {
    let id = ''
    const begin = async () => {
      id = await build()
    }
    const locked = () => sql`select from questions.directory where id = ${id} for update`
    const act = (at: number): Promise<unknown> =>
      at === 0
        ? as(chief).deleteDirectory({ params: { id } })
        : as(chief).createQuestion({ body: { ...newQuestion, directoryId: id } })
    const { accepted, refused } = await race(platform, 2, act, { begin, locked })
    expect(accepted).toBe(1)
    expect([{ [DIRECTORY_NOT_EMPTY.code]: 1 }, { 900005: 1 }]).toContainEqual(refused)
  })

  it('are not deleted while a question is restored into them', async () => {
    const id = await build()
    const ids = await buildQuestions(platform.db, { author: chief, directoryId: id }, [{}])
    await as(chief).deleteQuestions({ body: { ids } })
    // What a restore does, before it commits.
    const restored = sql`update questions.question set deleted_at = null where id = any(${ids}::uuid[])`
    const remove = meeting(platform, 1, restored, () => as(chief).deleteDirectory({ params: { id } }))
    expect(await refusal(remove)).toMatchObject({ errorCode: DIRECTORY_NOT_EMPTY.code })
    const [questionId = ''] = ids
    expect(await as(chief).question({ params: { id: questionId } })).toMatchObject({ directory: { id } })
  })
})
