/** A question with a bounty: asked on a phone, answered, accepted, and the coins have moved. An anonymous one names nobody. */
import cn from '#modules/community/ask/messages/cn.json' with { type: 'json' }
import en from '#modules/community/ask/messages/en.json' with { type: 'json' }
import { buildQuestion } from '#modules/community/ask/server/ask.fixture.ts'
import { buildIssue } from '#modules/platform/currency/server/accounts.fixture.ts'
import { balanceOf } from '#modules/platform/currency/server.ts'
import { expect, expectAccessible, languagesOf, test } from './fixtures.ts'
import { proves } from './proves.ts'

for (const language of languagesOf('cn')) {
  const text = language === 'cn' ? cn : en
  test(`a question earns its answerer the bounty (${language})`, async ({ platform, open }) => {
    const { companyId, db } = platform
    const asker = await platform.createAccount(`ask-asker-${language}`, '林知远')
    const answerer = await platform.createAccount(`ask-answerer-${language}`, '陈思')
    const coinsOf = async (id: string) =>
      Number((await balanceOf(db, companyId, { kind: 'person', id }, 1)).totalAmount)
    await buildIssue(db, { companyId, owner: { kind: 'person', id: asker.id }, amount: 10_000n })
    const similar = await buildQuestion(db, {
      ...{ companyId, authorId: answerer.id, now: Date.now(), title: '报销差旅需要哪些发票' },
    })

    const page = await open(language, asker, { width: 390 })
    await page.goto('/#/ask/new')
    await page.getByLabel(text.form.questionTitle, { exact: true }).fill('差旅报销需要哪些发票？')
    await expect(page.getByRole('region', { name: text.form.similar })).toContainText('报销差旅需要哪些发票')
    await page.getByLabel(text.form.bounty).fill('30')
    await expectAccessible(page)
    await page.getByRole('button', { name: text.form.send }).click()
    await expect(page.getByRole('heading', { level: 1, name: '差旅报销需要哪些发票？' })).toBeVisible()
    const address = page.url()

    const other = await open(language, answerer)
    await other.goto(`/${new URL(address).hash}`)
    await expect(other.getByText(text.bounty.banner.replace('{amount}', '30'))).toBeVisible()
    await other.getByRole('textbox', { name: text.answer.own }).fill('住宿和交通的增值税发票')
    await other.getByRole('button', { name: text.answer.send }).click()
    await proves('COMMUNITY-125', async () => {
      await expect(other.getByRole('article').filter({ hasText: '增值税发票' })).toBeVisible()
    })
    await expectAccessible(other)

    await page.reload()
    await page.getByRole('button', { name: text.answer.accept, exact: true }).click()
    await page.getByRole('tooltip').getByRole('button').last().click()
    await expect(page.getByText(text.answer.accepted, { exact: true })).toBeVisible()
    await expect.poll(() => coinsOf(answerer.id)).toBe(3000)
    expect(await coinsOf(asker.id)).toBe(7000)

    // The list keeps its tab; the other question is still waiting there.
    await page.goto('/#/ask?tab=unanswered')
    await expect(page.getByRole('link', { name: '报销差旅需要哪些发票', exact: true })).toHaveAttribute(
      'href',
      new RegExp(similar),
    )
  })
}

test('an anonymous question shows its asker to nobody', async ({ platform, open }) => {
  const asker = await platform.createAccount('ask-quiet', '无名氏')
  const reader = await platform.createAccount('ask-reader', '陈思')
  const page = await open('cn', asker)
  await page.goto('/#/ask/new')
  await page.getByLabel(cn.form.questionTitle, { exact: true }).fill('晋升面谈要注意什么？')
  await page.getByRole('checkbox', { name: new RegExp(cn.form.anonymous) }).check()
  await page.getByRole('button', { name: cn.form.send }).click()
  await expect(page.getByText(cn.writer.anonymousOwn)).toBeVisible()
  const other = await open('cn', reader)
  await other.goto(`/${new URL(page.url()).hash}`)
  await proves('SYSTEM-018', async () => {
    await expect(other.getByRole('heading', { level: 1, name: '晋升面谈要注意什么？' })).toBeVisible()
  })
  await expect(other.getByText(cn.writer.anonymous)).toBeVisible()
  await expect(other.getByText('无名氏')).toHaveCount(0)
})
