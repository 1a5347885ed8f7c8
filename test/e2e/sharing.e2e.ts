/** A course is shared by poster and by QR code, and a foreign reader of QR codes finds the way back. */
import { readFile } from 'node:fs/promises'
import type { Download, Page } from '@playwright/test'
import jsQR from 'jsqr'
import { sql } from 'kysely'
import sharp from 'sharp'
import { buildCircle } from '#modules/community/community/server/accounts.fixture.ts'
import { buildCourse } from '#modules/learning/courses/server/courses.fixture.ts'
import { expect, expectAccessible, languagesOf, test } from './fixtures.ts'
import { password } from './platform.ts'
import { proves } from './proves.ts'

const words = {
  cn: {
    share: '分享',
    poster: '海报',
    another: '换一张',
    save: '保存海报',
    weChat: '微信',
    saveQr: '保存二维码',
    copy: '复制链接',
    copied: '复制成功',
    channels: ['复制链接', '企业微信', '飞书', '钉钉', '微信', '海报', '知识圈'],
    worldwide: ['QQ空间', '微博'],
    off: '分享功能未开启，请联系管理员',
  },
  en: {
    share: 'Share',
    poster: 'Poster',
    another: 'Change design',
    save: 'Save poster',
    weChat: 'WeChat',
    saveQr: 'Save QR code',
    copy: 'Copy link',
    copied: 'Copied',
    channels: ['Copy link', 'WeCom', 'Feishu', 'DingTalk', 'WeChat', 'Poster', 'Knowledge circle'],
    worldwide: ['Qzone', 'Weibo'],
    off: 'Sharing is not enabled',
  },
} as const

/** A CommonJS package, whose default is the module or a part of it, by who loads it. */
const decode = ('default' in jsQR ? jsQR.default : jsQR) as typeof jsQR.default

async function readPicture(download: Download) {
  const image = sharp(await readFile(await download.path())).ensureAlpha()
  const { data, info } = await image.raw().toBuffer({ resolveWithObject: true })
  const code = decode(new Uint8ClampedArray(data), info.width, info.height)
  return { width: info.width, height: info.height, text: code?.data ?? '' }
}

async function saved(page: Page, press: () => Promise<void>) {
  const [download] = await Promise.all([page.waitForEvent('download'), press()])
  return readPicture(download)
}

for (const language of languagesOf('cn')) {
  const t = words[language]
  test(`a course is shared, and its codes lead back (${language})`, async ({ platform, open }) => {
    const author = await platform.createAccount(`share-author-${language}`, '周老师', ['lecturer'])
    const learner = await platform.createAccount(`share-learner-${language}`, '林知远')
    const course = await buildCourse(platform.db, {
      author: { id: author.id, companyId: platform.companyId, organizationId: platform.companyId },
      name: '数据安全与个人信息保护',
      chapters: [{ sections: [{ kind: 'link' }] }],
    })
    const page = await open(language, learner)
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    const coursePage = `/#/study/course/detail/${course.id}`
    await page.goto(coursePage)

    const openPopup = () => page.getByRole('button', { name: t.share }).click()
    await openPopup()
    await expectAccessible(page)
    for (const name of t.channels) await expect(page.getByRole('button', { name, exact: true })).toBeVisible()
    // A course asks for an account, so it is not for the world.
    for (const name of t.worldwide) await expect(page.getByRole('button', { name, exact: true })).toHaveCount(0)
    await proves('SYSTEM-147', async () => {
      await page.getByRole('button', { name: t.copy }).click()
      await expect(page.getByText(t.copied)).toBeVisible()
      const link = `${platform.origin}/#/share/${course.id}/1/${learner.id}`
      expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(`${link}/copy`)
    })

    await openPopup()
    await page.getByRole('button', { name: t.weChat, exact: true }).click()
    await proves('SYSTEM-132', async () => {
      expect(await page.getByRole('dialog').locator('canvas').boundingBox()).toMatchObject({ width: 200, height: 200 })
    })
    const code = await saved(page, () => page.getByRole('button', { name: t.saveQr }).click())
    await proves(['SYSTEM-012', 'SYSTEM-149', 'SYSTEM-127'], () => {
      expect(code.text).toContain(`${platform.origin}/s/`)
    })
    await proves('SYSTEM-133', () => expect(code).toMatchObject({ width: 570, height: 570 }))
    await page.keyboard.press('Escape')

    await openPopup()
    await page.getByRole('button', { name: t.poster, exact: true }).click()
    const poster = page.getByRole('img', { name: /数据安全与个人信息保护/ })
    await expect(poster).toHaveAttribute('aria-busy', 'false')
    await expectAccessible(page)
    await proves('SYSTEM-150', async () => {
      const seen = new Set<string | null>()
      while (seen.size < 6) {
        seen.add(await poster.getAttribute('data-background'))
        await page.getByRole('button', { name: t.another }).click()
      }
      expect(seen).not.toContain(null)
    })
    const printed = await saved(page, () => page.getByRole('button', { name: t.save }).click())
    await proves('SYSTEM-013', () => {
      expect(printed).toMatchObject({ width: 1080, height: 1620, text: expect.stringContaining(platform.origin) })
    })
    await page.keyboard.press('Escape')

    // What the reader found leads to the course, and for who is not signed in to the sign-in screen first.
    await page.goto('/#/home-v')
    await page.goto(printed.text)
    await expect(page).toHaveURL(new RegExp(`${course.id}$`))
    await expect(page.getByRole('heading', { name: '数据安全与个人信息保护' })).toBeVisible()
    const visitor = await open(language)
    await visitor.goto(printed.text)
    await expect(visitor).toHaveURL(/#\/login\?returnTo=/)
  })
}

test('a course is shared into knowledge circles that load as they are scrolled', async ({ platform, open }) => {
  const author = await platform.createAccount('circle-author', '周老师', ['lecturer'])
  const course = await buildCourse(platform.db, {
    author: { id: author.id, companyId: platform.companyId, organizationId: platform.companyId },
    name: '安全生产',
    chapters: [{ sections: [{ kind: 'link' }] }],
  })
  const page = await open('cn', author)
  const chooser = page.getByRole('dialog', { name: '分享到知识圈' })
  const openChooser = async () => {
    await page.getByRole('button', { name: words.cn.share }).click()
    await page.getByRole('button', { name: '知识圈' }).click()
  }
  await page.goto(`/#/study/course/detail/${course.id}`)
  await openChooser()
  await proves('SYSTEM-146', () => expect(chooser.getByText('仅知识圈管理员可分享')).toBeVisible())
  await chooser.getByRole('button', { name: '取消' }).click()

  for (let count = 1; count <= 13; count += 1)
    await buildCircle(platform.db, {
      companyId: platform.companyId,
      ownerId: author.id,
      name: `安全圈 ${String(count).padStart(2, '0')}`,
    })
  await openChooser()
  const boxes = chooser.getByRole('checkbox')
  await proves(['SYSTEM-014', 'SYSTEM-154'], async () => {
    await expect(boxes).toHaveCount(10)
    await expectAccessible(page)
    await boxes.last().scrollIntoViewIfNeeded()
    await expect(boxes).toHaveCount(13)
  })
  await proves('SYSTEM-155', async () => {
    await chooser.getByRole('button', { name: '确定' }).click()
    await expect(page.getByText('请选择要分享的知识圈')).toBeVisible()
    await expect(chooser).toBeVisible()
  })
  await boxes.first().check()
  await boxes.last().check()
  await chooser.getByRole('button', { name: '确定' }).click()
  await expect(chooser).toHaveCount(0)

  await page.goto('/#/share-study/knowledge-community')
  await expectAccessible(page)
  await page
    .getByRole('link', { name: /安全圈 01/ })
    .first()
    .click()
  await expect(page.getByRole('link', { name: /安全生产/ })).toBeVisible()
  await expectAccessible(page)
})

test('[SHELL-112] circles that are scrolled without a pause are loaded and drawn once in 800 ms', async ({
  platform,
  open,
}) => {
  const author = await platform.createAccount('circle-scroller', '周老师', ['lecturer'])
  const { companyId } = platform
  const course = await buildCourse(platform.db, {
    author: { id: author.id, companyId, organizationId: companyId },
    chapters: [{ sections: [{ kind: 'link' }] }],
  })
  for (let count = 1; count <= 40; count += 1)
    await buildCircle(platform.db, { companyId, ownerId: author.id, name: `滚动圈 ${count}` })
  const page = await open('cn', author)
  await page.clock.install()
  await page.goto(`/#/study/course/detail/${course.id}`)
  await page.getByRole('button', { name: words.cn.share }).click()
  await page.getByRole('button', { name: '知识圈' }).click()
  const chooser = page.getByRole('dialog', { name: '分享到知识圈' })
  const boxes = chooser.getByRole('checkbox')
  await expect(boxes).toHaveCount(10)

  // From here on the clock of the page stands still.
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 5000)
  const isLoad = (address: string) => new URL(address).pathname.endsWith('/share-pages')
  let loads = 0
  page.on('request', (request) => {
    if (isLoad(request.url())) loads += 1
  })
  const list = chooser.locator('ul')
  const scrollOn = () =>
    list.evaluate((element) => {
      for (let step = 0; step < 50; step += 1) {
        element.scrollTop = element.scrollHeight - element.clientHeight - (step % 20)
        element.dispatchEvent(new Event('scroll'))
      }
    })
  const drawn = async (count: number, answered: Promise<unknown>) => {
    await answered
    await page.clock.runFor(10)
    await expect(boxes).toHaveCount(count)
  }
  const answer = () => page.waitForResponse((response) => isLoad(response.url()))

  const first = answer()
  await scrollOn()
  await drawn(20, first)
  // Scrolling goes on, at the end of what was loaded.
  for (let part = 0; part < 7; part += 1) {
    await scrollOn()
    await page.clock.runFor(100)
  }
  expect(loads).toBe(1)
  await expect(boxes).toHaveCount(20)
  const second = answer()
  await page.clock.runFor(100)
  await drawn(30, second)
  await scrollOn()
  await page.clock.runFor(700)
  expect(loads).toBe(2)
  const third = answer()
  await page.clock.runFor(100)
  await drawn(40, third)
  expect(loads).toBe(3)
})

test('without a short link the code holds the link itself, which leads over the sign-in to the thing', async ({
  platform,
  open,
}) => {
  const author = await platform.createAccount('share-plain-author', '周老师', ['lecturer'])
  const course = await buildCourse(platform.db, {
    author: { id: author.id, companyId: platform.companyId, organizationId: platform.companyId },
    name: '<img src=x onerror=alert(1)>',
    chapters: [{ sections: [{ kind: 'link' }] }],
  })
  const page = await open('cn', author)
  await page.route('**/short/generate*', (route) => route.fulfill({ status: 500, json: {} }))
  await page.goto(`/#/study/course/detail/${course.id}`)
  await page.getByRole('button', { name: words.cn.share }).click()
  await page.getByRole('button', { name: words.cn.weChat, exact: true }).click()
  const code = await saved(page, () => page.getByRole('button', { name: words.cn.saveQr }).click())
  await proves('SYSTEM-128', async () => {
    expect(code.text).toBe(`${platform.origin}/#/share/${course.id}/1/${author.id}/weChat`)
    await expect(page.locator('.ant-message-notice, .ant-notification-notice')).toHaveCount(0)
  })

  const visitor = await open('cn')
  await proves('SYSTEM-141', async () => {
    await visitor.goto(code.text)
    await expect(visitor).toHaveURL(/#\/login\?returnTo=/)
    await visitor.locator('input[autocomplete=username]').fill(author.name)
    await visitor.locator('input[autocomplete=current-password]').fill(password)
    await visitor.keyboard.press('Enter')
    await expect(visitor).toHaveURL(new RegExp(`${course.id}$`))
  })
  // A name is text wherever it stands, on a poster as well.
  await expect(visitor.getByRole('heading', { name: '<img src=x onerror=alert(1)>' })).toBeVisible()
})

test('[SYSTEM-144] where sharing is closed a press says so, and nothing opens', async ({ platform, open }) => {
  const author = await platform.createAccount('share-closed-author', '周老师', ['lecturer', 'super-admin'])
  const course = await buildCourse(platform.db, {
    author: { id: author.id, companyId: platform.companyId, organizationId: platform.companyId },
    chapters: [{ sections: [{ kind: 'link' }] }],
  })
  const page = await open('cn', author)
  await page.goto(`/#/study/course/detail/${course.id}`)
  await page.route('**/system/rule-config/key?key=SHARE_CONFIG*', (route) =>
    route.fulfill({ json: { key: 'SHARE_CONFIG', value: { switchOpen: '0', weChat: '1' } } }),
  )
  await page.getByRole('button', { name: words.cn.share }).click()
  await expect(page.getByText(words.cn.off)).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(0)
})

test('where circles are switched off nothing leads to them, and their address to the error page', async ({
  platform,
  open,
}) => {
  const circles = '/#/share-study/knowledge-community'
  const page = await open('cn', await platform.createAccount('no-circles', '方宁'))
  await page.goto('/#/home-v')
  await page.getByRole('button', { name: '更多栏目' }).click()
  await expect(page.getByRole('menuitem', { name: '知识圈' })).toBeVisible()
  await sql`insert into settings.rule_config (company_id, key, value, updated_by, updated_at)
    values (${platform.companyId}, 'KNOWLEDGE_OPERATION_CONFIG', '{"knowledgeCircleShowSwitch":"0"}', ${platform.companyId},
    ${Date.now()})`.execute(platform.db)
  const other = await open('cn', await platform.createAccount('no-circles-either', '方静'))
  await other.goto('/#/home-v')
  await expect(other.getByRole('navigation').getByRole('link', { name: '学习' }).first()).toBeVisible()
  await other.getByRole('button', { name: '更多栏目' }).click()
  await expect(other.getByRole('menuitem').first()).toBeVisible()
  await proves('COMMUNITY-119', () =>
    expect(other.getByRole('menuitem', { name: '知识圈' }).or(other.getByRole('link', { name: '知识圈' }))).toHaveCount(
      0,
    ),
  )
  await proves('COMMUNITY-120', async () => {
    await other.goto(circles)
    await expect(other).toHaveURL(/home\/error-page\/900005/)
  })
})
