/** A contest from hand-in to award: handed in, assigned, reviewed without a name, voted for, ranked, awarded, published. */
import { join } from 'node:path'
import { sql } from 'kysely'
import cn from '#modules/engagement/contests/messages/cn.json' with { type: 'json' }
import en from '#modules/engagement/contests/messages/en.json' with { type: 'json' }
import { buildContest, roundAround } from '#modules/engagement/contests/server/contests.fixture.ts'
import { buildTemplate } from '#modules/learning/certificates/server/templates.fixture.ts'
import { expect, expectAccessible, languagesOf, test } from './fixtures.ts'
import { proves } from './proves.ts'

const video = join(import.meta.dirname, '../../modules/platform/files/server/samples/two-seconds.mp4')
const dayMs = 86_400_000

for (const language of languagesOf('cn')) {
  const text = language === 'cn' ? cn : en
  test(`a contest goes from hand-in to award (${language})`, async ({ platform, open }) => {
    const { companyId, db } = platform
    const account = (name: string, fullName: string, roles: ('super-admin' | 'admin')[] = []) =>
      platform.createAccount(`contest-${name}-${language}`, fullName, roles)
    const chief = await account('chief', '沈墨', ['admin'])
    const author = await account('author', '欧阳静怡')
    const reviewer = await account('reviewer', '许评审')
    const voter = await account('voter', '陆一')
    const now = Date.now()
    const certificateTemplateId = await buildTemplate(db, { author: { id: chief.id, companyId } })
    const id = await buildContest(db, {
      ...{ author: { id: chief.id, companyId, organizationId: companyId }, now, name: '微课大赛', reviewWeight: 50 },
      awards: [{ key: 'first', level: 'first', name: '一等奖', text: '奖杯', count: 1, certificateTemplateId }],
    })
    const moveTo = (start: number) =>
      sql`update contests.contest set rounds = ${JSON.stringify([roundAround(start)])}::jsonb where id = ${id}`.execute(
        db,
      )

    const page = await open(language, author, { width: 390 })
    await page.goto(`/#/contest/${id}`)
    await page.getByRole('button', { name: text.own.handIn }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel(text.own.workTitle).fill('五步查隐患')
    await dialog.locator('input[type=file]').setInputFiles(video)
    await dialog.locator('.ant-modal-footer .ant-btn-primary, .sy-modal-foot .ant-btn-primary').click()
    await proves('TRAINING-006', () => expect(page.getByRole('article', { name: '五步查隐患' })).toBeVisible())
    await expectAccessible(page)

    await moveTo(now - 3 * dayMs)
    const desk = await open(language, chief)
    await desk.goto(`/#/admin/contests/${id}/works`)
    await expect(desk.getByRole('row').filter({ hasText: '欧阳静怡' })).toBeVisible()
    await expectAccessible(desk)
    await desk.getByRole('button', { name: text.assign.all }).click()
    const assign = desk.getByRole('dialog')
    await assign.getByRole('combobox', { name: text.assign.reviewers }).fill('许评审')
    await desk.locator('.ant-select-item-option', { hasText: '许评审' }).click()
    await assign.getByLabel(text.assign.perWork).fill('1')
    // All of them stand in one department.
    await assign.getByRole('checkbox', { name: text.assign.spares }).uncheck()
    await assign.locator('.ant-btn-primary').click()
    await expect(assign).toBeHidden()

    const sheet = await open(language, reviewer)
    await proves('TRAINING-013', async () => {
      await sheet.goto('/#/contest/reviews')
      for (const label of Object.values(text.maps['contest-review']))
        await expect(sheet.getByRole('tab', { name: new RegExp(`^${label}`) })).toBeVisible()
      await sheet.getByRole('link', { name: '五步查隐患' }).click()
      await expect(sheet.getByRole('heading', { level: 1, name: '五步查隐患' })).toBeVisible()
    })
    await expect(sheet.getByText('欧阳静怡')).toHaveCount(0)
    await expectAccessible(sheet)
    for (const [criterion, points] of [
      ['内容', '45'],
      ['表现', '40'],
    ] as const)
      await sheet.getByRole('spinbutton', { name: new RegExp(criterion) }).fill(points)
    await sheet.getByRole('button', { name: text.scores.send }).click()
    await sheet.locator('.ant-popconfirm .ant-btn-primary').click()
    await proves('TRAINING-006', () => expect(sheet.getByText('45 / 50')).toBeVisible())

    const hall = await open(language, voter, { width: 390 })
    await hall.goto('/#/contest')
    await proves('TRAINING-006', () => expect(hall.getByRole('link', { name: '微课大赛' })).toBeVisible())
    await hall.getByRole('link', { name: '微课大赛' }).click()
    await hall.getByRole('link', { name: '五步查隐患' }).click()
    await hall.getByRole('button', { name: text.vote.action }).click()
    await expect(hall.getByText(text.vote.obstacle.voted)).toBeVisible()
    await expect(hall.getByText('欧阳静怡')).toHaveCount(0)
    await expectAccessible(hall)

    await moveTo(now - 10 * dayMs)
    await desk.goto(`/#/admin/contests/${id}/results`)
    await desk.getByRole('button', { name: text.results.propose }).click()
    await desk.getByRole('button', { name: text.results.saveAwards }).click()
    await expect(desk.getByText(text.results.awardsSaved)).toBeVisible()
    await desk.getByRole('button', { name: text.results.publish }).click()
    await desk.locator('.ant-popconfirm .ant-btn-primary').click()
    await expect(desk.getByText(text.results.published, { exact: true })).toBeVisible()
    await proves('TRAINING-006', async () => {
      await hall.goto(`/#/contest/${id}`)
      const ranking = hall.getByRole('region', { name: text.results.title })
      await expect(ranking.getByText('欧阳静怡')).toBeVisible()
      await expect(ranking.getByText('一等奖')).toBeVisible()
      await expect(ranking.getByText('92.5')).toBeVisible()
    })
    await expectAccessible(hall)
    // A job issues the certificate of the award; its winner finds it here and among the own ones.
    await expect(async () => {
      await page.reload()
      await expect(page.getByText(/AQ-\d{4}-000001/)).toBeVisible({ timeout: 2000 })
    }).toPass()
    await expectAccessible(page)
    await page.goto('/#/center/my/certificates')
    await expect(page.getByText('一等奖 · 微课大赛')).toBeVisible()
  })
}
