/** What all buttons and forms have in common: one call at a time, and nothing is lost when it is refused. */
import { expect, test } from './fixtures.ts'

test('Enter pressed twice sends once, and a refusal keeps the form', async ({
  open,
  platform,
}) => {
  const page = await open('cn', await platform.createAccount('actions', '沈墨'))
  let answer = { status: 422, json: { errorCode: 70308, message: '名称已被使用，请换一个', data: {} } as object }
  const sent: string[] = []
  let release = () => {}
  await page.route('**/api/v1/knowledge-operation/knowledge-circle', async (route) => {
    if (route.request().method() !== 'POST') return route.fallback()
    sent.push(route.request().postDataJSON().name)
    await new Promise<void>((resolve) => {
      release = resolve
    })
    await route.fulfill(answer)
  })
  await page.goto('/#/share-study/knowledge-community')
  await page.getByRole('button', { name: '创建知识圈' }).first().click()
  const dialog = page.getByRole('dialog', { name: '创建知识圈' })
  const name = dialog.getByLabel('名称')
  await name.fill('读书')

  // Both keys arrive before the first has been answered, and before React draws again.
  await name.evaluate((input) => {
    const form = (input as HTMLInputElement).form as HTMLFormElement
    form.requestSubmit()
    form.requestSubmit()
  })
  await expect.poll(() => sent).toEqual(['读书'])
  await name.press('Enter')
  release()
  await expect(page.getByText('名称已被使用，请换一个')).toBeVisible()
  await expect(name).toHaveValue('读书')
  expect(sent).toEqual(['读书'])

  answer = { status: 200, json: { id: '01900000-0000-7000-8000-000000000000' } }
  await name.press('Enter')
  await expect.poll(() => sent.length).toBe(2)
})
