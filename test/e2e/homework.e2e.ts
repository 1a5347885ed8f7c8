/** Homework of a class: submitted on a phone, returned, submitted again, and marked by a rubric. */
import { buildClass } from '#modules/training/classes/server/classes.fixture.ts'
import cn from '#modules/training/homework/messages/cn.json' with { type: 'json' }
import en from '#modules/training/homework/messages/en.json' with { type: 'json' }
import { buildHomework } from '#modules/training/homework/server/homework.fixture.ts'
import { expect, expectAccessible, languagesOf, test } from './fixtures.ts'
import { proves } from './proves.ts'

const words = { cn, en } as const
const level = (title: string, tenths: number) => ({ title, tenths })

for (const language of languagesOf('cn')) {
  const text = words[language]

  test(`homework is handed in, returned, handed in again and marked (${language})`, async ({ platform, open }) => {
    const teacher = await platform.createAccount(`homework-teacher-${language}`, '罗老师', ['super-admin'])
    const learner = await platform.createAccount(`homework-learner-${language}`, '叶知秋')
    const { companyId } = platform
    const now = Date.now()
    const classId = await buildClass(platform.db, {
      ...{ author: { id: teacher.id, companyId, organizationId: companyId }, now, name: '新任经理训练营' },
      ...{ startsAt: now - 1000, endsAt: now + 86_400_000, participants: [learner.id] },
    })
    const rubric = [
      { title: '内容', levels: [level('充分', 600), level('不足', 200)] },
      { title: '表达', levels: [level('清楚', 400), level('含糊', 100)] },
    ]
    const task = { classId, companyId, title: '团队诊断报告', text: '写一份 800 字的报告', rules: { rubric } }
    await buildHomework(platform.db, task)

    const page = await open(language, learner, { width: 390 })
    await proves('TRAINING-041', async () => {
      await page.goto(`/#/train-new/class-detail/${classId}`)
      await page.getByRole('region', { name: text.own.title }).getByRole('link', { name: task.title }).click()
      await expect(page.getByRole('heading', { level: 1, name: task.title })).toBeVisible()
      await expect(page.getByRole('link', { name: '新任经理训练营' })).toBeVisible()
    })
    await expectAccessible(page)
    await page.getByLabel(text.handIn.text).fill('第一版：数据不全')
    // The draft outlives the page.
    await expect(page.locator('.sy-saving[data-saving="saved"]')).toBeVisible()
    await page.reload()
    await expect(page.getByLabel(text.handIn.text)).toHaveValue('第一版：数据不全')
    await page.getByRole('button', { name: text.handIn.send, exact: true }).click()
    await expect(page.getByText(text.obstacle.waiting)).toBeVisible()
    await expectAccessible(page)

    const desk = await open(language, teacher)
    await desk.goto(`/#/admin/classes/${classId}/homework`)
    await expect(desk.getByRole('row').filter({ hasText: '叶知秋' })).toContainText(text.state.waiting)
    await expectAccessible(desk)
    await desk.getByRole('row').filter({ hasText: '叶知秋' }).getByRole('link').click()
    await expect(desk.getByText('第一版：数据不全')).toBeVisible()
    await desk.getByLabel(text.mark.comment, { exact: true }).fill('请补充数据')
    await expectAccessible(desk)
    await desk.getByRole('button', { name: text.marking.return }).click()
    await expect(desk.getByRole('row').filter({ hasText: '叶知秋' })).toContainText(text.state.returned)

    await page.reload()
    // Why stands above the form, where the next version begins.
    await expect(
      page.getByRole('region', { name: text.handIn.title, exact: true }).getByText('请补充数据'),
    ).toBeVisible()
    await page.getByLabel(text.handIn.text).fill('第二版：补充了数据')
    await page.getByRole('button', { name: text.handIn.send, exact: true }).click()
    await expect(page.getByText(text.obstacle.waiting)).toBeVisible()

    await desk.reload()
    await desk.getByRole('row').filter({ hasText: '叶知秋' }).getByRole('link').click()
    await desk.getByRole('button', { name: /充分/ }).click()
    await desk.getByRole('button', { name: /清楚/ }).click()
    await desk.getByRole('button', { name: text.marking.give }).click()
    await expect(desk.getByRole('row').filter({ hasText: '叶知秋' })).toContainText(text.state.marked)
    await page.reload()
    await expect(page.getByText(text.obstacle.done)).toBeVisible()
    await expect(page.getByText('100 / 100')).toBeVisible()
    await expectAccessible(page)
  })
}
