/** What was deleted, and what was done to a subject. */
import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import type { BuiltMember } from '#modules/platform/identity/server/members.fixture.ts'
import { operations } from '#modules/platform/operations/contract.ts'
import { refusal, testPlatform } from '#test/harness.ts'
import { buildPeople, deskOf, type People } from './people.fixture.ts'

const platform = testPlatform()
let people: People
let author: BuiltMember
const { as, newSubject } = deskOf(platform, () => people)

beforeAll(async () => {
  people = await buildPeople(platform)
  ;({ author } = people)
})

describe('the recycle bin and the audit log', () => {
  it('a deleted subject is nowhere for 15 days, comes back as it was, or is gone for good', async () => {
    const one = await newSubject({ status: 'off-shelf' })
    await as(author).deleteSubject({ params: one.params })
    expect(await refusal(one.edited())).toMatchObject({ errorCode: 900005 })
    expect((await as(author).authoredSubjects({ query: {} })).items.map(({ id }) => id)).not.toContain(one.id)
    const recycleBin = platform.client(operations, author)
    const find = async () =>
      (await recycleBin.listRecycled({ query: { kind: 'subject' } })).items.find(({ itemId }) => itemId === one.id)
    await recycleBin.restoreRecycled({ params: { id: (await find())?.id ?? '' } })
    expect(await one.edited()).toMatchObject({ status: 'off-shelf', stages: [{ title: '起步' }] })
    await as(author).deleteSubject({ params: one.params })
    await recycleBin.purgeRecycled({ params: { id: (await find())?.id ?? '' } })
    const { rows } = await sql`select 1 from subjects.content where subject_id = ${one.id}`.execute(platform.root)
    expect(rows).toEqual([])
  })

  it('says who changed what, before and after', async () => {
    const one = await newSubject({ name: '旧名字' })
    await one.change({ name: '新名字' })
    await one.stages([{ title: '换了', contents: [] }])
    const { rows } = await sql<{ action: string; actor_id: string; details: string }>`
      select action, actor_id, details from operations.audit_entry
      where subject_type = 'subject' and subject_id = ${one.id} order by id`.execute(platform.root)
    expect(rows.map(({ details, ...row }) => ({ ...row, ...(JSON.parse(details) as object) }))).toMatchObject([
      { action: 'subjects.changeSubject', actor_id: author.id, before: { name: '旧名字' }, after: { name: '新名字' } },
      { action: 'subjects.changeStages', before: { stages: '起步 (1)' }, after: { stages: '换了 (0)' } },
    ])
  })
})
