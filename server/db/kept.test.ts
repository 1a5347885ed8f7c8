import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import { describe, expect, it } from 'vitest'
import { buildCompany, buildMember } from '#modules/platform/identity/server/members.fixture.ts'
import { testPlatform } from '#test/harness.ts'
import { withTables } from './connection.ts'
import { Keeper, kept, keptMany } from './kept.ts'
import { noEditsSql } from './last-edit.ts'
import { inSavepoint, inTransaction } from './transaction.ts'

const platform = testPlatform()

describe('values that are kept', () => {
  const reader = () => ({ companyId: uuid(), lastEdit: '1' })
  const counted = () => {
    let count = 0
    return { load: async () => ++count, count: () => count }
  }

  it('are read once under one edit, again under another, and for each company', async () => {
    const { load, count } = counted()
    const one = reader()
    expect(await kept(platform.db, one, 'test', 'a', load)).toBe(1)
    expect(await kept(platform.db, one, 'test', 'a', load)).toBe(1)
    expect(await kept(platform.db, { ...one, lastEdit: '2' }, 'test', 'a', load)).toBe(2)
    expect(await kept(platform.db, one, 'test', 'a', load)).toBe(3)
    expect(await kept(platform.db, one, 'other', 'a', load)).toBe(4)
    expect(await kept(platform.db, reader(), 'test', 'a', load)).toBe(5)
    expect(count()).toBe(5)
  })

  it('are asked for together, without those that are there, and what is not found is asked for again', async () => {
    const one = reader()
    const asked: (readonly string[])[] = []
    const find = (keys: readonly string[]) =>
      keptMany(platform.db, one, 'test', keys, async (missing) => {
        asked.push(missing)
        return new Map(missing.filter((key) => key !== 'nowhere').map((key) => [key, key.toUpperCase()]))
      })
    expect([...(await find(['a', 'b', 'a', 'nowhere']))]).toEqual([
      ['a', 'A'],
      ['b', 'B'],
    ])
    expect((await find(['c', 'b', 'nowhere'])).get('b')).toBe('B')
    await find(['a', 'b', 'c'])
    expect(asked).toEqual([
      ['a', 'b', 'nowhere'],
      ['c', 'nowhere'],
    ])
  })

  it('are neither taken nor left by a transaction, nor by who has no session', async () => {
    const { load } = counted()
    const one = reader()
    await kept(platform.db, one, 'test', 'a', load)
    await inTransaction(platform.db, async (db) => expect(await kept(db, one, 'test', 'a', load)).toBe(2))
    expect(await kept(platform.db, one, 'test', 'a', load)).toBe(1)
    expect(await kept(platform.db, { companyId: one.companyId }, 'test', 'a', load)).toBe(3)
  })

  it('take no more room than they may: what was not used for longest goes', () => {
    const keeper = new Keeper(1500)
    // With its key and quotes 100 units of two bytes, and 400 for the entry.
    const text = '字'.repeat(97)
    keeper.keep('a', '1', text)
    keeper.keep('b', '1', text)
    expect(keeper.find('a', '1')).toBe(text)
    keeper.keep('c', '1', text)
    expect([keeper.find('a', '1'), keeper.find('b', '1'), keeper.find('c', '1')]).toEqual([text, undefined, text])
    keeper.keep('c', '2', text)
    expect([keeper.find('a', '1'), keeper.find('c', '1'), keeper.find('c', '2')]).toEqual([text, undefined, text])
    keeper.keep('large', '1', '字'.repeat(600))
    expect([keeper.find('large', '1'), keeper.find('a', '1')]).toEqual([undefined, undefined])
  })
})

describe('the last edit of a company', () => {
  const db = () => withTables<unknown>(platform.db)
  async function lastEdit(companyId: string) {
    const { rows } = await sql<{ edit: string }>`
      select edit::text as edit from server.last_edit where company_id = ${companyId}`.execute(db())
    return rows[0]?.edit
  }

  it('changes with what is shown of a member, and not with anything else, nor for another company', async () => {
    const [companyId, other] = [await buildCompany(platform.db), await buildCompany(platform.db)]
    const { id } = await buildMember(platform.db, { companyId })
    const before = [await lastEdit(companyId), await lastEdit(other)]
    await sql`update identity.member set staff_number = '7', updated_at = 5, full_name = full_name where id = ${id}`.execute(
      db(),
    )
    await buildMember(platform.db, { companyId })
    expect(await lastEdit(companyId)).toBe(before[0])
    await sql`update identity.member set full_name = '改名' where id = ${id}`.execute(db())
    expect(await lastEdit(companyId)).not.toBe(before[0])
    expect(await lastEdit(other)).toBe(before[1])
  })

  it('is noted once by a transaction for each company, and again where a savepoint took the note back', async () => {
    const [one, other] = [await buildCompany(platform.db), await buildCompany(platform.db)]
    const before = [await lastEdit(one), await lastEdit(other)]
    const rename = (connection: typeof platform.root, id: string, name: string) =>
      sql`update identity.organization set name = ${name} where id = ${id}`.execute(connection)
    const known = (connection: typeof platform.root, id: string) =>
      sql<{ edit: string; own: string }>`select edit::text as edit, pg_current_xact_id()::text as own
        from server.last_edit where company_id = ${id}`.execute(connection)
    await inTransaction(platform.root, async (transaction) => {
      await sql`set constraints all immediate`.execute(transaction)
      await inSavepoint(transaction, async () => {
        await rename(transaction, one, '撤回')
        throw new Error('taken back')
      }).catch(() => undefined)
      expect((await known(transaction, one)).rows[0]?.edit).toBe(before[0])
      for (const name of ['甲', '乙']) for (const id of [one, other, one]) await rename(transaction, id, name)
      for (const id of [one, other]) {
        const { rows } = await known(transaction, id)
        expect(rows[0]?.edit).toBe(rows[0]?.own)
      }
    })
    const after = [await lastEdit(one), await lastEdit(other)]
    expect(after[0]).toBe(after[1])
    // The next transaction, on whichever connection, notes its own.
    await rename(platform.root, one, '丙')
    expect(await lastEdit(one)).not.toBe(after[0])
    expect(await lastEdit(other)).toBe(after[1])
  })

  it('is no dry run’s', async () => {
    const companyId = await buildCompany(platform.db)
    const before = await lastEdit(companyId)
    let during: string | undefined
    await inTransaction(platform.root, async (transaction) => {
      await noEditsSql.execute(transaction)
      await sql`update identity.organization set name = '改名' where id = ${companyId}`.execute(transaction)
      await sql`set constraints all immediate`.execute(transaction)
      const { rows } = await sql<{ edit: string }>`
        select edit::text as edit from server.last_edit where company_id = ${companyId}`.execute(transaction)
      during = rows[0]?.edit
    })
    expect(during).toBe(before)
  })
})
