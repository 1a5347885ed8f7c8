/** What hangs on the demonstration's courses: pieces of a video, captions, an exercise, notes, questions, and proof that was handed in. */
import { sql } from 'kysely'
import { exercisesTables } from '#modules/assessment/exercises/server/db.ts'
import type { QuestionContent } from '#modules/assessment/questions/contract.ts'
import { submissionsTables } from '#modules/content/submissions/server/db.ts'
import { coursesTables } from '#modules/learning/courses/server/db.ts'
import type { Connection } from '#server/db/connection.ts'
import { idOf } from './chance.ts'
import { type DemoMember, demoCompanyId, memberIdOf } from './companies.ts'
import { courseIdOf } from './courses.ts'
import { insertRows, type Row } from './rows.ts'

const hourMs = 3_600_000
const dayMs = 24 * hourMs
const company_id = demoCompanyId

const sectionIdOf = (course: string, title: string) => idOf(`section ${course} ${title}`)
const video = { course: 'security', title: '一个好口令的三个条件' }
const onVideo = { company_id, course_id: courseIdOf(video.course), section_id: sectionIdOf(video.course, video.title) }

const segments = [
  { from_ms: 0, title: '为什么谈口令', summary: '每天都在用，也最容易被猜中。' },
  { from_ms: 10_300, title: '三个条件', summary: '足够长、不重复、不外传。' },
  { from_ms: 23_400, title: '好记又难猜的写法', summary: '一句话的首字母，加上数字和符号。' },
  { from_ms: 35_000, title: '怀疑泄露怎么办', summary: '立即修改，马上报告。' },
].map((segment) => ({ id: idOf(`segment ${segment.from_ms}`), ...onVideo, ...segment }))

/** What is said, from when to when, in both languages. */
const lines = [
  [1200, 4900, '欢迎学习信息安全意识课程。', 'Welcome to information security awareness.'],
  [5000, 10_200, '这一节，我们谈谈每天都在用的口令。', 'This lesson is about the passwords we use every day.'],
  [10_400, 14_000, '第一，要长，至少十二个字符。', 'First, make it long: at least twelve characters.'],
  [14_100, 17_800, '第二，不同的系统，用不同的口令。', 'Second, use a different one for each system.'],
  [18_000, 23_300, '第三，要保密，同事和上级也不告诉。', 'Third, keep it secret, even from your boss.'],
  [23_500, 27_700, '生日和手机号，一秒钟就会被猜中。', 'A birthday or a phone number is guessed in a second.'],
  [
    27_800,
    34_900,
    '用一句话的首字母，再加数字和符号，好记又难猜。',
    'First letters of a sentence, digits, symbols: good.',
  ],
  [
    35_000,
    41_700,
    '如果怀疑口令泄露，请立即修改，并报告信息安全组。',
    'If you suspect a leak, change it and report it.',
  ],
] as const

const captions = [
  { language: 'zh-CN', label: '中文（中国）', text: 2 },
  { language: 'en', label: 'English', text: 3 },
] as const

const captionRows = (now: number): Row[] =>
  captions.map(({ language, label, text }) => ({
    ...{ id: idOf(`caption ${language}`), ...onVideo, language, label },
    ...{ cues: lines.map((said) => ({ from: said[0], to: said[1], text: said[text] })) },
    ...{ cue_count: lines.length, updated_at: now - 30 * dayMs },
  }))

/** A question at a time of the video, and one at its end. */
const exercises: readonly { at_ms: number | null; content: QuestionContent }[] = [
  {
    at_ms: 34_900,
    content: {
      kind: 'single-choice',
      stem: '<p>下面哪一个口令最难猜？</p>',
      options: ['19900512', 'chenglan123', 'Cmbjx-ccwtn-618'],
      right: 2,
      explanation: '<p>由一句话的首字母加数字和符号组成：够长，没有生日、公司名等容易猜到的内容。</p>',
    },
  },
  {
    at_ms: null,
    content: {
      kind: 'ordering',
      stem: '<p>怀疑口令泄露时，按先后排列下面三步。</p>',
      items: ['立即修改口令', '报告信息安全组', '检查最近的登录记录'],
      partial: 'each',
      explanation: '<p>先改口令止损，再报告，最后配合检查。</p>',
    },
  },
]

const exerciseTables = (now: number): [string, Row[]][] => {
  const rows = exercises.map(({ at_ms, content }, index) => ({
    ...{ at_ms, content, id: idOf(`exercise ${index}`), content_id: idOf(`exercise content ${index}`) },
  }))
  const place = { company_id, business_type: 1, business_id: onVideo.course_id, section_id: onVideo.section_id }
  return [
    [
      'exercises.exercise',
      rows.map(({ id, at_ms }) => ({
        ...{ ...place, id, at_ms, sort: 0, must_answer: at_ms !== null, attempts_max: 2 },
        back_to_ms: at_ms === null ? null : 23_400,
      })),
    ],
    [
      'exercises.question',
      rows.map(({ id, content_id }) => ({ id, company_id, exercise_id: id, sort: 0, content_id })),
    ],
    [
      'exercises.content',
      rows.map(({ id, content_id, content }) => ({
        ...{ id: content_id, company_id, question_id: id, content, created_at: now - 30 * dayMs },
      })),
    ],
  ]
}

/** Author, place in the video, text, whether it is public, and age in days. */
const notes: readonly (readonly [key: string, at: number, content: string, isPublic: boolean, days: number])[] = [
  ['xueyuan', 16_500, '每个系统用不同的口令：先把邮箱和 ERP 的改掉。', false, 6],
  ['xueyuan', 31_000, '选一句自己喜欢的诗，取首字母，再加今年的年份和一个符号。', true, 6],
  ['mengchanghe', 36_000, '班组长提醒大家：怀疑泄露先改口令，再打内线 8110。', true, 20],
]

const noteRows = (now: number): Row[] =>
  notes.map(([key, time_point, content, is_public, days], index) => ({
    ...{ id: idOf(`note ${index}`), ...onVideo, member_id: memberIdOf(key), content, time_point, is_public },
    ...{ created_at: now - days * dayMs, updated_at: now - days * dayMs },
  }))

const talk = { course: 'communication', title: '结论先行' }

/** What learners asked at a place of a video, and what its lecturer answered: two wait. */
const questions = [
  {
    of: talk,
    key: 'xueyuan',
    time_ms: 14_000,
    content: '对方还没准备好听坏消息时，也要先说结论吗？',
    days: 1,
    answer: null,
  },
  {
    of: talk,
    key: 'mengchanghe',
    time_ms: 26_500,
    content: '班前会只有三分钟，理由讲几条合适？',
    days: 3,
    answer: null,
  },
  {
    ...{ of: talk, key: 'shenruoxi', time_ms: 8000, content: '写邮件时，结论放在标题还是第一句？', days: 9 },
    answer: '两处都放：标题写结论的关键词，第一句写完整的结论。',
  },
] as const

const questionRows = (now: number): Row[] =>
  questions.map(({ of, key, time_ms, content, days, answer }, index) => ({
    ...{ id: idOf(`question ${index}`), company_id, course_id: courseIdOf(of.course), time_ms, content, answer },
    ...{ section_id: sectionIdOf(of.course, of.title), member_id: memberIdOf(key), created_at: now - days * dayMs },
    ...{ answered_by: answer === null ? null : memberIdOf('jiangshi') },
    ...{ answered_at: answer === null ? null : now - days * dayMs + 5 * hourMs },
  }))

const drill = { course: 'fire', title: '灭火器实操（上传照片）' }
const drillSection = sectionIdOf(drill.course, drill.title)

/** An elective section that an auditor finishes: what was learned before stays as it was. */
async function addDrill(db: Connection): Promise<void> {
  await sql`
    insert into courses.section (version_id, id, chapter_id, company_id, course_id, title, kind, required, sort, body,
      unit_count, needs_review, review_guide)
    select c.published_version_id, ${drillSection}, last.chapter_id, c.company_id, c.id, ${drill.title}, 'text', false,
      last.sort + 1, ${'<p>在安全员指导下用训练灭火器完成“提、拔、握、压”四步，请同事拍一张照片。</p>'}, 1, true,
      ${'上传一张实操照片，并写明日期、地点和带队的安全员。'}
    from courses.course c cross join lateral (
      select chapter_id, sort from courses.section s where s.version_id = c.published_version_id order by sort desc limit 1
    ) last
    where c.id = ${courseIdOf(drill.course)}`.execute(coursesTables(db))
  await sql`update courses.course set section_count = section_count + 1 where id = ${courseIdOf(drill.course)}`.execute(
    coursesTables(db),
  )
}

const handedIn = [
  { state: 'waiting', status: 5, text: '11 月 18 日下午，三号厂房门口，带队安全员：老周。', opinion: '' },
  { state: 'waiting', status: 5, text: '昨天和班组一起完成，照片里左一是我。', opinion: '' },
  { state: 'accepted', status: 2, text: '办公楼一层大厅，安全员小李带队。', opinion: '动作规范。' },
  { state: 'returned', status: 6, text: '已经做过了。', opinion: '请补充日期、地点和照片。' },
] as const

/** What learners of the course have handed in: two wait, one is agreed to, one is to be done again. */
async function handInProofs(db: Connection, members: readonly DemoMember[], now: number): Promise<void> {
  const course_id = courseIdOf(drill.course)
  const { rows } = await sql<{ member_id: string }>`
    select member_id from courses.registration where course_id = ${course_id} and status in (1, 2)
      and member_id = any(${members.map(({ id }) => id)}::uuid[]) order by member_id limit ${handedIn.length}`.execute(
    coursesTables(db),
  )
  const common = { company_id, course_id, section_id: drillSection }
  const proofs = rows.flatMap(({ member_id }, index) => {
    const plan = handedIn[index]
    return plan ? [{ ...plan, member_id, at: now - (index + 1) * 20 * hourMs }] : []
  })
  const progress = proofs.map(({ member_id, status, at }) => ({
    ...common,
    ...{
      member_id,
      kind: 'text',
      status,
      watched: '{}',
      covered: 0,
      unit_count: 1,
      needed: 1,
      position: 0,
      study_ms: 0,
    },
    ...{
      started_at: at,
      studied_at: at,
      finished_at: status === 2 ? at + hourMs : null,
      playback_id: null,
      sequence: 0,
    },
    ...{ credited_until: at, carry_ms: 0, unit_cost_ns: 0, client_type: 1, by_proof: true },
  }))
  const rowsOfProof = proofs.map(({ member_id, state, text, opinion, at }, index) => ({
    ...{ id: idOf(`proof ${index}`), company_id, kind: 'course', subject_id: course_id, part_id: drillSection },
    ...{ member_id, round: 1, title: drill.title, content: text, file_ids: [], submitted_at: at, state, opinion },
    ...{ decided_by: state === 'waiting' ? null : memberIdOf('mengchanghe') },
    ...{ decided_at: state === 'waiting' ? null : at + hourMs },
  }))
  await insertRows(coursesTables(db) as never, 'courses.section_progress', progress)
  await insertRows(submissionsTables(db) as never, 'submissions.submission', rowsOfProof)
}

export async function seedStudying(db: Connection, members: readonly DemoMember[], now: number): Promise<void> {
  const tables: [string, Row[]][] = [
    ['courses.segment', segments],
    ['courses.caption', captionRows(now)],
    ['courses.note', noteRows(now)],
    ['courses.barrage_question', questionRows(now)],
  ]
  for (const [table, rows] of tables) await insertRows(coursesTables(db) as never, table, rows)
  for (const [table, rows] of exerciseTables(now)) await insertRows(exercisesTables(db) as never, table, rows)
  await addDrill(db)
  await handInProofs(db, members, now)
}
