/** The price form: a ladder of at most five ranges, sent as it was typed. */
import cn from '#modules/commerce/prices/messages/cn.json' with { type: 'json' }
import en from '#modules/commerce/prices/messages/en.json' with { type: 'json' }
import { buildCourse } from '#modules/learning/courses/server/courses.fixture.ts'
import { expect, expectAccessible, languagesOf, test } from './fixtures.ts'
import { proves } from './proves.ts'

const words = { cn, en } as const

for (const language of languagesOf('cn')) {
  const text = words[language]

  test(`a ladder has at most five ranges, from 1 to unlimited (${language})`, async ({ open, platform }) => {
    const chief = await platform.createAccount(`ladder-${language}`, '赵总监', ['super-admin'])
    const author = { ...chief, companyId: platform.companyId, organizationId: platform.companyId }
    const course = await buildCourse(platform.db, { author, name: '谈判', chapters: [{ sections: [{ title: 'A1' }] }] })
    const page = await open(language, chief)
    await page.goto(`/#/manage/price/1/${course.id}`)
    await page.getByText(text.maps['is-pay']['1'], { exact: true }).click()
    await page.getByText(text.maps['is-ladder-price']['1'], { exact: true }).click()
    const add = page.getByRole('button', { name: text.ladder.add })
    const begins = page.getByRole('spinbutton', { name: text.ladder.begin })
    while ((await begins.count()) < 5) await add.click()
    await proves(['COMMERCE-011', 'COMMERCE-122'], async () => {
      await add.click()
      await expect(page.getByText(text['max-5-ranges'])).toBeVisible()
      await expect(begins).toHaveCount(5)
    })
    await expectAccessible(page)
    const ends = page.getByRole('spinbutton', { name: text.ladder.end })
    await proves('COMMERCE-015', async () => {
      await ends.nth(0).fill('9')
      await expect(begins.nth(1)).toHaveValue('10')
      await page.getByRole('button', { name: text.page.save }).click()
      await expect(page.getByText(text['ladder-range-wrong'])).toBeVisible()
    })
    for (const [place, end] of [20, 30, 40].entries()) await ends.nth(place + 1).fill(String(end))
    await proves(['COMMERCE-012', 'COMMERCE-014', 'COMMERCE-123'], async () => {
      await expect(page.getByText(text['ladder-range-wrong'])).toHaveCount(0)
      for (const [place, begin] of [1, 10, 21, 31, 41].entries()) {
        await expect(begins.nth(place)).toHaveValue(String(begin))
        await expect(begins.nth(place)).toBeDisabled()
      }
    })
    for (const [name, amount] of [
      [text.form.coin, '29.99'],
      [text.form.discountCoin, '19.99'],
    ] as const)
      for (let place = 0; place < 5; place += 1) await page.getByRole('textbox', { name }).nth(place).fill(amount)
    const sent = page.waitForRequest((request) => request.method() === 'PUT' && request.url().includes('/price/1/'))
    await page.getByRole('button', { name: text.page.save }).click()
    await expect(page.getByText(text.page.saved)).toBeVisible()
    const { terms } = (await sent).postDataJSON()
    await proves(['COMMERCE-013', 'COMMERCE-025'], async () => {
      await expect(page.getByRole('textbox', { name: text.ladder.end })).toHaveValue(text.ladder.unlimited)
      expect(terms.payConfig.at(-1)).toMatchObject({ begin: 41, end: -1, coin: 2999, discountCoin: 1999 })
      expect(terms.payConfig).toHaveLength(5)
    })
  })
}
