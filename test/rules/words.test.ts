/** Sensitive words in whatever a member writes for others to read, kind by kind. */
import { v7 as uuid } from 'uuid'
import { beforeAll, describe, expect, it } from 'vitest'
import { community } from '#modules/community/community/contract.ts'
import { topics } from '#modules/content/topics/contract.ts'
import { courses } from '#modules/learning/courses/contract.ts'
import { buildCourse } from '#modules/learning/courses/server/courses.fixture.ts'
import { identity } from '#modules/platform/identity/contract.ts'
import { type BuiltMember, buildCompany, buildMember } from '#modules/platform/identity/server/members.fixture.ts'
import { buildWords } from '#modules/platform/words/server/words.fixture.ts'
import { type CallRefused, refusal, testPlatform } from '#test/harness.ts'

const platform = testPlatform()
let writer: BuiltMember
let courseId: string

beforeAll(async () => {
  const companyId = await buildCompany(platform.db)
  writer = await buildMember(platform.db, { companyId, roles: ['super-admin'] })
  courseId = (await buildCourse(platform.db, { author: writer })).id
  await platform.client(courses, writer).registerForCourse({ params: { id: courseId } })
  await buildWords(platform.db, { companyId, by: writer.id, words: ['赌博'], now: platform.now })
})

const as = {
  identity: () => platform.client(identity, writer),
  community: () => platform.client(community, writer),
  courses: () => platform.client(courses, writer),
  topics: () => platform.client(topics, writer),
}

/** What is written, in which field it stands, and the call that sends it. */
const writings: readonly (readonly [what: string, field: string, write: (text: string) => Promise<unknown>])[] = [
  ['a name of a member', 'fullName', (text) => as.identity().saveProfile({ body: { fullName: text } })],
  ['a bio', 'bio', (text) => as.identity().saveProfile({ body: { bio: text } })],
  ['the name of a circle', 'name', (text) => as.community().createCircle({ body: { name: text, desc: '' } })],
  [
    'what a circle is about',
    'desc',
    (text) => as.community().createCircle({ body: { name: uuid().slice(-9), desc: text } }),
  ],
  [
    'a comment',
    'content',
    (text) => as.topics().addComment({ body: { businessType: 1, businessId: courseId, content: text } }),
  ],
  ['a public note', 'content', (text) => as.courses().createNote({ body: { courseId, content: text, isPublic: 1 } })],
  ['a topic', 'name', (text) => as.topics().quickAddTopic({ body: { name: text } })],
]

describe('what others will read', () => {
  it.each(writings)('[SYSTEM-121] is refused with its place for a sensitive word: %s', async (_, field, write) => {
    const refused: CallRefused = await refusal(write('周末赌 博吗'))
    expect(refused).toMatchObject({ status: 422, errorCode: 900010 })
    const hits = [{ start: 2, end: 5, word: '赌博' }]
    expect(refused.data).toMatchObject({ words: '赌博', fields: [{ path: field, hits }] })
    await write('周末去哪里')
  })
})
