/** The editor of articles: by keyboard and paste, saved for every device, and back to an earlier version. */
import type { Locator, Page } from '@playwright/test'
import { buildAccount } from '#modules/community/community/server/accounts.fixture.ts'
import { TEXT_MAX } from '#modules/community/contents/contract.ts'
import contentsCn from '#modules/community/contents/messages/cn.json' with { type: 'json' }
import contentsEn from '#modules/community/contents/messages/en.json' with { type: 'json' }
import catalogCn from '#modules/content/catalog/messages/cn.json' with { type: 'json' }
import catalogEn from '#modules/content/catalog/messages/en.json' with { type: 'json' }
import { expect, expectAccessible, languagesOf, test } from './fixtures.ts'

const words = {
  cn: { ...contentsCn, ...catalogCn, saved: /^已保存/ },
  en: { ...contentsEn, ...catalogEn, saved: /^Saved at/ },
} as const

/** As Word puts it on the clipboard: a heading and a list by their styles, a tracker of one pixel, a script, comments. */
const fromWord = `<html xmlns:o="urn:schemas-microsoft-com:office:office"><head><style>
p.MsoHeading2 {mso-outline-level:2; font-family:宋体}</style></head><body><!--StartFragment-->
<p class="MsoHeading2" style="color:#1f3864">复位<o:p></o:p></p>
<p class="MsoNormal" style="mso-list:l0 level1 lfo1;color:red" onclick="alert(1)"><span style="mso-list:Ignore">1.</span>确认无人</p>
<p class="MsoNormal" style="mso-list:l0 level1 lfo1"><span style="mso-list:Ignore">2.</span>摘除挂牌</p>
<img src="https://tracker.example/p.gif" width="1" height="1"><script>alert(2)</script><!--EndFragment--></body></html>`

const paste = (text: Locator, html: string) =>
  text.evaluate((element, pasted) => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/html', pasted)
    element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  }, html)

/** What stands in an article that was written by this journey, in the editor or on the page of readers. */
async function expectWhole(shown: Locator): Promise<void> {
  await expect(shown.getByRole('heading', { level: 2, name: '断电' })).toBeVisible()
  await expect(shown.getByRole('heading', { level: 2, name: '复位' })).toBeVisible()
  await expect(shown.locator('table').getByText('三相电压')).toBeVisible()
  await expect(shown.locator('pre code')).toContainText('measure --phase 3')
  await expect(shown.locator('ol > li')).toHaveText(['确认无人', '摘除挂牌'])
}

async function publish(page: Page, t: (typeof words)['cn' | 'en'], button: string): Promise<void> {
  await page.getByRole('button', { name: button, exact: true }).click()
  await page.getByRole('dialog').getByRole('button', { name: t.publish.confirm, exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: t.publish.doneNow })).toBeVisible()
}

for (const language of languagesOf('cn')) {
  const t = words[language]
  test(`an article is written by keyboard, goes on at another device, and returns to a version (${language})`, async ({
    platform,
    open,
  }) => {
    const { companyId, db } = platform
    const author = await platform.createAccount(`editor-${language}`, '周明')
    await buildAccount(db, { companyId, memberIds: [author.id], name: '电气小组' })
    const page = await open(language, author)
    await page.goto('/#/publish-manage/publish-create')
    const title = page.getByRole('textbox', { name: t.write.titleLabel, exact: true })
    await title.fill('停机检修')
    const text = page.getByRole('textbox', { name: t.write.textLabel })
    await text.click()

    // Signs of Markdown become what they mean; the outline and the number of characters follow.
    await page.keyboard.type('## 断电')
    await expect(text.getByRole('heading', { level: 2, name: '断电' })).toBeVisible()
    await expect(page.getByRole('complementary', { name: t.articleEditor.outline }).getByText('断电')).toBeVisible()
    const length = t.articleEditor.lengthOf.replace('{count}', '2').replace('{max}', String(TEXT_MAX))
    await expect(page.getByText(length, { exact: true })).toBeVisible()

    // The menu at the slash, by its keys alone.
    const menu = page.getByRole('listbox', { name: t.articleEditor.blocks })
    await page.keyboard.press('Enter')
    await page.keyboard.type('/')
    await expect(menu.getByRole('option', { selected: true })).toContainText(t.articleEditor.block.heading1)
    await expectAccessible(page)
    await page.keyboard.press('ArrowDown')
    await expect(menu.getByRole('option', { selected: true })).toContainText(t.articleEditor.block.heading2)
    await page.keyboard.type('table')
    await expect(menu.getByRole('option')).toHaveCount(1)
    await page.keyboard.press('Enter')
    await expect(text.locator('table')).toBeVisible()
    await text.locator('td').first().click()
    await page.keyboard.type('三相电压')
    await page.keyboard.press('Control+End')
    await page.keyboard.type('/code')
    await page.keyboard.press('Enter')
    await page.keyboard.type('measure --phase 3')
    await page.keyboard.press('ArrowDown')

    await page.getByRole('button', { name: t.editor.formula }).click()
    const formula = page.getByRole('dialog', { name: t.editor.formula })
    await formula.getByRole('textbox').fill('\\frac{U}{\\sqrt{3}}')
    await expectAccessible(page)
    await formula.getByRole('button', { name: t.editor.apply }).click()
    await expect(text.locator('math')).toBeVisible()
    await page.keyboard.press('Enter')

    // What comes from Word keeps its structure, and nothing else.
    await paste(text, fromWord)
    await expectWhole(text)
    const html = await text.innerHTML()
    for (const dirt of ['Mso', 'mso-', 'onclick', 'script', 'tracker', 'o:p', '1f3864'])
      expect(html).not.toContain(dirt)
    await expectAccessible(page)

    // It is saved by itself: another device finds it.
    await expect(page).toHaveURL(/draft=[0-9a-f-]{36}/, { timeout: 20_000 })
    await expect(page.getByRole('status').filter({ hasText: t.saved })).toBeVisible({ timeout: 20_000 })
    const tablet = await open(language, author, { width: 390 })
    await tablet.goto(`/${new URL(page.url()).hash}`)
    const other = tablet.getByRole('textbox', { name: t.write.textLabel })
    await expectWhole(other)
    await expect(other.locator('math')).toBeVisible()
    await expectAccessible(tablet)
    await publish(tablet, t, t.write.publish)
    await tablet.getByRole('link', { name: t.publish.look }).click()
    await expectWhole(tablet.locator('.ct-body').first())

    // Published once more with another text, it returns to the first version.
    await page.goto(`/#/publish-manage/publish-create?content=${tablet.url().split('/').at(-1)}`)
    await expectWhole(text)
    await text.click()
    await page.keyboard.press('Control+a')
    await page.keyboard.type('全部重写。')
    await publish(page, t, t.write.update)
    await page.getByRole('link', { name: t.publish.look }).click()
    await page.getByRole('link', { name: t.read.edit }).click()
    await expect(text).toHaveText('全部重写。')
    await page.getByRole('button', { name: t.versions.open }).click()
    const versions = page.getByRole('dialog', { name: t.versions.title })
    await versions.getByRole('button', { name: t.versions.number.replace('{number}', '1') }).click()
    await expect(versions.getByRole('region', { name: t.article.difference.label })).toContainText('三相电压')
    await expectAccessible(page)
    await versions.getByRole('button', { name: t.versions.restore }).click()
    await page.getByRole('tooltip').getByRole('button').last().click()
    await expectWhole(text)
    await publish(page, t, t.write.update)
    await tablet.reload()
    await expectWhole(tablet.locator('.ct-body').first())
  })
}
