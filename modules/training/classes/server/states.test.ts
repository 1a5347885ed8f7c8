/** The states of classes: what the contract says in code, and the database in SQL, is the same at every instant. */
import fc from 'fast-check'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { testPlatform } from '#test/harness.ts'
import { proves } from '#test/proves.ts'
import { actionsOf, type ClassFacts, classStateOf } from '../contract/states.ts'
import { stateSql } from './class-fields.ts'
import { classesTables } from './db.ts'

const platform = testPlatform()

const planned: ClassFacts = {
  ...{ status: 'on-shelf', isApplied: false, publishedAt: 10, enrollmentFrom: 20, enrollmentUntil: 30 },
  ...{ startsAt: 40, endsAt: 50, closedAt: null },
}

describe('the state of a class', () => {
  it('follows from its times, each bound from both sides', async () => {
    await proves(['TRAINING-009', 'TRAINING-039'], async () => {
      const at = [19, 20, 29, 30, 39, 40, 49, 50].map((now) => classStateOf(planned, now))
      expect(at).toEqual([2, 3, 3, 4, 4, 5, 5, 6])
      expect(classStateOf({ ...planned, status: 'draft', publishedAt: null }, 35)).toBe(1)
      expect(classStateOf({ ...planned, status: 'draft', publishedAt: null, isApplied: true }, 35)).toBe(2)
      expect(classStateOf({ ...planned, status: 'off-shelf' }, 45)).toBe(8)
      expect(classStateOf({ ...planned, closedAt: 60 }, 45)).toBe(7)
      expect(classStateOf({ ...planned, status: 'off-shelf', closedAt: 60 }, 45)).toBe(7)
    })
  })

  it('[TRAINING-015] allows a republication of a revoked class alone', async () => {
    const republished = [1, 2, 3, 4, 5, 6, 7, 8].filter((state) => {
      const facts = { 1: 'draft', 8: 'off-shelf' } as const
      const status = state === 1 ? facts[1] : state === 8 ? facts[8] : 'on-shelf'
      const now = [0, 0, 19, 25, 35, 45, 55, 55, 45][state] ?? 0
      return actionsOf({ ...planned, status, closedAt: state === 7 ? 60 : null }, now).includes('republish')
    })
    expect(republished).toEqual([8])
  })

  it('is the same in SQL as in code', async () => {
    const instant = fc.integer({ min: 0, max: 12 })
    const facts = fc.record({
      status: fc.constantFrom('draft', 'on-shelf', 'off-shelf'),
      approval: fc.constantFrom('waiting', 'refused', null),
      published_at: instant,
      enrollment_from: fc.option(instant),
      enrollment_until: fc.option(instant),
      starts_at: instant,
      ends_at: instant,
      closed_at: fc.option(instant, { freq: 6 }),
    })
    const cases = fc.sample(facts, 500)
    const db = classesTables(platform.db)
    for (const now of [3, 6, 9]) {
      const { rows } = await sql<{ state: number }>`
        select ${stateSql(now)} as state from (
          select o.ordinality, r.* from jsonb_array_elements(${JSON.stringify(cases)}::jsonb) with ordinality o(one, ordinality)
          cross join lateral jsonb_to_record(o.one) as r(status text, approval text, published_at bigint,
            enrollment_from bigint, enrollment_until bigint, starts_at bigint, ends_at bigint, closed_at bigint)) s
        order by s.ordinality`.execute(db)
      const inCode = cases.map((one) =>
        classStateOf(
          {
            ...{ status: one.status, isApplied: one.approval === 'waiting', publishedAt: one.published_at },
            ...{ enrollmentFrom: one.enrollment_from, enrollmentUntil: one.enrollment_until },
            ...{ startsAt: one.starts_at, endsAt: one.ends_at, closedAt: one.closed_at },
          },
          now,
        ),
      )
      expect(rows.map(({ state }) => state)).toEqual(inCode)
    }
  })
})
