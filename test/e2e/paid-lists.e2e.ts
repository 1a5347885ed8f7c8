/** What costs something where people choose: price tags on the home page and among what was collected, and the filter of the lists. */
import cn from '#modules/commerce/prices/messages/cn.json' with { type: 'json' }
import en from '#modules/commerce/prices/messages/en.json' with { type: 'json' }
import { buildPrice } from '#modules/commerce/prices/server/prices.fixture.ts'
import { buildCourse } from '#modules/learning/courses/server/courses.fixture.ts'
import { buildPath } from '#modules/learning/paths/server/paths.fixture.ts'
import { buildSubject } from '#modules/learning/subjects/server/subjects.fixture.ts'
import { expect, expectAccessible, languagesOf, test } from './fixtures.ts'

const words = { cn, en } as const
const types = { course: 1, subject: 2, path: 17 } as const

for (const language of languagesOf('cn')) {
  const text = words[language]

  test(`a learner sees what costs something, and finds what is free (${language})`, async ({ open, platform }) => {
    const { companyId, db } = platform
    const chief = await platform.createAccount(`chief-${language}`, '赵总监', ['super-admin'])
    const learner = await platform.createAccount(`chooser-${language}`, '钱多多')
    const author = { ...chief, companyId, organizationId: companyId }
    const [dear, free] = [
      await buildCourse(db, { author, name: '财务分析' }),
      await buildCourse(db, { author, name: '新人入门' }),
    ]
    const subject = await buildSubject(db, { author, name: '经营之道' })
    const path = await buildPath(db, { author, name: '财务岗位', isOpen: true, chapters: [] })
    const sell = (businessType: number, itemId: string) =>
      buildPrice(db, { companyId, businessType, itemId, payType: 2, original: 29_900 })
    await sell(types.course, dear.id)
    await sell(types.subject, subject.id)
    await sell(types.path, path.id)
    for (const { id } of [dear, free])
      expect(
        await platform.call(learner, 'POST', '/system/collect', { businessId: id, businessType: types.course }),
      ).toBe(200)

    const page = await open(language, learner)
    const cardOf = (name: string) => page.getByRole('link', { name: new RegExp(name) })
    await page.goto('/#/home-v')
    await expect(cardOf('财务分析')).toContainText('¥299.00')
    await expect(cardOf('新人入门')).not.toContainText('¥')

    await page.goto('/#/study/course')
    await page.getByText(text.maps['is-pay'][1], { exact: true }).click()
    await expect(cardOf('新人入门')).toHaveCount(0)
    await expect(cardOf('财务分析')).toContainText('¥299.00')
    await expect(page).toHaveURL(/isPay=1/)
    await page.reload()
    await expect(page.getByRole('radio', { name: text.maps['is-pay'][1] })).toBeChecked()
    await expect(cardOf('财务分析')).toBeVisible()
    await expectAccessible(page)
    // By keyboard, as between all radio buttons.
    await page.getByRole('radio', { name: text.maps['is-pay'][1] }).focus()
    await page.keyboard.press('ArrowLeft')
    await expect(cardOf('新人入门')).toBeVisible()
    await expect(cardOf('财务分析')).toHaveCount(0)
    await expect(page).toHaveURL(/isPay=0/)

    await page.goto('/#/study/subject?isPay=1')
    await expect(cardOf('经营之道')).toContainText('¥299.00')
    await page.goto('/#/study/paths?isPay=1')
    await expect(cardOf('财务岗位')).toContainText('¥299.00')
    await expectAccessible(page)
    await page.goto('/#/center/collections')
    await expect(page.getByRole('listitem').filter({ hasText: '财务分析' })).toContainText('¥299.00')
    await expect(page.getByRole('listitem').filter({ hasText: '新人入门' })).not.toContainText('¥')

    // Whoever makes a subject or a path sees its price there, and sets it.
    const desk = await open(language, chief)
    await desk.goto(`/#/admin/subjects/${subject.id}`)
    await desk.getByRole('tab').last().click()
    await expect(desk.getByRole('region', { name: text.card.title })).toContainText(text.card.opensParts)
    await desk.getByRole('link', { name: text.card.set }).click()
    await expect(desk).toHaveURL(new RegExp(`/manage/price/2/${subject.id}`))
  })
}
