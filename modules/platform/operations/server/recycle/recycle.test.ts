import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type BuiltMember, buildCompany, buildMember } from '#modules/platform/identity/server/members.fixture.ts'
import { operations } from '#modules/platform/operations/contract.ts'
import type { Connection } from '#server/db/connection.ts'
import { withTables } from '#server/db/connection.ts'
import { enqueue } from '#server/jobs/queue.ts'
import { serverModule } from '#server/module.ts'
import { serverModules } from '#server/modules.ts'
import { refusal, testPlatform } from '#test/harness.ts'
import { proves } from '#test/proves.ts'
import { purgeRecycledJob } from './jobs.ts'
import { recycleKind } from './kinds.ts'
import { recycle } from './recycle-item.ts'

const dayMs = 86_400_000

/** Records the owning module's actions in a table, so a rollback undoes them. */
async function note(db: Connection, itemId: string, what: string): Promise<void> {
  await sql`insert into public.owner_deed values (${itemId}, ${what})`.execute(withTables<unknown>(db))
}

async function deedsOf(itemId: string): Promise<string[]> {
  const { rows } = await sql<{ what: string }>`
    select what from public.owner_deed where item_id = ${itemId}`.execute(platform.root)
  return rows.map((row) => row.what)
}

const stubborn = new Set<string>()

const owner = serverModule({
  name: 'planted',
  contract: {},
  routes: {},
  extensions: [
    recycleKind({
      kind: 'planted',
      label: { cn: '样例', en: 'Sample' },
      restore: (db, { itemId }) => note(db, itemId, 'restored'),
      async purge(db, { itemId }) {
        await note(db, itemId, 'purged')
        if (stubborn.has(itemId)) throw new Error('in use')
      },
    }),
  ],
})

const platform = testPlatform({ modules: [...serverModules, owner], poolSize: 4 })
let companyId: string
let chief: BuiltMember
let author: BuiltMember
let other: BuiltMember

beforeAll(async () => {
  await sql`create table public.owner_deed (item_id uuid, what text)`.execute(platform.root)
})

beforeEach(async () => {
  const now = platform.now
  companyId = await buildCompany(platform.db, undefined, now)
  chief = await buildMember(platform.db, { companyId, roles: ['super-admin'], now })
  author = await buildMember(platform.db, { companyId, now })
  other = await buildMember(platform.db, { companyId, now })
})

const recycleBin = (member: BuiltMember) => platform.client(operations, member)

async function deleted(by: BuiltMember, name = '安全生产'): Promise<{ id: string; itemId: string }> {
  const itemId = uuid()
  await recycle(platform.db, { companyId, kind: 'planted', itemId, name, deletedBy: by.id, now: platform.now })
  const { items } = await recycleBin(by).listRecycled()
  return { id: items.find((item) => item.itemId === itemId)?.id ?? '', itemId }
}

async function purgeDue(): Promise<void> {
  await enqueue(platform.db, purgeRecycledJob, {}, { attemptsMax: 1 })
  await platform.runJobs()
}

describe('the recycle bin', () => {
  it('keeps a deleted item with its kind for 15 days, and then deletes it permanently', async () => {
    const { itemId } = await deleted(author)
    const { items, kinds } = await recycleBin(author).listRecycled()
    await proves('SYSTEM-246', () => {
      expect(kinds).toContainEqual({ kind: 'planted', label: { cn: '样例', en: 'Sample' } })
      const kept = ['course', 'subject', 'learning-path']
      expect(kinds.map(({ kind }) => kind)).toEqual(expect.arrayContaining(kept))
      expect(items).toEqual([
        expect.objectContaining({
          itemId,
          name: '安全生产',
          kindLabel: { cn: '样例', en: 'Sample' },
          deletedBy: author.id,
          deletedAt: platform.now,
          purgeAt: platform.now + 15 * dayMs,
        }),
      ])
    })
    await proves('SYSTEM-244', async () => {
      platform.now += 15 * dayMs - 1
      await purgeDue()
      expect(await deedsOf(itemId)).toEqual([])
      platform.now += 1
      await purgeDue()
      await purgeDue()
      expect(await deedsOf(itemId)).toEqual(['purged'])
    })
  })

  it('[SYSTEM-245] restores an item within 15 days; later, or a second time, answers 900005', async () => {
    const first = await deleted(author)
    await recycleBin(author).restoreRecycled({ params: { id: first.id } })
    expect(await deedsOf(first.itemId)).toEqual(['restored'])
    expect((await recycleBin(author).listRecycled()).recordCount).toBe(0)
    expect(await refusal(recycleBin(author).restoreRecycled({ params: { id: first.id } }))).toMatchObject({
      errorCode: 900005,
    })

    const late = await deleted(author)
    platform.now += 15 * dayMs
    const again = await buildMember(platform.db, { companyId, roles: ['super-admin'], now: platform.now })
    const restored = recycleBin(again).restoreRecycled({ params: { id: late.id } })
    expect(await refusal(restored)).toMatchObject({ status: 422, errorCode: 900005 })
    expect((await recycleBin(again).listRecycled({ query: { scope: 'company' } })).recordCount).toBe(0)
  })

  it('[SYSTEM-245] two simultaneous calls restore an item once', async () => {
    const { id, itemId } = await deleted(author)
    const tries = [author, chief, author, chief].map((member) =>
      recycleBin(member)
        .restoreRecycled({ params: { id } })
        .then(
          () => 'restored',
          () => 'refused',
        ),
    )
    expect((await Promise.all(tries)).sort()).toEqual(['refused', 'refused', 'refused', 'restored'])
    expect(await deedsOf(itemId)).toEqual(['restored'])
  })

  it('shows members their own deletions, and managers all deletions', async () => {
    await deleted(author, '甲')
    await deleted(other, '乙')
    expect((await recycleBin(author).listRecycled()).items.map((item) => item.name)).toEqual(['甲'])
    expect((await recycleBin(author).listRecycled({ query: { scope: 'company' } })).recordCount).toBe(1)
    expect((await recycleBin(chief).listRecycled()).recordCount).toBe(0)
    const all = await recycleBin(chief).listRecycled({ query: { scope: 'company', kind: 'planted' } })
    expect(all.recordCount).toBe(2)
    const found = await recycleBin(chief).listRecycled({ query: { scope: 'company', keyword: '乙' } })
    expect(found.items.map((item) => item.name)).toEqual(['乙'])
  })

  it('lets only managers restore another member’s item, and logs it', async () => {
    const { id, itemId } = await deleted(author)
    expect(await refusal(recycleBin(other).restoreRecycled({ params: { id } }))).toMatchObject({ errorCode: 900005 })
    expect(await refusal(recycleBin(other).purgeRecycled({ params: { id } }))).toMatchObject({ errorCode: 900005 })
    await recycleBin(chief).purgeRecycled({ params: { id } })
    expect(await deedsOf(itemId)).toEqual(['purged'])
    const { items } = await recycleBin(chief).listAudit({ query: { subjectId: itemId } })
    expect(items).toEqual([
      expect.objectContaining({ action: 'operations.purgeRecycled', actorId: chief.id, subjectName: '安全生产' }),
    ])
  })

  it('purges the other items if one fails, and retries the failed one', async () => {
    const stuck = await deleted(author)
    const free = await deleted(author)
    stubborn.add(stuck.itemId)
    platform.now += 15 * dayMs
    await expect(purgeDue()).rejects.toThrow(/was not purged/)
    expect(await deedsOf(free.itemId)).toEqual(['purged'])
    expect(await deedsOf(stuck.itemId)).toEqual([])
    stubborn.clear()
    await purgeDue()
    expect(await deedsOf(stuck.itemId)).toEqual(['purged'])
  })

  it('two simultaneous processes purge an item once', async () => {
    const items = await Promise.all(Array.from({ length: 6 }, () => deleted(author)))
    platform.now += 15 * dayMs
    const context = { outside: platform.outside, now: platform.now }
    await Promise.all([1, 2, 3].map(() => purgeRecycledJob.run(platform.db, {}, context)))
    for (const { itemId } of items) expect(await deedsOf(itemId)).toEqual(['purged'])
  })

  it('a repeated deletion replaces the older one', async () => {
    const itemId = uuid()
    const item = { companyId, kind: 'planted', itemId, name: '课程', deletedBy: author.id }
    await recycle(platform.db, { ...item, now: platform.now - dayMs })
    await recycle(platform.db, { ...item, now: platform.now })
    const { items } = await recycleBin(author).listRecycled()
    expect(items).toEqual([expect.objectContaining({ deletedAt: platform.now })])
  })
})
