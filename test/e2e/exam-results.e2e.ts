/** The results of an exam on its screens: figures, a chart with its table, people, questions with their options, the file. */

import { v7 as uuid } from 'uuid'
import cn from '#modules/assessment/exams/messages/cn.json' with { type: 'json' }
import en from '#modules/assessment/exams/messages/en.json' with { type: 'json' }
import { examsTables } from '#modules/assessment/exams/server/db.ts'
import { buildExam } from '#modules/assessment/exams/server/exams.fixture.ts'
import { buildMarked } from '#modules/assessment/exams/server/results/marked.fixture.ts'
import { refreshStatistics } from '#modules/assessment/exams/server/results/refresh.ts'
import type { QuestionAnswer } from '#modules/assessment/questions/contract.ts'
import questionsCn from '#modules/assessment/questions/messages/cn.json' with { type: 'json' }
import questionsEn from '#modules/assessment/questions/messages/en.json' with { type: 'json' }
import {
  buildDirectory,
  buildQuestions,
  contentOf,
  currentVersionsOf,
} from '#modules/assessment/questions/server/questions.fixture.ts'
import { expect, expectAccessible, languagesOf, test } from './fixtures.ts'
import type { Account, Platform } from './platform.ts'

const words = { cn: cn.results, en: en.results } as const
const questionWords = { cn: questionsCn.statistics, en: questionsEn.statistics } as const

/** Twelve attempts at two questions: the better, the more points, and the right option. */
async function buildResults({ db, companyId }: Platform, author: Account, examinee: Account) {
  const owner = { id: author.id, companyId, organizationId: companyId }
  const directoryId = await buildDirectory(db, { author: owner })
  const ids = await buildQuestions(db, { author: owner, directoryId }, [
    { content: contentOf['single-choice'] },
    { content: contentOf['short-answer'] },
  ])
  const versions = await currentVersionsOf(db, ids)
  const [choice = '', written = ''] = ids.map((id) => versions.get(id))
  const now = Date.now()
  const rules = { passTenths: 100 }
  const examId = await buildExam(db, { author: owner, now, name: '消防考核', rules })
  const attempts = Array.from({ length: 12 }, (_, at) => {
    const option = at >= 6 ? 0 : at >= 3 ? 1 : 2
    const answer: QuestionAnswer = { kind: 'single-choice', chosen: [option] }
    return {
      memberId: at === 11 ? examinee.id : uuid(),
      items: [
        { versionId: choice, maxTenths: 100, tenths: option === 0 ? 100 : 0, answer },
        { versionId: written, maxTenths: 100, tenths: at * 8 },
      ],
    }
  })
  await buildMarked(db, { examId, companyId, now, passTenths: 100 }, attempts)
  await db
    .transaction()
    .execute((transaction) =>
      refreshStatistics(examsTables(transaction as never), { examId, companyId, rules: { countingRule: 'best' } }, now),
    )
  return examId
}

for (const language of languagesOf('cn')) {
  test(`an author reads the results of an exam, ${language}`, async ({ open, platform }) => {
    const author = await platform.createAccount('author', '何老师', ['lecturer'])
    const examinee = await platform.createAccount('examinee', '江小月')
    const id = await buildResults(platform, author, examinee)
    const t = words[language]
    const page = await open(language, author)
    await page.goto(`/#/admin/exams/${id}/results`)
    await expect(page.getByRole('heading', { level: 1, name: t.title })).toBeVisible()
    const chart = page.getByRole('figure', { name: t.distribution })
    await chart.locator('summary').click()
    await expect(chart.getByRole('row')).toHaveCount(11)
    await expectAccessible(page)

    await page.getByRole('tab', { name: t.people }).click()
    await expect(page.getByText('江小月')).toBeVisible()
    await expectAccessible(page)

    await page.getByRole('tab', { name: t.questions }).click()
    await page.getByRole('button', { name: t.openQuestion.replace('{number}', '1') }).click()
    await expect(page.getByRole('figure', { name: questionWords[language].options })).toContainText('6 (50%)')
    await expectAccessible(page)
    await page.keyboard.press('Escape')

    await page.getByRole('tab', { name: t.organizations }).click()
    await expect(page.getByRole('row')).not.toHaveCount(0)
    await expectAccessible(page)
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: t.export }).click()
    expect((await download).suggestedFilename()).toContain('消防考核')
  })
}
