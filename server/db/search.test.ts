import { type RawBuilder, sql } from 'kysely'
import { expect, it } from 'vitest'
import { testPlatform } from '#test/harness.ts'
import { contains, containsSql, containsWordsSql } from './search.ts'

const platform = testPlatform()

const text = sql`'安全 50%_培训 Team\\Lead'::text`

async function holds(condition: RawBuilder<boolean>): Promise<boolean | undefined> {
  const { rows } = await sql<{ holds: boolean }>`select ${condition} as holds`.execute(platform.root)
  return rows[0]?.holds
}

it.each([
  ['50%_', true],
  [' 培训 ', true],
  ['team\\lead', true],
  ['', true],
  [undefined, true],
  ['50%培', false],
  ['5__%', false],
  ['安全 培训', false],
])('%j is looked for as it was typed, in any letter case: %s', async (typed, found) => {
  expect(await holds(containsSql(text, typed))).toBe(found)
})

it.each([
  ['培训 安全', true],
  ['  ', true],
  ['team 50%', true],
  ['team 5_%', false],
])('each word of %j is looked for by itself: %s', async (typed, found) => {
  expect(await holds(containsWordsSql(text, typed))).toBe(found)
})

it('keeps the spaces of a pattern', async () => {
  expect(await holds(sql`${text} like ${contains('训 Team')}`)).toBe(true)
  expect(await holds(sql`${text} like ${contains('训 Team ')}`)).toBe(false)
})
