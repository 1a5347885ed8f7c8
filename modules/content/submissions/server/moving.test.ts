/** The migrations that move the proofs of courses and of learning paths lose nothing. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import { expect, it } from 'vitest'
import { testPlatform } from '#test/harness.ts'

const platform = testPlatform()
const root = join(import.meta.dirname, '../../../..')
const read = (path: string) => readFileSync(join(root, 'modules/learning', path), 'utf8')

/** The statement that made a table, as its migration has it. */
function tableOf(path: string, table: string): string {
  const [statement = ''] = new RegExp(`create table ${table} \\([\\s\\S]*?\\n\\);`).exec(read(path)) ?? []
  return statement.replaceAll(/ references \S+ \(id\) on delete cascade/g, '')
}

it('proofs of courses keep ids, texts, files, decisions and order', async () => {
  const db = platform.root
  const [course, section, member, company, decider, file] = Array.from({ length: 6 }, () => uuid())
  const ids = Array.from({ length: 4 }, () => uuid())
  await sql.raw(tableOf('courses/migrations/0003-versions-proof-settings.sql', 'courses.proof')).execute(db)
  const states = ['rejected', 'waiting', 'agreed', 'rejected']
  const times = [10, 30, 5, 20]
  for (const [index, id] of ids.entries()) {
    const isDecided = states[index] !== 'waiting'
    // The third one is about another section.
    await sql`insert into courses.proof values (${id}, ${company}, ${course}, ${index === 2 ? course : section}, ${member},
      '演练', ${`说明 ${index}`}, array[${file}]::uuid[], ${times[index]}, ${states[index]}, ${isDecided ? '意见' : ''},
      ${isDecided ? decider : null}, ${isDecided ? 40 + index : null})`.execute(db)
  }
  await sql.raw(read('courses/migrations/0015-submissions.sql')).execute(db)
  const { rows } = await sql<Record<string, unknown>>`
    select * from submissions.submission where subject_id = ${course} order by content`.execute(db)
  const common = { company_id: company, kind: 'course', subject_id: course, member_id: member, title: '演练' }
  const returned = { state: 'returned', opinion: '意见', decided_by: decider }
  const [first, second, third, fourth] = ids
  expect(rows).toEqual(
    [
      { id: first, part_id: section, round: 1, ...returned, decided_at: 40, submitted_at: 10 },
      {
        id: second,
        part_id: section,
        round: 3,
        state: 'waiting',
        opinion: '',
        decided_by: null,
        decided_at: null,
        submitted_at: 30,
      },
      { id: third, part_id: course, round: 1, ...returned, state: 'accepted', decided_at: 42, submitted_at: 5 },
      { id: fourth, part_id: section, round: 2, ...returned, decided_at: 43, submitted_at: 20 },
    ].map((row, index) => ({ ...common, ...row, content: `说明 ${index}`, file_ids: [file] })),
  )
  expect((await sql<{ gone: boolean }>`select to_regclass('courses.proof') is null as gone`.execute(db)).rows).toEqual([
    { gone: true },
  ])
})

it('proofs of learning paths keep ids, texts, files, decisions and order, and learn their path and member', async () => {
  const db = platform.root
  const [path, progress, member, company, decider, file, content, organization] = Array.from({ length: 8 }, () =>
    uuid(),
  )
  const ids = Array.from({ length: 4 }, () => uuid())
  await sql.raw(tableOf('paths/migrations/0001-paths.sql', 'paths.proof')).execute(db)
  await sql`insert into paths.path (id, company_id, organization_id, author_id, name, created_at, updated_at)
    values (${path}, ${company}, ${organization}, ${decider}, '店长', 1, 1)`.execute(db)
  await sql`insert into paths.progress values (${progress}, ${member}, ${path}, ${company}, 1, ${content}, 1)`.execute(
    db,
  )
  const states = [6, 5, 2, 6]
  const times = [10, 30, 25, 20]
  for (const [index, id] of ids.entries()) {
    const isDecided = states[index] !== 5
    // Of the fourth no time of the decision is known.
    await sql`insert into paths.proof (id, progress_id, company_id, state, content, file_ids, handed_in_at, decided_by,
      decided_at, opinion) values (${id}, ${progress}, ${company}, ${states[index]}, ${`说明 ${index}`},
      array[${file}]::uuid[], ${times[index]}, ${isDecided ? decider : null},
      ${isDecided && index < 3 ? 40 + index : null}, ${isDecided ? '意见' : ''})`.execute(db)
  }
  await sql.raw(read('paths/migrations/0003-submissions.sql')).execute(db)
  const { rows } = await sql<Record<string, unknown>>`
    select id, part_id, round, state, opinion, decided_by, decided_at, submitted_at, content, file_ids, company_id, kind,
      subject_id, member_id
    from submissions.submission where subject_id = ${path} order by content`.execute(db)
  const common = { part_id: progress, company_id: company, kind: 'path', subject_id: path, member_id: member }
  const decided = { opinion: '意见', decided_by: decider }
  const [first, second, third, fourth] = ids
  expect(rows).toEqual(
    [
      { id: first, round: 1, ...decided, state: 'returned', decided_at: 40, submitted_at: 10 },
      { id: second, round: 4, state: 'waiting', opinion: '', decided_by: null, decided_at: null, submitted_at: 30 },
      { id: third, round: 3, ...decided, state: 'accepted', decided_at: 42, submitted_at: 25 },
      { id: fourth, round: 2, ...decided, state: 'returned', decided_at: 20, submitted_at: 20 },
    ].map((row, index) => ({ ...common, ...row, content: `说明 ${index}`, file_ids: [file] })),
  )
  expect((await sql<{ gone: boolean }>`select to_regclass('paths.proof') is null as gone`.execute(db)).rows).toEqual([
    { gone: true },
  ])
})
