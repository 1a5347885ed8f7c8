import { v7 as uuid } from 'uuid'
import { beforeEach } from 'vitest'
import { topics } from '#modules/content/topics/contract.ts'
import { countsOf } from '#modules/content/topics/server.ts'
import {
  type BuiltMember,
  buildCompany,
  buildMember,
  buildOrganization,
} from '#modules/platform/identity/server/members.fixture.ts'
import type { TestPlatform } from '#test/harness.ts'
import { articles, articleType } from './articles.fixture.ts'

export interface CommentScene {
  companyId: string
  branch: string
  chief: BuiltMember
  branchAdmin: BuiltMember
  learner: BuiltMember
  other: BuiltMember
  stranger: BuiltMember
  item: { businessType: number; businessId: string }
}

/** What the tests of comments begin with: an item, its members made new for each test, and short ways to write and to read. */
export function commentScene(platform: TestPlatform) {
  const scene = {} as CommentScene
  beforeEach(async () => {
    scene.companyId = await buildCompany(platform.db)
    scene.branch = await buildOrganization(platform.db, {
      companyId: scene.companyId,
      parentId: scene.companyId,
      name: '研发中心',
    })
    scene.chief = await buildMember(platform.db, { companyId: scene.companyId, roles: ['super-admin'] })
    scene.branchAdmin = await buildMember(platform.db, {
      companyId: scene.companyId,
      organizationId: scene.branch,
      roles: ['admin'],
    })
    scene.learner = await buildMember(platform.db, { companyId: scene.companyId, fullName: '林知远' })
    scene.other = await buildMember(platform.db, {
      companyId: scene.companyId,
      organizationId: scene.branch,
      fullName: '周小满',
    })
    scene.stranger = await buildMember(platform.db, {
      companyId: await buildCompany(platform.db),
      roles: ['super-admin'],
    })
    scene.item = article()
  })

  function article(businessType = articleType, change: object = {}) {
    const businessId = uuid()
    articles.set(businessId, { name: '读书笔记', companyId: scene.companyId, ...change })
    return { businessType, businessId }
  }

  const as = (member: BuiltMember) => platform.client(topics, member)
  const write = (content: string, member = scene.learner, to = scene.item) =>
    as(member).addComment({ body: { ...to, content } })
  const reply = (id: string, content: string, member = scene.other) =>
    as(member).addReply({ params: { id }, body: { content } })
  const read = (member = scene.learner, query: object = {}) =>
    as(member).listComments({ query: { ...scene.item, ...query } })
  const remove = (id: string, member = scene.learner, reason?: string) =>
    as(member).removeComment({ params: { id }, query: { reason } })
  const restore = (id: string, member = scene.learner) => as(member).restoreComment({ params: { id } })
  const like = (id: string, member = scene.other) => as(member).likeComment({ params: { id } })
  const count = async () =>
    (await countsOf(platform.db, scene.companyId, articleType, [scene.item.businessId])).get(scene.item.businessId)
      ?.comments
  const contents = (page: { items: readonly { content: string }[] }) => page.items.map(({ content }) => content)
  return { scene, article, as, write, reply, read, remove, restore, like, count, contents }
}
