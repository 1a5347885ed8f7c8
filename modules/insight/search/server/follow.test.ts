import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { buildCourse } from '#modules/learning/courses/server/courses.fixture.ts'
import {
  type BuiltMember,
  buildCompany,
  buildMember,
  callerOf,
} from '#modules/platform/identity/server/members.fixture.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { testPlatform } from '#test/harness.ts'
import { searchTables } from './db.ts'
import { listDocuments } from './documents.ts'
import { indexChanges } from './search.fixture.ts'

const platform = testPlatform()
let author: BuiltMember

const documentsOf = (itemId: string) =>
  searchTables(platform.db)
    .selectFrom('search.document')
    .select(['title', 'kind', 'item_id'])
    .where('item_id', '=', itemId)
    .execute()

beforeAll(async () => {
  const companyId = await buildCompany(platform.db)
  author = await buildMember(platform.db, { companyId })
})

describe('the index follows the changes', () => {
  it('a course is found once it is on the shelf, by its new name after a change, and no more when it is deleted', async () => {
    const course = await buildCourse(platform.db, { author, name: '叉车安全操作' })
    await indexChanges(platform)
    expect(await documentsOf(course.id)).toMatchObject([{ title: '叉车安全操作', kind: 'course' }])
    await sql`update courses.course set name = '叉车日常保养' where id = ${course.id}`.execute(platform.root)
    await indexChanges(platform)
    expect(await documentsOf(course.id)).toMatchObject([{ title: '叉车日常保养' }])
    await sql`update courses.course set deleted_at = 1 where id = ${course.id}`.execute(platform.root)
    await indexChanges(platform)
    expect(await documentsOf(course.id)).toEqual([])
  })

  it('what is rolled back is not noted, and neither is what no reader sees', async () => {
    const { id } = await buildCourse(platform.db, { author })
    await indexChanges(platform)
    const roll = inTransaction(platform.db, async (db) => {
      await sql`update courses.course set name = '未提交' where id = ${id}`.execute(searchTables(db))
      throw new Error('rolled back')
    })
    await expect(roll).rejects.toThrow('rolled back')
    await sql`update courses.course set revision = revision + 1 where id = ${id}`.execute(platform.root)
    const { rows } = await sql`select from server.changed_item`.execute(platform.root)
    expect(rows).toEqual([])
  })
})

describe('lists of documents', () => {
  it('answer what the caller may open, in the asked order', async () => {
    const companyId = await buildCompany(platform.db)
    const member = await buildMember(platform.db, { companyId })
    const old = await buildCourse(platform.db, { author: member, name: '旧课程', now: 1000 })
    const fresh = await buildCourse(platform.db, { author: member, name: '新课程', now: 2000 })
    await buildCourse(platform.db, { author: member, name: '草稿', status: 'draft' })
    await buildCourse(platform.db, { author, name: '别家的课程' })
    await indexChanges(platform)
    const caller = await callerOf(platform.db, member)
    const titles = async (list: Omit<Parameters<typeof listDocuments>[2], 'limit'>) =>
      (await listDocuments(platform.db, caller, { ...list, limit: 10 })).map(({ title }) => title)
    expect(await titles({ order: 'newest', kinds: ['course'] })).toEqual(['新课程', '旧课程'])
    const refs = [old, fresh].map(({ id }) => ({ kind: 'course', id }))
    expect(await titles({ order: 'given', refs })).toEqual(['旧课程', '新课程'])
    expect(await titles({ order: 'newest', refs: [] })).toEqual([])
  })
})
