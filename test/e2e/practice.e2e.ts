/** Practice from the first wrong answer to mastery, by keyboard; the bank is updated on the way, and a practice is missing. */
import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import cn from '#modules/assessment/practice/messages/cn.json' with { type: 'json' }
import en from '#modules/assessment/practice/messages/en.json' with { type: 'json' }
import { buildSet } from '#modules/assessment/practice/server/practice.fixture.ts'
import { buildDirectory, buildQuestions } from '#modules/assessment/questions/server/questions.fixture.ts'
import { withTables } from '#server/db/connection.ts'
import { expect, expectAccessible, languagesOf, test } from './fixtures.ts'
import { proves } from './proves.ts'

const words = { cn, en } as const

for (const language of languagesOf('cn')) {
  const text = words[language]

  test(`a wrong answer is explained, practiced again and mastered; a bank update says so (${language})`, async ({
    platform,
    open,
  }) => {
    const { db, companyId } = platform
    const author = await platform.createAccount('practice-author', '江讲师', ['super-admin'])
    const learner = await platform.createAccount('practice-learner', '林小满')
    const owner = { id: author.id, companyId, organizationId: companyId }
    const directoryId = await buildDirectory(db, { author: owner })
    const [choice = '', truth = ''] = await buildQuestions(db, { author: owner, directoryId }, [
      {
        content: {
          kind: 'single-choice',
          stem: '<p>灭火器压力表的指针在哪个区域时可以正常使用？</p>',
          explanation: '<p>绿区表示压力正常。</p>',
          options: ['<p>红色</p>', '<p>绿色</p>'],
          right: 1,
        },
      },
      { content: { kind: 'true-false', stem: '<p>火灾时可以乘电梯。</p>', explanation: '', isTrue: false } },
    ])
    const questionIds = [choice, truth]
    const setId = await buildSet(db, { author: owner, now: Date.now(), name: '消防随时练', questionIds })
    const page = await open(language, learner)

    // Two right answers in a row are enough for this learner.
    await page.goto('/#/practice/due')
    await page.getByRole('button', { name: text.preferences.title }).click()
    await page.getByLabel(text.preferences.masterAfter).fill('1')
    await page.getByRole('button', { name: text.preferences.save }).click()
    await expect(page.getByText(text.preferences.saved)).toBeVisible()

    await page.goto('/#/practice')
    await page.getByRole('link', { name: '消防随时练' }).click()
    await expectAccessible(page)
    await page.getByRole('button', { name: text.start.start }).click()
    await page.waitForURL(/practice\/run/)
    // The order is drawn: each question is known by its options.
    const answerWrong = async () => {
      const isChoice = await page.getByRole('radio', { name: /绿色/ }).count()
      await page.keyboard.press('1')
      await page.keyboard.press('Enter')
      await expect(page.locator('.pr-verdict')).toHaveText(text.verdict.wrong)
      if (isChoice) await expect(page.getByText('绿区表示压力正常')).toBeVisible()
    }
    await expect(page.getByRole('radio').first()).toBeVisible()
    await answerWrong()
    await expectAccessible(page)
    await page.keyboard.press('n')
    await expect(page.locator('.pr-verdict')).toHaveCount(0)
    await answerWrong()
    // A reload loses nothing.
    await page.reload()
    await expect(page.locator('.pr-verdict')).toHaveText(text.verdict.wrong)

    // The bank is updated: the next opening says that the answers were reset.
    const tables = withTables<unknown>(db)
    const versionId = uuid()
    await sql`insert into questions.version (id, question_id, company_id, number, content, author_id, created_at)
      select ${versionId}, question_id, company_id, 2, content || '{"stem":"<p>火灾时能乘电梯吗？</p>"}', author_id, created_at
      from questions.version where question_id = ${truth}`.execute(tables)
    await sql`update questions.question set version_id = ${versionId}, version_number = 2 where id = ${truth}`.execute(
      tables,
    )
    await page.reload()
    await proves(['EXAM-045', 'EXAM-079'], () =>
      expect(page.getByText(text.dict['question-bank-updated'])).toBeVisible(),
    )
    await expect(page.locator('.pr-verdict')).toHaveCount(0)

    // What was wrong is in the book all the same, and is practiced until it is mastered.
    await page.goto('/#/practice/wrong-book')
    await proves(['EXAM-007', 'AI-007'], async () => {
      await expect(page.getByRole('heading', { name: text.book.title })).toBeVisible()
      await page.getByRole('button', { name: '灭火器压力表' }).click()
      await expect(page.getByText('绿区表示压力正常')).toBeVisible()
      await expectAccessible(page)
      await page.getByRole('button', { name: text.book.practice }).first().click()
      await page.waitForURL(/exam\/practise-wrong/)
      // The list of its questions alone: not the navigation of the site.
      await expect(page.getByRole('navigation', { name: text.run.places })).toBeVisible()
      await expect(page.getByRole('navigation')).toHaveCount(1)
      for (const at of [1, 2]) {
        await expect(page.getByRole('radio').first()).toBeEnabled()
        await page.keyboard.press('2')
        await page.keyboard.press('Enter')
        await expect(page.locator('.pr-verdict')).toHaveText(text.verdict.right)
        await expect(page.getByText(text.run.mastered)).toBeVisible()
        if (at === 1) await page.keyboard.press('n')
      }
    })
    await page.getByRole('button', { name: text.run.finish }).click()
    await page.waitForURL(/practice\/summary/)
    await expectAccessible(page)
    await page.goto('/#/practice/wrong-book')
    await expect(page.getByText(text.book.none.open)).toBeVisible()

    // A practice that is not there says so and closes.
    await page.goto(`/#/practice/run/${uuid()}`)
    await proves(['EXAM-046', 'EXAM-080'], async () => {
      await expect(page.getByText(text.dict['practice-not-found'])).toBeVisible()
      await expect(page).toHaveURL(/#\/practice$/)
    })
    expect(setId).toBeTruthy()
  })
}
