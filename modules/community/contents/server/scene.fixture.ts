/** What the tests of contents begin with: an account with its members, a reader, a stranger, and short ways to write. */
import { sql } from 'kysely'
import { beforeEach } from 'vitest'
import { buildAccount } from '#modules/community/community/server/accounts.fixture.ts'
import { type BuiltMember, buildCompany, buildMember } from '#modules/platform/identity/server/members.fixture.ts'
import type { TestPlatform } from '#test/harness.ts'
import { contents, type DraftFields, emptyFields } from '../contract.ts'
import { buildContent, type ContentInput } from './contents.fixture.ts'

interface ContentScene {
  companyId: string
  accountId: string
  /** The total administrator of the account. */
  owner: BuiltMember
  /** A plain member of the account. */
  author: BuiltMember
  reader: BuiltMember
  /** Of another company. */
  stranger: BuiltMember
}

export function contentScene(platform: TestPlatform) {
  const scene = {} as ContentScene
  beforeEach(async () => {
    // All tests call from one address.
    await sql`delete from server.rate`.execute(platform.root)
    platform.now += 61_000
    const companyId = await buildCompany(platform.db)
    const [owner, author, reader] = [
      await buildMember(platform.db, { companyId, now: platform.now, fullName: '周负责' }),
      await buildMember(platform.db, { companyId, now: platform.now, fullName: '林作者' }),
      await buildMember(platform.db, { companyId, now: platform.now, fullName: '陈读者' }),
    ]
    const stranger = await buildMember(platform.db, {
      companyId: await buildCompany(platform.db),
      now: platform.now,
      roles: ['super-admin'],
    })
    const memberIds = [owner.id, author.id]
    const accountId = await buildAccount(platform.db, { companyId, name: '安全先锋', memberIds })
    Object.assign(scene, { companyId, accountId, owner, author, reader, stranger })
  })

  const as = (member: BuiltMember) => platform.client(contents, member)
  const fields = (change: Partial<DraftFields> = {}): DraftFields => ({
    ...emptyFields,
    ...{ title: '交接班', html: '<p>先看记录。</p>' },
    ...change,
  })
  const save = (change: Partial<DraftFields> = {}, member = scene.author, more: { type?: 1 | 2 | 3 } = {}) =>
    as(member).saveDraft({
      body: { accountId: scene.accountId, type: more.type ?? 1, revision: 0, fields: fields(change) },
    })
  /** Saves a draft and publishes it. */
  const publish = async (change: Partial<DraftFields> = {}, member = scene.author, more: { type?: 1 | 2 | 3 } = {}) => {
    const { id: draftId, revision } = await save(change, member, more)
    return as(member).publish({ body: { draftId, revision } })
  }
  /** A content that stands there without the calls that made it. */
  const build = (change: Partial<ContentInput> = {}) =>
    buildContent(platform.db, {
      ...{ companyId: scene.companyId, accountId: scene.accountId, authorId: scene.author.id, now: platform.now },
      ...change,
    })
  return { scene, as, fields, save, publish, build }
}
