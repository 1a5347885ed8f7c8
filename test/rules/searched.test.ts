/**
 * Nobody finds what they may not open: every kind of document × who asks × what became of the item. Each change is tried twice:
 * before the index knows of it, when the condition inside the query alone must hide the item, and after. A kind that is
 * added has to say here what hides its items.
 */
import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { search } from '#modules/insight/search/contract.ts'
import { indexChanges } from '#modules/insight/search/server/search.fixture.ts'
import { searchKind } from '#modules/insight/search/server.ts'
import { type BuiltMember, buildMember, buildOrganization } from '#modules/platform/identity/server/members.fixture.ts'
import { testPlatform } from '#test/harness.ts'
import { buildSampleCompany, type SampleCompany } from './companies.ts'

interface Kind {
  readonly table: string
  readonly title: string
  /** What is set so that every member of the company may open it. */
  readonly open: string
  /** What takes it from everybody. */
  readonly hidden: Readonly<Record<string, string>>
  /** Statements after which it is for the members of the organization `$org` alone, `$id` being the item. */
  readonly forOrganization?: readonly string[]
  /** The organization before, so that what follows may be tried. */
  readonly forAll?: readonly string[]
}

const onShelf = "status = 'on-shelf', deleted_at = null, published_at = coalesce(published_at, 1)"
const shelf = { draft: "status = 'draft'", 'off the shelf': "status = 'off-shelf'", deleted: 'deleted_at = 1' }
const byIds = {
  forOrganization: ["update $table set organization_ids = array['$org'::uuid] where id = '$id'"],
  forAll: ["update $table set organization_ids = '{}' where id = '$id'"],
}

const kinds: Readonly<Record<string, Kind>> = {
  course: {
    ...{ table: 'courses.course', title: 'name', open: `${onShelf}, visible_to_all = true`, hidden: shelf },
    forOrganization: [
      "update $table set visible_to_all = false where id = '$id'",
      "delete from courses.course_visibility where course_id = '$id'",
      "insert into courses.course_visibility (course_id, organization_id) values ('$id', '$org') on conflict do nothing",
    ],
    forAll: ["update $table set visible_to_all = true where id = '$id'"],
  },
  subject: {
    ...{ table: 'subjects.subject', title: 'name', open: `${onShelf}, visible_to_all = true`, hidden: shelf },
    forOrganization: [
      "update $table set visible_to_all = false where id = '$id'",
      "delete from subjects.subject_visibility where subject_id = '$id'",
      "insert into subjects.subject_visibility (subject_id, organization_id, company_id) values ('$id', '$org', '$company') on conflict do nothing",
    ],
    forAll: ["update $table set visible_to_all = true where id = '$id'"],
  },
  path: {
    ...{ table: 'paths.path', title: 'name', open: "status = 'on-shelf', deleted_at = null, is_open = true" },
    hidden: { ...shelf, 'not open': 'is_open = false' },
  },
  class: {
    ...{
      table: 'classes.class',
      title: 'name',
      open: `${onShelf}, organization_ids = '{}', is_template = false`,
      hidden: shelf,
      ...byIds,
    },
  },
  exam: {
    table: 'exams.exam',
    title: 'name',
    open: `${onShelf}, organization_ids = '{}', member_ids = '{}'`,
    hidden: shelf,
    ...byIds,
  },
  survey: {
    ...{ table: 'surveys.survey', title: 'name', hidden: shelf, ...byIds },
    open: `${onShelf}, organization_ids = '{}', member_ids = '{}', position_ids = '{}'`,
  },
  'practice-set': {
    ...{ table: 'practice.practice_set', title: 'name', hidden: shelf, ...byIds },
    open: `${onShelf}, organization_ids = '{}', member_ids = '{}'`,
  },
  contest: {
    table: 'contests.contest',
    title: 'name',
    open: `${onShelf}, organization_ids = '{}'`,
    hidden: shelf,
    ...byIds,
  },
  live: {
    ...{ table: 'live.live', title: 'subject', open: 'status = 1, supplier = 3, share_scope = 1' },
    hidden: { 'not published': 'status = 0', cancelled: 'status = 4' },
    forOrganization: [
      "update $table set share_scope = 4 where id = '$id'",
      "insert into live.audience_organization (live_id, organization_id, company_id) values ('$id', '$org', '$company') on conflict do nothing",
    ],
    forAll: ["update $table set share_scope = 1 where id = '$id'"],
  },
  'external-live': {
    ...{ table: 'live.live', title: 'subject', open: 'status = 1, supplier = 0, share_scope = 1' },
    hidden: { 'not published': 'status = 0', cancelled: 'status = 4' },
  },
  content: {
    ...{
      table: 'contents.content',
      title: 'title',
      open: "state = 'active', published_at = 1, removed_at = null, visibility = 0",
    },
    hidden: { closed: "state = 'closed'", 'not published': 'published_at = null', removed: 'removed_at = 1' },
    forOrganization: [
      "update $table set visibility = 1 where id = '$id'",
      "insert into contents.content_organization (content_id, organization_id, company_id) values ('$id', '$org', '$company') on conflict do nothing",
    ],
    forAll: ["update $table set visibility = 0 where id = '$id'"],
  },
  column: {
    ...{ table: 'columns.special_column', title: 'title', open: "state = 'active', removed_at = null" },
    hidden: { closed: "state = 'closed'", removed: 'removed_at = 1' },
  },
  question: {
    ...{ table: 'ask.question', title: 'title', open: "state = 'open'" },
    hidden: { withdrawn: "state = 'withdrawn'", removed: "state = 'removed'" },
  },
  account: { table: 'community.account', title: 'name', open: 'frozen_at = null', hidden: { frozen: 'frozen_at = 1' } },
  circle: {
    table: 'community.circle',
    title: 'name',
    open: 'removed_at = null',
    hidden: { removed: 'removed_at = 1' },
  },
  help: {
    ...{ table: 'help.article', title: 'title_cn', open: "is_published = true, audiences = '{everybody}'" },
    hidden: { draft: 'is_published = false' },
    forOrganization: ["update $table set audiences = array['organization:$org'] where id = '$id'"],
    forAll: ["update $table set audiences = '{everybody}' where id = '$id'"],
  },
  notice: {
    ...{
      table: 'notices.notice',
      title: 'title',
      open: "status = 'published', published_at = 1, expires_at = null, organization_ids = '{}'",
    },
    hidden: { draft: "status = 'draft'", withdrawn: "status = 'withdrawn'", expired: 'expires_at = 1' },
    ...byIds,
  },
  person: {
    table: 'identity.member',
    title: 'full_name',
    open: 'enabled = true',
    hidden: { disabled: 'enabled = false' },
  },
  topic: { table: 'topics.topic', title: 'name', open: 'use_count = 1', hidden: {} },
}

const platform = testPlatform()
let ours: SampleCompany
let reader: BuiltMember
let colleague: BuiltMember
let stranger: BuiltMember
let branchId: string

const mark = (kind: string) => `可见${kind.replaceAll('-', '')}文档`

async function run(text: string): Promise<void> {
  await sql.raw(text).execute(platform.root)
}

beforeAll(async () => {
  ours = await buildSampleCompany(platform.db, '乙', platform.now)
  const theirs = await buildSampleCompany(platform.db, '丙', platform.now)
  branchId = await buildOrganization(platform.db, { companyId: ours.companyId, parentId: ours.companyId, name: '分部' })
  reader = await buildMember(platform.db, { companyId: ours.companyId })
  colleague = await buildMember(platform.db, { companyId: ours.companyId, organizationId: branchId })
  stranger = await buildMember(platform.db, { companyId: theirs.companyId, roles: ['super-admin'] })
})

/** What the member finds by the title of the kind: hits, counts and suggestions together. */
async function found(member: BuiltMember, kind: string): Promise<{ hits: number; suggested: number }> {
  const query = mark(kind)
  const client = platform.client(search, member)
  const { items, counts, recordCount } = await client.search({ query: { query: `"${query}"`, kinds: kind } })
  expect(recordCount).toBe(items.length)
  expect(counts[0]?.count ?? 0).toBe(items.length)
  const { titles } = await client.suggest({ query: { query } })
  return {
    hits: items.length,
    suggested: titles.filter((one) => one.title.toLowerCase() === query.toLowerCase()).length,
  }
}

const seen = { hits: 1, suggested: 1 }
const unseen = { hits: 0, suggested: 0 }

async function someItem({ table, title, open }: Kind, kind: string): Promise<string> {
  const not = kind === 'person' ? `and id not in ('${reader.id}', '${colleague.id}', '${ours.chief.id}')` : ''
  const { rows } = await sql
    .raw<{ id: string }>(`select id from ${table} where company_id = '${ours.companyId}' ${not} order by id limit 1`)
    .execute(platform.root)
  const id = rows[0]?.id ?? ''
  await run(`update ${table} set ${open}, ${title} = '${mark(kind)}' where id = '${id}'`)
  await indexChanges(platform)
  return id
}

describe('what is found', () => {
  it('every kind that can be found is tried here', () => {
    expect(Object.keys(kinds).sort()).toEqual(
      searchKind
        .all()
        .map(({ kind }) => kind)
        .sort(),
    )
  })

  describe.each(Object.entries(kinds))('%s', (kind, of) => {
    it('is found by who may open it, and by nobody of another company', async () => {
      await someItem(of, kind)
      expect(await found(reader, kind)).toEqual(seen)
      expect(await found(ours.chief, kind)).toEqual(seen)
      expect(await found(stranger, kind)).toEqual(unseen)
    })

    it.each(Object.entries(of.hidden))('is not found when it is %s', async (_state, hide) => {
      const id = await someItem(of, kind)
      await run(`update ${of.table} set ${hide} where id = '${id}'`)
      for (const member of [reader, ours.chief, colleague, stranger]) expect(await found(member, kind)).toEqual(unseen)
      await indexChanges(platform)
      for (const member of [reader, ours.chief, colleague, stranger]) expect(await found(member, kind)).toEqual(unseen)
      expect(await found((await someItem(of, kind)) === id ? reader : stranger, kind)).toEqual(seen)
    })

    it.runIf(of.forOrganization)('is found by the members of its organization alone', async () => {
      const id = await someItem(of, kind)
      const fill = (text: string) =>
        text
          .replaceAll('$table', of.table)
          .replaceAll('$id', id)
          .replaceAll('$org', branchId)
          .replaceAll('$company', ours.companyId)
      for (const text of of.forOrganization ?? []) await run(fill(text))
      for (const index of [async () => {}, () => indexChanges(platform)]) {
        await index()
        expect(await found(reader, kind)).toEqual(unseen)
        expect(await found(colleague, kind)).toEqual(seen)
        expect(await found(stranger, kind)).toEqual(unseen)
      }
      for (const text of of.forAll ?? []) await run(fill(text))
    })
  })
})
