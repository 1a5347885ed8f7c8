/** Who may do what to contents, columns and questions: every role, call by call. */
import { sql } from 'kysely'
import { beforeEach, it } from 'vitest'
import { ask } from '#modules/community/ask/contract.ts'
import { buildAnswer, buildQuestion } from '#modules/community/ask/server/ask.fixture.ts'
import { columns } from '#modules/community/columns/contract.ts'
import { buildAccount } from '#modules/community/community/server/accounts.fixture.ts'
import { contents, emptyFields } from '#modules/community/contents/contract.ts'
import { buildContent } from '#modules/community/contents/server/contents.fixture.ts'
import type { BuiltMember } from '#modules/platform/identity/server/members.fixture.ts'
import { testPlatform } from '#test/harness.ts'
import { expectRoles, type RoleTable, testRoles } from '#test/roles.ts'

const platform = testPlatform()
const roles = testRoles(platform)
type Caller = Parameters<RoleTable['call']>[0]
const as = (caller: Caller) => platform.client(contents, caller)

let number = 0
const unused = () => `题目 ${++number}`

beforeEach(async () => {
  // All tests call from one address.
  await sql`delete from server.rate`.execute(platform.root)
})

const team = () => {
  const memberIds = [roles.owner, roles.administrator, roles.member].map(({ id }) => id)
  return buildAccount(platform.db, { companyId: roles.companyId, memberIds, memberTypes: [1, 2] })
}
const content = (accountId: string, author: BuiltMember, more: object = {}) =>
  buildContent(platform.db, {
    ...{ companyId: roles.companyId, accountId, authorId: author.id, title: unused(), ...more },
  })

const others = { colleague: 10138, stranger: 10138, otherCompany: 900005, nobody: 401 } as const
/** Of what the owner has written, a plain member of the account changes nothing. */
const administrators = { owner: 'accepted', administrator: 'accepted', member: 10138, ...others } as const
const unseen = { colleague: 900005, stranger: 900005, otherCompany: 900005, nobody: 401 } as const

it('contents are closed, shown, removed, pinned and highlighted by administrators of their account', async () => {
  const accountId = await team()
  const one = await content(accountId, roles.owner)
  const state = async () => {
    const { rows } = await sql`select * from contents.content where id = ${one}`.execute(platform.root)
    return rows
  }
  const at = { params: { id: one } }
  const managed = { ...administrators, state }
  await expectRoles(roles, {
    close: { ...managed, call: (caller) => as(caller).close(at) },
    // What is closed is not there for readers.
    activate: { ...managed, ...unseen, call: (caller) => as(caller).activate(at) },
    pin: { ...managed, colleague: 10138, call: (caller) => as(caller).pin({ ...at, body: { pinned: false } }) },
    highlight: { ...managed, call: (caller) => as(caller).highlight({ ...at, body: { highlighted: true } }) },
    remove: {
      ...administrators,
      call: async (caller) => as(caller).remove({ params: { id: await content(accountId, roles.owner) } }),
    },
    change: {
      ...{ ...administrators, colleague: 70304, stranger: 70304, otherCompany: 900005 },
      async call(caller) {
        // The owner publishes no more than ten times in ten minutes.
        const id = await content(accountId, roles.colleague)
        const fields = { ...emptyFields, title: unused(), html: '<p>改了。</p>' }
        return as(caller).change({ body: { id, revision: 1, fields } })
      },
    },
  })
})

it('a plain member of an account does to the own contents what is for their author, and pins nothing', async () => {
  const accountId = await team()
  const own = () => content(accountId, roles.member)
  const byAuthor = { owner: 'accepted', administrator: 'accepted', member: 'accepted', ...others } as const
  await expectRoles(roles, {
    close: { ...byAuthor, call: async (caller) => as(caller).close({ params: { id: await own() } }) },
    remove: { ...byAuthor, call: async (caller) => as(caller).remove({ params: { id: await own() } }) },
    pin: {
      ...administrators,
      call: async (caller) => as(caller).pin({ params: { id: await own() }, body: { pinned: false } }),
    },
    highlight: {
      ...administrators,
      call: async (caller) => as(caller).highlight({ params: { id: await own() }, body: { highlighted: true } }),
    },
  })
})

it('what stands behind a content is read by the members of its account alone', async () => {
  const accountId = await team()
  const id = await content(accountId, roles.owner)
  const query = { id }
  const members = { owner: 'accepted', administrator: 'accepted', member: 'accepted', ...unseen } as const
  const { rows } = await sql<{ id: string }>`select id from contents.version where content_id = ${id}`.execute(
    platform.root,
  )
  const version = rows[0]?.id ?? ''
  await expectRoles(roles, {
    forEdit: { ...members, call: (caller) => as(caller).forEdit({ query }) },
    versions: { ...members, call: (caller) => as(caller).versions({ query }) },
    version: { ...members, call: (caller) => as(caller).version({ query: { id: version } }) },
    publication: { ...members, call: (caller) => as(caller).publication({ query: { contentId: id } }) },
    managed: {
      ...{ ...members, colleague: 10138, stranger: 10138, otherCompany: 10138 },
      call: (caller) => as(caller).managed({ query: { id: accountId } }),
    },
  })
})

it('columns are made, changed, filled and deleted by administrators of their account', async () => {
  const accountId = await team()
  const own = (caller: Caller) => platform.client(columns, caller)
  const column = async () =>
    (await own(roles.owner).createColumn({ body: { comeEnjoyId: accountId, title: unused(), introduce: '' } })).id
  const id = await column()
  const questionId = await content(accountId, roles.owner)
  await own(roles.owner).releaseContents({ body: { id, questionIds: [questionId] } })
  const params = { id }
  await expectRoles(roles, {
    create: {
      ...{ ...administrators, colleague: 70304, stranger: 70304 },
      call: (caller) => own(caller).createColumn({ body: { comeEnjoyId: accountId, title: unused(), introduce: '' } }),
    },
    change: {
      ...administrators,
      call: (caller) => own(caller).changeColumn({ params, body: { title: unused(), introduce: '' } }),
    },
    candidates: { ...administrators, call: (caller) => own(caller).columnCandidates({ query: { id } }) },
    release: {
      ...administrators,
      call: async (caller) =>
        own(caller).releaseContents({ body: { id, questionIds: [await content(accountId, roles.owner)] } }),
    },
    order: {
      ...administrators,
      call: (caller) => own(caller).orderContents({ params, body: { questionIds: [questionId] } }),
    },
    takeOut: {
      ...administrators,
      async call(caller) {
        const some = await content(accountId, roles.owner)
        await own(roles.owner).releaseContents({ body: { id, questionIds: [some] } })
        return own(caller).takeOutContent({ params: { id, questionId: some } })
      },
    },
    remove: { ...administrators, call: async (caller) => own(caller).removeColumn({ params: { id: await column() } }) },
  })
})

it('a question is its asker’s to change, and an answer its author’s', async () => {
  const own = (caller: Caller) => platform.client(ask, caller)
  const { companyId } = roles
  const question = () => buildQuestion(platform.db, { companyId, authorId: roles.owner.id, now: platform.now })
  const answered = async () => {
    const questionId = await question()
    const by = { companyId, questionId, now: platform.now }
    return buildAnswer(platform.db, { ...by, authorId: roles.administrator.id })
  }
  const asker = { owner: 'accepted', administrator: 10138, member: 10138, ...others } as const
  const answerer = { ...asker, owner: 10138, administrator: 'accepted' } as const
  const text = { title: '改过的', content: '', topicIds: [], expertsOnly: false, revision: 0 }
  const of = async (make: () => Promise<string>) => ({ params: { id: await make() } })
  await expectRoles(roles, {
    edit: { ...asker, call: async (caller) => own(caller).editQuestion({ ...(await of(question)), body: text }) },
    followUp: {
      ...asker,
      call: async (caller) => own(caller).addFollowUp({ ...(await of(question)), body: { content: '补充' } }),
    },
    withdraw: { ...asker, call: async (caller) => own(caller).withdrawQuestion(await of(question)) },
    delete: { ...asker, call: async (caller) => own(caller).deleteQuestion(await of(question)) },
    accept: { ...asker, call: async (caller) => own(caller).acceptAnswer(await of(answered)) },
    editAnswer: {
      ...answerer,
      call: async (caller) => own(caller).editAnswer({ ...(await of(answered)), body: { content: '改', revision: 0 } }),
    },
    deleteAnswer: { ...answerer, call: async (caller) => own(caller).deleteAnswer(await of(answered)) },
    reveal: {
      ...{ ...asker, owner: 10138, otherCompany: 10138 },
      call: async (caller) => own(caller).revealAuthor({ ...(await of(question)), body: { reason: '想知道' } }),
    },
  })
})
