import type { Page } from '@playwright/test'
import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import type { Connection } from '#server/db/connection.ts'
import { publish } from '#server/realtime/publish.ts'
import { expect, expectAccessible, test } from './fixtures.ts'
import type { Account, Platform } from './platform.ts'
import { proves } from './proves.ts'

const EVENTS = '/api/v1/system/events'
const HOUR_MS = 3_600_000

interface Written {
  readonly title: string
  readonly dueAt?: number
  readonly startsAt?: number
  readonly kind?: string
}

/** Opens a to-do as the module does that knows of it, and tells the member's browsers. */
async function openTodo(platform: Platform, member: Account, todo: Written): Promise<string> {
  const id = uuid()
  await sql`insert into messages.todo (id, company_id, member_id, kind, business_type, business_id, title, link,
      starts_at, due_at, created_at)
    values (${id}, ${platform.companyId}, ${member.id}, ${todo.kind ?? 'approval.decide'}, 1, ${id}, ${todo.title},
      '/home-v', ${todo.startsAt ?? null}, ${todo.dueAt ?? null}, ${Date.now()})`.execute(platform.db)
  await tellTodos(platform, member)
  return id
}

async function closeTodo(platform: Platform, member: Account, id: string): Promise<void> {
  await sql`update messages.todo set closed_at = ${Date.now()} where id = ${id}`.execute(platform.db)
  await tellTodos(platform, member)
}

const tellTodos = (platform: Platform, member: Account) =>
  publish(platform.db as unknown as Connection, { topic: `member:${member.id}`, name: 'todo', data: {} })

/** A deletion can be undone for six seconds, which a busy machine may need to press the button. */
const stayRevocable = (page: Page) =>
  page.evaluate(() => {
    const { setTimeout: later } = window
    Object.assign(window, {
      setTimeout: (work: () => void, ms?: number) => later(work, ms === 6000 ? 600_000 : ms),
    })
  })

/** The administrator tells everybody something. */
async function announce(page: Page, title: string, content: string): Promise<void> {
  await page.goto('/#/manage/message-templates')
  await page.getByRole('button', { name: '发布公告' }).click()
  const dialog = page.getByRole('dialog', { name: '发布公告' })
  await dialog.getByLabel('标题').fill(title)
  await dialog.getByLabel('正文').fill(content)
  await dialog.getByLabel('接收组织').click()
  await page.getByTitle('澜舟科技', { exact: true }).last().click()
  await dialog.getByRole('button', { name: '立即发布' }).click()
  await expect(page.getByText('公告已发布')).toBeVisible()
}

test('[SYSTEM-208] an announcement rings the bell in another browser; it is read, deleted, and brought back', async ({
  open,
  platform,
}) => {
  const learner = await open('cn', await platform.createAccount('lingdang', '方晴'))
  const administrator = await open('cn', await platform.createAccount('fabu', '郑管理', ['super-admin']))
  await learner.goto('/#/home-v')
  await expect(learner.getByRole('button', { name: '消息', exact: true })).toBeVisible()
  await announce(administrator, '年底培训安排', '请于 12 月 5 日前完成报名。')
  const bell = learner.getByRole('button', { name: '消息，1 条未读' })
  await expect(bell).toBeVisible()
  await expect(learner).toHaveTitle(/^\(1\) /)

  // The panel by the keyboard: Escape gives the focus back to the bell.
  await bell.focus()
  await learner.keyboard.press('Enter')
  const panel = learner.getByRole('dialog', { name: '消息' })
  await expect(panel.getByText('年底培训安排')).toBeVisible()
  await expectAccessible(learner)
  await learner.keyboard.press('Escape')
  await expect(panel).toBeHidden()
  await expect(bell).toBeFocused()

  await bell.click()
  await panel.getByRole('link', { name: '查看全部消息' }).click()
  await learner.waitForURL(/#\/center\/messages$/)
  await expect(learner.getByRole('heading', { level: 1, name: '消息中心' })).toBeVisible()
  await expect(learner.getByText('请于 12 月 5 日前完成报名。')).toBeVisible()
  await expectAccessible(learner)
  await learner.getByRole('button', { name: '把“年底培训安排”标为已读' }).click()
  await expect(learner.getByRole('button', { name: '消息', exact: true })).toBeVisible()
  await learner.getByText('只看未读').click()
  await expect(learner.getByText('没有未读消息')).toBeVisible()
  await learner.getByText('全部消息').click()

  await stayRevocable(learner)
  await learner.getByRole('button', { name: '删除“年底培训安排”' }).click()
  await expect(learner.getByText('消息已删除')).toBeVisible()
  await learner.getByRole('button', { name: '撤销' }).click()
  await expect(learner.getByText('请于 12 月 5 日前完成报名。')).toBeVisible()
  // Leaving the screen carries the deletion out.
  const deleted = learner.waitForResponse((response) => response.request().method() === 'DELETE')
  await learner.getByRole('button', { name: '删除“年底培训安排”' }).click()
  await learner.getByRole('link', { name: '首页', exact: true }).first().click()
  expect((await deleted).status()).toBe(200)
  await learner.goto('/#/center/messages')
  await expect(learner.getByText('还没有消息')).toBeVisible()
})

test('tabs of a browser share one stream; it passes on, and ends with the session', async ({ open, platform }) => {
  const member = await platform.createAccount('biaoqian', '沈舟')
  const first = await open('cn', member)
  const streams: Page[] = []
  const ended: Page[] = []
  for (const [kind, pages] of [
    ['request', streams],
    ['requestfailed', ended],
  ] as const) {
    first.context().on(kind as 'request', (request) => {
      if (request.url().endsWith(EVENTS)) pages.push(request.frame().page())
    })
  }
  await first.goto('/#/home-v')
  await expect.poll(() => streams.length).toBe(1)
  const second = await first.context().newPage()
  await second.goto('/#/home-v')
  const count = (page: Page, number: number) => page.getByRole('link', { name: `待办，${number} 项` })
  await expect(second.getByRole('link', { name: '待办', exact: true }).first()).toBeVisible()
  await openTodo(platform, member, { title: '课程《安全生产》发布申请' })
  await expect(count(first, 1)).toBeVisible()
  await expect(count(second, 1)).toBeVisible()
  expect(streams).toEqual([first])

  await first.close()
  await expect.poll(() => streams.at(-1)).toBe(second)
  await openTodo(platform, member, { title: '课程《消防演练》发布申请' })
  await expect(count(second, 2)).toBeVisible()

  const third = await second.context().newPage()
  await third.goto('/#/home-v')
  await expect(count(third, 2)).toBeVisible()
  expect(streams).toEqual([first, second])
  const before = ended.length
  await third.getByRole('button', { name: /沈舟/ }).click()
  await third.getByRole('menuitem', { name: '退出登录' }).click()
  await expect.poll(() => ended.length).toBe(before + 1)
  expect(ended.at(-1)).toBe(second)
})

test('to-dos by kind and stage, and the count in the header', async ({ open, platform }) => {
  const member = await platform.createAccount('daiban', '程远')
  const now = Date.now()
  const late = await openTodo(platform, member, { title: '课程《合规经营》发布申请', dueAt: now - 50 * HOUR_MS })
  await openTodo(platform, member, { title: '课程《数据分析》发布申请', dueAt: now + 5 * HOUR_MS + 60_000 })
  await openTodo(platform, member, {
    title: '课程《沟通技巧》被退回',
    kind: 'approval.revise',
    startsAt: now + 30 * HOUR_MS,
  })
  const page = await open('cn', member)
  await page.goto('/#/home-v')
  const header = page.getByRole('banner')
  await expect(header.getByRole('link', { name: '待办，3 项' })).toBeVisible()
  await expect(page.getByRole('region', { name: '待办' }).getByText('已逾期 2 天')).toBeVisible()
  await page.goto('/#/center')
  await expect(page.getByRole('region', { name: '待办' }).getByRole('listitem')).toHaveCount(3)
  await expectAccessible(page)

  await header.getByRole('link', { name: '待办，3 项' }).click()
  await page.waitForURL(/#\/center\/student-todo-menu\/all$/)
  const stage = (name: string) => page.getByRole('region', { name: new RegExp(`^${name}`) })
  await proves('SYSTEM-217', async () => {
    await expect(stage('已结束').getByText('已逾期 2 天')).toBeVisible()
    await expect(stage('进行中').getByText('还剩 5 小时')).toBeVisible()
    await expect(stage('即将开始').getByText('课程《沟通技巧》被退回')).toBeVisible()
  })
  await proves('SYSTEM-009', async () => {
    await expect(stage('即将开始').getByRole('link', { name: '去修改：课程《沟通技巧》被退回' })).toBeVisible()
    await expect(stage('进行中').getByRole('link', { name: '去审批：课程《数据分析》发布申请' })).toBeVisible()
  })
  await expectAccessible(page)

  await page.getByRole('tab').nth(2).click()
  await proves('SYSTEM-008', async () => {
    await expect(page).toHaveURL(/student-todo-menu\/approval\.revise$/)
    await expect(page.getByText('课程《合规经营》发布申请')).toBeHidden()
    await expect(page.getByText('课程《沟通技巧》被退回')).toBeVisible()
  })

  // Finishing one lowers the number by one, without anything done here.
  await proves('SYSTEM-213', async () => {
    await expect(header.getByRole('link', { name: '待办，3 项' })).toBeVisible()
    await closeTodo(platform, member, late)
    await expect(header.getByRole('link', { name: '待办，2 项' })).toBeVisible()
  })
  await page.getByRole('tab').first().click()
  await expect(page.getByText('课程《合规经营》发布申请')).toBeHidden()
})

for (const width of [1366, 390]) {
  test(`[SYSTEM-208] message preferences, and the calendar's address (${width} px)`, async ({ open, platform }) => {
    const page = await open('cn', await platform.createAccount(`shezhi${width}`, '许言'), { width })
    await page.goto('/#/center/messages/settings')
    const choice = page.getByRole('checkbox', { name: '催学提醒：邮件' })
    await expect(choice).toBeChecked()
    await choice.uncheck()
    await expect(page.getByText('设置已保存')).toBeVisible()
    await expect(page.getByRole('checkbox', { name: '催学提醒：站内消息' })).toBeDisabled()
    await page.getByRole('switch', { name: '免打扰时段' }).click()
    const from = page.getByLabel('开始时间', { exact: true })
    await from.fill('21:30')
    // The field shows it before it is saved.
    const saved = page.waitForResponse(
      (answer) => answer.request().method() === 'PUT' && (answer.request().postData() ?? '').includes('21:30'),
    )
    await from.press('Enter')
    await saved
    await expect(from).toHaveValue('21:30')
    await expectAccessible(page)
    await page.reload()
    await expect(choice).not.toBeChecked()
    await expect(page.getByRole('switch', { name: '免打扰时段' })).toBeChecked()
    await expect(from).toHaveValue('21:30')

    await page.getByRole('button', { name: '生成订阅地址' }).click()
    const address = await page.getByLabel('订阅地址').inputValue()
    expect(address).toMatch(/\/api\/v1\/system\/calendar\/\S+\/shuyuan\.ics$/)
    await expectAccessible(page)
    const path = new URL(address).pathname
    const calendar = await page.request.get(path)
    expect(await calendar.text()).toContain('BEGIN:VCALENDAR')
    await page.getByRole('button', { name: '停用' }).click()
    await page.getByRole('button', { name: '确定' }).click()
    await expect(page.getByText('订阅地址已停用')).toBeVisible()
    expect((await page.request.get(path)).status()).toBe(422)
  })
}

test('the link at the foot of an e-mail switches that kind off, without signing in, and on again', async ({
  open,
  platform,
}) => {
  const member = await platform.createAccount('tuiding', '何静')
  const email = `${member.name}@lanzhou.example`
  await sql`update identity.member set email = ${email} where id = ${member.id}`.execute(platform.db)
  const settings = await open('cn', member)
  await settings.goto('/#/center/messages/settings')
  const choice = settings.getByRole('checkbox', { name: '公告通知：邮件' })
  await choice.check()
  await expect(settings.getByText('设置已保存')).toBeVisible()
  const administrator = await open('cn', await platform.createAccount('tongzhi', '唐管理', ['super-admin']))
  await announce(administrator, '食堂调整', '下周一起，午餐时间改为十一点半。')
  const [, token] = await platform.printed(new RegExp(`e-mail to ${email}[\\s\\S]*?#/unsubscribe/([\\w.-]+)`))

  const nobody = await open('cn')
  await nobody.goto(`/#/unsubscribe/${token}`)
  await expect(nobody.getByText('不再用邮件通知您：公告通知')).toBeVisible()
  await expectAccessible(nobody)
  await nobody.getByRole('button', { name: '确认退订' }).click()
  await expect(nobody.getByRole('heading', { name: '退订成功' })).toBeVisible()
  await settings.reload()
  await expect(choice).not.toBeChecked()
  await nobody.getByRole('button', { name: '恢复订阅' }).click()
  await expect(nobody.getByRole('heading', { name: '退订邮件通知' })).toBeVisible()
  await settings.reload()
  await expect(choice).toBeChecked()
  await nobody.goto('/#/unsubscribe/bm90aGluZw.bm90aGluZw.bm90aGluZw')
  await expect(nobody.getByRole('heading', { name: '链接已失效' })).toBeVisible()
})

test('an administrator words a message, sees it, and takes it back; the log and the robots', async ({
  open,
  platform,
}) => {
  const page = await open('cn', await platform.createAccount('moban', '韩管理', ['super-admin']))
  await page.goto('/#/manage/message-templates')
  await page.getByRole('link', { name: '催学提醒' }).click()
  const title = page.getByRole('region', { name: '中文' }).getByLabel('标题')
  await title.fill('请继续学习')
  await title.press('End')
  await page.getByRole('button', { name: '学习项目名称' }).click()
  await expect(title).toHaveValue('请继续学习{学习项目名称}')
  await expect(page.getByRole('region', { name: '预览' })).toContainText('请继续学习信息安全入门')
  await expectAccessible(page)
  await title.fill('{崔学人}请您继续学习')
  await expect(page.getByText('{崔学人} 不是可插入的内容')).toBeVisible()
  await expect(page.getByRole('button', { name: '保存', exact: true })).toBeDisabled()
  await page.getByRole('button', { name: '改为 {催学人}' }).click()
  await expect(title).toHaveValue('{催学人}请您继续学习')
  await page.getByRole('button', { name: '保存', exact: true }).click()
  await expect(page.getByText('模板已保存')).toBeVisible()
  await page.getByRole('button', { name: '发送测试' }).click()
  await expect(page.getByRole('button', { name: '消息，1 条未读' })).toBeVisible()
  await page.getByRole('button', { name: '恢复默认' }).click()
  await page.getByRole('button', { name: '确定' }).click()
  await expect(title).toHaveValue('{催学人}提醒您学习')

  await page.goto('/#/manage/deliveries')
  await expect(page.getByRole('heading', { level: 1, name: '发送记录' })).toBeVisible()
  await expect(page.getByRole('button', { name: /短信/ })).toBeVisible()
  await expectAccessible(page)

  await page.goto('/#/manage/webhooks')
  await page.getByRole('button', { name: '添加机器人' }).click()
  const drawer = page.getByRole('dialog', { name: '添加机器人' })
  await drawer.getByText('自有系统').click()
  await drawer.getByLabel('名称').fill('人力资源系统')
  await drawer.getByLabel('Webhook 地址').fill('http://127.0.0.1:9/hook')
  await expectAccessible(page)
  await drawer.getByRole('button', { name: '保存' }).click()
  await expect(page.getByText('该地址不允许访问')).toBeVisible()
  await drawer.getByLabel('Webhook 地址').fill('https://hr.example.com/hook')
  await drawer.getByRole('button', { name: '保存' }).click()
  const secret = page.getByRole('dialog', { name: '请保存签名密钥' })
  await expect(secret).toContainText('whsec_')
  await expect(secret.getByRole('button', { name: '完成' })).toBeDisabled()
  await secret.getByRole('checkbox', { name: '我已妥善保存' }).check()
  await secret.getByRole('button', { name: '完成' }).click()
  const card = page.getByRole('article', { name: '人力资源系统' })
  await expect(card).toContainText('hr.example.com')
  await card.getByRole('button', { name: '记录与示例' }).click()
  const details = page.getByRole('dialog', { name: '人力资源系统' })
  await details.getByRole('tab', { name: '发送内容示例' }).click()
  await expect(details).toContainText('webhook-signature')
  await expectAccessible(page)
})
