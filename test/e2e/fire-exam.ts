/** An exam for journeys. */
import type { ExamRules } from '#modules/assessment/exams/contract/rules.ts'
import { buildExam } from '#modules/assessment/exams/server/exams.fixture.ts'
import { buildPaper, buildPaperDirectory, fixedSection } from '#modules/assessment/papers/server/papers.fixture.ts'
import { buildDirectory, buildQuestions } from '#modules/assessment/questions/server/questions.fixture.ts'
import type { Account, Platform } from './platform.ts'

const minute = 60_000

const stems = {
  choice: '<p>灭火器压力表的指针在哪个区域时可以正常使用？</p>',
  blank: '<p>火警电话是 ____。</p>',
  written: '<p>请简述发现火情后的处置步骤。</p>',
} as const

interface More {
  readonly id?: string
  /** The first section has one question, the second the others, and they take so long. */
  readonly minutes?: readonly [number, number]
}

/** A published exam of three questions with 2 points each; the last one is marked by a person. Answers its id. */
export async function buildFireExam(
  platform: Platform,
  author: Account,
  examinee: Account,
  rules: Partial<ExamRules> = {},
  { id, minutes }: More = {},
) {
  const { db, companyId } = platform
  const owner = { id: author.id, companyId, organizationId: companyId }
  const directoryId = await buildDirectory(db, { author: owner })
  const ids = await buildQuestions(db, { author: owner, directoryId }, [
    {
      content: {
        kind: 'single-choice',
        stem: stems.choice,
        explanation: '',
        options: ['<p>红色</p>', '<p>绿色</p>', '<p>黄色</p>'],
        right: 1,
      },
    },
    {
      content: {
        kind: 'fill-in',
        stem: stems.blank,
        explanation: '',
        blanks: [{ answer: '119' }],
        anyOrder: false,
        ignoreCase: true,
        partial: 'none',
      },
    },
    {
      content: {
        kind: 'short-answer',
        stem: stems.written,
        explanation: '',
        reference: '<p>报警、疏散</p>',
        lengthMax: 500,
      },
    },
  ])
  const paper = await buildPaper(db, {
    author: owner,
    directoryId: await buildPaperDirectory(db, { author: owner }),
    name: '消防安全卷',
    sections: minutes
      ? [
          fixedSection(ids.slice(0, 1), { sequence: 1, title: '一、器材', minutes: minutes[0] }),
          fixedSection(ids.slice(1), { sequence: 2, title: '二、处置', minutes: minutes[1] }),
        ]
      : [fixedSection(ids)],
    isReady: true,
  })
  const now = Date.now()
  return buildExam(db, {
    ...(id !== undefined && { id }),
    author: owner,
    now,
    name: '消防安全考试',
    memberIds: [examinee.id],
    graderIds: [author.id],
    invigilatorIds: [author.id],
    rules: {
      paperId: paper.id,
      startAt: now - minute,
      endAt: now + 120 * minute,
      durationMinutes: 30,
      passTenths: 30,
      viewingRule: 'after-submission',
      ...rules,
    },
  })
}
