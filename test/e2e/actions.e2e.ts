/** What all buttons and forms have in common: one call at a time, and nothing is lost when it is refused. */
import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'

const circles = '/knowledge-operation/knowledge-circle'

/** Holds back what the page sends there, until it is let through with an answer. */
async function hold(page: Page, path: string, method: string) {
  const sent: unknown[] = []
  let answer: ((status: number, json: object) => void) | undefined
  await page.route(
    (url) => url.pathname === `/api/v1${path}`,
    async (route) => {
      if (route.request().method() !== method) return route.fallback()
      sent.push(route.request().postDataJSON())
      const [status, json] = await new Promise<[number, object]>((resolve) => {
        answer = (...given) => resolve(given)
      })
      await route.fulfill({ status, json })
    },
  )
  return { sent, answer: (status: number, json: object) => answer?.(status, json) }
}

test('a button that is pressed twice before the screen is drawn again calls once', async ({ open, platform }) => {
  const page = await open('cn', await platform.createAccount('twice', '沈墨', ['super-admin']))
  const exported = await hold(page, '/human/member/export', 'GET')
  await page.goto('/#/admin/members')
  await page.getByRole('button', { name: '导出' }).evaluate((button) => {
    for (let press = 0; press < 2; press += 1) (button as HTMLButtonElement).click()
  })
  await expect.poll(() => exported.sent.length).toBeGreaterThan(0)
  exported.answer(200, {})
  // The button is ready again once its one call is answered.
  await expect(page.getByRole('button', { name: '导出' })).not.toHaveClass(/loading/)
  expect(exported.sent).toHaveLength(1)
})

test('Enter sends a form once while it is on its way; a refusal keeps it, and closing a changed one asks first', async ({
  open,
  platform,
}) => {
  const page = await open('cn', await platform.createAccount('enter', '沈墨'))
  const made = await hold(page, circles, 'POST')
  await page.goto('/#/share-study/knowledge-community')
  await page.getByRole('button', { name: '创建知识圈' }).first().click()
  const dialog = page.getByRole('dialog', { name: '创建知识圈' })
  const name = dialog.getByLabel('名称')
  await name.fill('读书')
  await name.press('Enter')
  await expect.poll(() => made.sent.length).toBe(1)
  await name.press('Enter')
  made.answer(422, { errorCode: 70308, message: '名称已被使用，请换一个', data: {} })
  await expect(page.getByText('名称已被使用，请换一个')).toBeVisible()
  expect(made.sent).toEqual([{ name: '读书', desc: '', joinMode: 0, coverFileId: null }])

  await page.keyboard.press('Escape')
  const question = page.getByRole('dialog', { name: '放弃填写的内容？' })
  await question.getByRole('button', { name: '继续填写' }).click()
  await expect(question).toBeHidden()
  await expect(name).toHaveValue('读书')
  await name.fill('')
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  expect(made.sent).toHaveLength(1)
})
