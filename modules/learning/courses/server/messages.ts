/** What courses tells members. */
import { sql } from 'kysely'
import { messageType, notify } from '#modules/platform/messages/server.ts'
import type { CoursesDb } from './db.ts'

const course = { cn: '课程名称', en: 'Course', example: { cn: '消防安全基础', en: 'Fire safety' } }

/** To those who registered for the course and have not finished it, and to those who have: there is more to learn. */
const updated = messageType({
  code: 'course.updated',
  group: 'course',
  label: { cn: '所学课程有更新', en: 'Your course has new content' },
  variables: { course },
  defaultTemplate: {
    cn: { title: '课程《{course}》有更新', body: '您报名的课程《{course}》发布了新的内容，去看看吧。' },
    en: { title: '“{course}” has new content', body: 'The course “{course}” was updated.' },
  },
  defaultChannels: [],
})

/** To the lecturer of a course that somebody else has made. */
const published = messageType({
  code: 'course.published',
  group: 'course',
  label: { cn: '主讲的课程已发布', en: 'Your course is published' },
  variables: { course },
  defaultTemplate: {
    cn: { title: '您主讲的课程《{course}》已发布', body: '学员现在可以学习课程《{course}》。' },
    en: { title: '“{course}” is published', body: 'The course “{course}” that you teach has been published.' },
  },
  defaultChannels: [],
})

const section = { cn: '小节名称', en: 'Section', example: { cn: '现场演练', en: 'Drill on site' } }
const opinion = { cn: '审核意见', en: 'Comment', example: { cn: '照片看不清楚', en: 'The photo is not clear' } }

/** To author and lecturer: somebody waits for them. */
const handedIn = messageType({
  code: 'course.proof-handed-in',
  changesTodos: true,
  group: 'course',
  label: { cn: '有学习证明待审核', en: 'Proof to review' },
  variables: { course },
  defaultTemplate: {
    cn: { title: '课程《{course}》有学习证明待审核', body: '学员提交了课程《{course}》的学习证明，请尽快审核。' },
    en: { title: 'Proof to review in “{course}”', body: 'A learner of “{course}” has submitted a proof.' },
  },
  defaultChannels: [],
})

const agreed = messageType({
  code: 'course.proof-agreed',
  changesTodos: true,
  group: 'course',
  label: { cn: '学习证明审核通过', en: 'Your proof was accepted' },
  variables: { course, section, opinion },
  defaultTemplate: {
    cn: {
      title: '“{section}”审核通过',
      body: '您在课程《{course}》“{section}”提交的学习证明已审核通过。{opinion}',
    },
    en: { title: '“{section}” is completed', body: 'Your proof for “{section}” of “{course}” was accepted. {opinion}' },
  },
  defaultChannels: [],
})

const rejected = messageType({
  code: 'course.proof-rejected',
  changesTodos: true,
  group: 'course',
  label: { cn: '学习证明审核未通过', en: 'Your proof was returned' },
  variables: { course, section, opinion },
  defaultTemplate: {
    cn: {
      title: '“{section}”审核未通过',
      body: '您在课程《{course}》“{section}”提交的学习证明未通过审核：{opinion}',
    },
    en: {
      title: '“{section}” needs another try',
      body: 'Your proof for “{section}” of “{course}” was returned: {opinion}',
    },
  },
  defaultChannels: [],
})

const question = { cn: '提问内容', en: 'Question', example: { cn: '为什么先拔销？', en: 'Why pull the pin first?' } }

/** To author and lecturer: a learner asked at a point of a video. */
const asked = messageType({
  code: 'course.question-asked',
  changesTodos: true,
  group: 'course',
  label: { cn: '学员在课程中提问', en: 'A learner asked a question' },
  variables: { course },
  defaultTemplate: {
    cn: { title: '课程《{course}》有新的学员提问', body: '学员在课程《{course}》的视频中提了问题，等您回答。' },
    en: { title: 'New question in “{course}”', body: 'A learner asked a question in a video of “{course}”.' },
  },
  defaultChannels: [],
})

/** To whoever asked. */
const answered = messageType({
  code: 'course.question-answered',
  group: 'course',
  label: { cn: '课程提问已回答', en: 'Your question was answered' },
  variables: { course, question },
  defaultTemplate: {
    cn: { title: '您在课程《{course}》的提问已回答', body: '您的提问“{question}”有了回答。' },
    en: { title: 'Your question in “{course}” was answered', body: 'There is an answer to “{question}”.' },
  },
  defaultChannels: [],
})

export const courseMessages = [updated, published, handedIn, agreed, rejected, asked, answered]

interface PublishedCourse {
  readonly company_id: string
  readonly name: string
  readonly author_id: string
  readonly lecturer_id: string | null
  readonly version_number: number
}

/** After a version was put on the shelf: the first is news to the lecturer, a later one to the learners. */
export async function notifyOfPublication(db: CoursesDb, courseId: string, now: number): Promise<void> {
  const row: PublishedCourse | undefined = await db
    .selectFrom('courses.course')
    .select(['company_id', 'name', 'author_id', 'lecturer_id', 'version_number'])
    .where('id', '=', courseId)
    .where('status', '=', 'on-shelf')
    .executeTakeFirst()
  if (!row) return
  const about = {
    companyId: row.company_id,
    variables: { course: row.name },
    link: `/study/course/detail/${courseId}`,
    now,
  }
  if (row.version_number > 1) {
    const recipients = { sql: sql`(select member_id from courses.registration where course_id = ${courseId})` }
    await notify(db, { ...about, type: 'course.updated', recipients, collapseKey: `course ${courseId}` })
  } else if (row.lecturer_id !== null && row.lecturer_id !== row.author_id) {
    await notify(db, { ...about, type: 'course.published', recipients: [row.lecturer_id] })
  }
}
