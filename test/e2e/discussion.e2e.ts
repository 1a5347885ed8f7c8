import type { Page } from '@playwright/test'
import cn from '#modules/content/topics/messages/cn.json' with { type: 'json' }
import { buildCourse } from '#modules/learning/courses/server/courses.fixture.ts'
import { buildWords } from '#modules/platform/words/server/words.fixture.ts'
import { expect, expectAccessible, test } from './fixtures.ts'
import type { Account, Platform } from './platform.ts'
import { proves } from './proves.ts'

/** What would run if a comment were ever read as markup, or an address as anything but one. */
const hostile = [
  '<img src=x onerror="window.broken=1"><script>window.broken=1</script><svg onload="window.broken=1">',
  'javascript:window.broken=1 [点我](javascript:window.broken=1) data:text/html,<script>window.broken=1</script>',
  'https://evil.example/"onmouseover="window.broken=1 https://evil.example/\'><script>window.broken=1</script>',
  '{{constructor.constructor("window.broken=1")()}} &lt;b&gt;',
]

async function courseWithWords(platform: Platform, author: Account): Promise<string> {
  const { companyId, departmentId } = platform
  const course = await buildCourse(platform.db, {
    author: { id: author.id, companyId, organizationId: departmentId },
    name: '可以讨论的课',
    chapters: [{ sections: [{ kind: 'text', body: '<p>正文</p>' }] }],
    now: Date.now(),
  })
  await buildWords(platform.db, { companyId, by: author.id, words: ['赌博'], now: Date.now() })
  return `/#/study/course/detail/${course.id}`
}

async function write(page: Page, text: string): Promise<void> {
  await page.getByRole('textbox', { name: cn.comment.write }).fill(text)
  await page.getByRole('button', { name: cn.comment.submit, exact: true }).click()
}

test('a comment with a sensitive word is refused, the word is marked; markup in comments stays text', async ({
  open,
  platform,
}) => {
  const author = await platform.createAccount('taolun-author', '陶作者', ['lecturer'])
  const writer = await platform.createAccount('taolun-writer', '谈学员')
  const reader = await platform.createAccount('taolun-reader', '岳学员')
  const address = await courseWithWords(platform, author)

  const page = await open('cn', writer)
  const posted: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'POST') posted.push(new URL(request.url()).pathname.replace('/api/v1', ''))
  })
  await page.goto(address)
  const discussion = page.getByRole('region', { name: cn.comment.title })
  await expect(discussion.getByText(cn.comment.none)).toBeVisible()

  // Refused with the word marked in its place; what was typed stays.
  await write(page, '周末去賭 博吗？')
  await expect(discussion.getByRole('alert').locator('mark')).toHaveText('賭 博')
  await expect(page.getByRole('textbox', { name: cn.comment.write })).toHaveValue('周末去賭 博吗？')
  await proves('SYSTEM-120', () => expect(posted).toContain('/system/sensitive/judge-str'))
  await proves('SYSTEM-122', async () => {
    await expect(page.getByText('内容含敏感词：赌博，请重新编辑')).toBeVisible()
    expect(posted).not.toContain('/system/comment')
  })
  await expectAccessible(page)
  await expect(discussion.getByRole('article')).toHaveCount(0)

  for (const text of hostile) {
    await write(page, text)
    await expect(discussion.getByRole('article').first()).toContainText(text)
  }

  // The other reads the same words as words, and nothing has run.
  const other = await open('cn', reader, { width: 390 })
  await other.goto(address)
  const comments = other.getByRole('region', { name: cn.comment.title }).getByRole('article')
  await expect(comments).toHaveCount(hostile.length)
  for (const [index, text] of hostile.toReversed().entries()) await expect(comments.nth(index)).toContainText(text)
  for (const one of [page, other]) {
    const links = one.locator('.dis-content a')
    for (const link of await links.all()) {
      await link.hover()
      await expect(link).toHaveAttribute('href', 'https://evil.example/')
      await expect(link).toHaveAttribute('rel', 'noopener noreferrer nofollow ugc')
    }
    await expect(one.locator('.dis-content').locator('img, script, svg, [onmouseover]')).toHaveCount(0)
    expect(await one.evaluate(() => 'broken' in window)).toBe(false)
  }

  // An answer and a like; then the writer takes a comment back, and brings it again.
  const like = comments.first().getByRole('button', { name: /^点赞/ })
  await like.click()
  await expect(like).toHaveAttribute('aria-pressed', 'true')
  await comments.first().getByRole('button', { name: cn.comment.reply }).click()
  await other.getByRole('textbox', { name: '回复 谈学员' }).fill('收到')
  await other.getByRole('textbox', { name: '回复 谈学员' }).press('Control+Enter')
  await expect(other.getByRole('article').filter({ hasText: '收到' }).last()).toBeVisible()
  await expectAccessible(other)
  await page.reload()
  const first = discussion.getByRole('article').first()
  await first.getByRole('button', { name: cn.comment.remove }).first().click()
  await expect(first).toContainText(cn.comment.removed)
  await first.getByRole('button', { name: cn.comment.undo }).click()
  await expect(first).toContainText(hostile.at(-1) ?? '')
})

test('Enter adds a topic, or takes the one of that name; a sixth is refused', async ({ open, platform }) => {
  const author = await platform.createAccount('huati-author', '华作者', ['lecturer'])
  const course = await buildCourse(platform.db, {
    author: { id: author.id, companyId: platform.companyId, organizationId: platform.departmentId },
    name: '有话题的课',
    status: 'draft',
    chapters: [{ sections: [{ kind: 'text', body: '<p>正文</p>' }] }],
    now: Date.now(),
  })
  const page = await open('cn', author)
  await page.goto(`/#/admin/courses/${course.id}`)
  await page.getByRole('tab', { name: '基本信息' }).click()
  const field = page.getByRole('combobox', { name: '话题' })
  const chosen = page.getByRole('list', { name: cn.chooser.chosen })
  const add = async (name: string) => {
    await field.fill(name)
    await field.press('Enter')
  }
  await proves('SYSTEM-167', async () => {
    for (const [index, name] of ['甲', '乙', '丙', '丁', '戊'].entries()) {
      await add(name)
      await expect(chosen.getByRole('listitem')).toHaveCount(index + 1)
    }
  })
  await proves('SYSTEM-163', async () => {
    await add('己')
    await expect(page.getByText('最多选择5项')).toBeVisible()
    await expect(chosen.getByRole('listitem')).toHaveCount(5)
  })
  await chosen.getByRole('button', { name: cn.chooser.remove.replace('{name}', '戊') }).click()
  await proves('SYSTEM-168', async () => {
    await add('甲')
    await expect(chosen.getByRole('listitem')).toHaveText(['甲', '乙', '丙', '丁'])
  })
  await field.fill('')
  await field.press('ArrowDown')
  await expect(field).toHaveAttribute('aria-expanded', 'true')
  await field.press('ArrowDown')
  await expect(field).toHaveAttribute('aria-activedescendant', /.+/)
  await field.press('Enter')
  await expect(chosen.getByRole('listitem')).toHaveCount(5)
  await expectAccessible(page)
})
