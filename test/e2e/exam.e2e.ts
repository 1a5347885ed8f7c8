/** An exam's clock, its leaves, when its paper is shown, and its id on every screen. */
import type { Page } from '@playwright/test'
import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import kit from '#kit/messages/cn.json' with { type: 'json' }
import cn from '#modules/assessment/exams/messages/cn.json' with { type: 'json' }
import { buildFireExam } from './fire-exam.ts'
import { expect, test } from './fixtures.ts'
import type { Account, Platform } from './platform.ts'
import { proves } from './proves.ts'

async function begin(page: Page, examId: string): Promise<void> {
  await page.goto(`/#/exam/detail/${examId}`)
  await page.getByRole('button', { name: cn.entry.start }).click()
  await page.waitForURL(/answer-paper/)
  await expect(page.locator('.ex-save')).toHaveAttribute('data-state', 'saved')
}

/** Submits an attempt with this answer to the question that a person marks, or without any; its id. */
async function submit(platform: Platform, examinee: Account, examId: string, text?: string): Promise<string> {
  const post = async (path: string, body: object) =>
    expect(await platform.call(examinee, 'POST', path, body), path).toBe(200)
  await post(`/exam/${examId}/start`, {})
  const { rows } = await sql<{ id: string }>`select id from exams.attempt where exam_id = ${examId}`.execute(
    platform.db,
  )
  const [id, writer] = [rows[0]?.id ?? '', uuid()]
  const events = [{ place: 3, answer: { kind: 'short-answer', text }, at: Date.now() }]
  if (text !== undefined) await post(`/exam/attempts/${id}/events`, { writer, first: 1, events })
  await post(`/exam/attempts/${id}/submit`, { writer, lastNumber: text === undefined ? 0 : 1 })
  return id
}

test('the clock reminds five minutes and one minute before the end, once each, and submits when the time is up', async ({
  platform,
  open,
}) => {
  const author = await platform.createAccount('clock-author', '江讲师', ['super-admin'])
  const examinee = await platform.createAccount('clock-examinee', '林小满')
  const examId = await buildFireExam(platform, author, examinee, { durationMinutes: 6 })
  const page = await open('cn', examinee)
  await page.clock.install()
  await begin(page, examId)
  const reminder = (minutes: number) => page.getByText(cn.answer.reminder.replace('{count}', String(minutes)))
  await expect(page.locator('.ex-clock')).toBeVisible()
  await expect(reminder(5)).toHaveCount(0)
  await proves('EXAM-041', async () => {
    await page.clock.runFor(62_000)
    await expect(reminder(5)).toBeVisible()
    await page.clock.runFor(20_000)
    await expect(reminder(5)).toHaveCount(0)
  })
  await proves('EXAM-042', async () => {
    await page.clock.runFor(222_000)
    await expect(reminder(1)).toBeVisible()
    await page.clock.runFor(20_000)
    await expect(reminder(1)).toHaveCount(0)
  })

  // The time is up without a network: the screen stays until the answers are sent.
  await page.context().setOffline(true)
  await page.locator('#question-2').getByRole('textbox').fill('119')
  await page.clock.runFor(60_000)
  await expect(page.getByText(cn.answer.timeUpOffline)).toBeVisible()
  await page.context().setOffline(false)
  await page.clock.runFor(10_000)
  await page.waitForURL(/exam\/result/)
})

test('leaving the screen too often submits, and the paper is read when the rule of its exam allows it', async ({
  platform,
  open,
}) => {
  const author = await platform.createAccount('leave-author', '江讲师', ['super-admin'])
  const examinee = await platform.createAccount('leaver', '林小满')
  const examId = await buildFireExam(platform, author, examinee, { leavesMax: 1, viewingRule: 'after-end' })
  const page = await open('cn', examinee)
  await page.clock.install()
  await begin(page, examId)
  // Another tab comes in front.
  const leave = async () => {
    const look = (state: string) =>
      page.evaluate((seen) => {
        Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => seen })
        document.dispatchEvent(new Event('visibilitychange'))
      }, state)
    await look('hidden')
    await page.clock.runFor(4000)
    await look('visible')
    await page.clock.runFor(6000)
  }
  await leave()
  const warning = cn.answer.leftOf_other.replace('{count}', '1').replace('{max}', '1')
  await expect(page.getByText(warning)).toBeVisible()
  await proves('EXAM-010', async () => {
    await leave()
    await page.waitForURL(/exam\/result/)
    await expect(page.getByText(cn.result.cause.leaves)).toBeVisible()
    const desk = await open('cn', author)
    await desk.goto(`/#/exam/invigilation/${examId}`)
    const row = desk.getByRole('row').filter({ hasText: '林小满' })
    await expect(row.getByText(cn.maps['exam-record-list-2']['4'])).toBeVisible()
  })

  const refusedPaper = async (attemptId: string) => {
    await page.goto(`/#/exam/paper/${attemptId}`)
    await expect(page.getByRole('alertdialog')).toContainText(kit.errors['39011'])
    await page.getByRole('alertdialog').getByRole('button').click()
  }
  await proves('EXAM-048', () => refusedPaper(page.url().slice(-36)))
  const passing = await buildFireExam(platform, author, examinee, { viewingRule: 'after-pass' })
  await proves('EXAM-049', async () => refusedPaper(await submit(platform, examinee, passing)))
})

test('[EXAM-053] every screen of an exam keeps all digits of an id far above 2^53', async ({ platform, open }) => {
  // Whatever took it for a number would round it.
  const id = uuid().replace(/[a-f]/g, '9')
  const chief = await platform.createAccount('digits-chief', '江讲师', ['super-admin'])
  const examinee = await platform.createAccount('digits', '林小满')
  await buildFireExam(platform, chief, examinee, { attemptsMax: 0 }, { id })
  const attemptId = await submit(platform, examinee, id, '先报警')
  const [page, desk] = [await open('cn', examinee), await open('cn', chief)]
  const expectLinked = async (on: Page, path: string) => {
    await on.goto(`/#${path}`)
    await expect(on.locator(`a[href$="/${id}"]`).first(), path).toBeVisible()
  }
  const expectCalled = async (on: Page, path: string) => {
    await on.goto('about:blank')
    // Calls made together travel in the body of one.
    const answered = on.waitForResponse((one) => `${one.url()} ${one.request().postData()}`.includes(id))
    await on.goto(`/#${path}`)
    expect((await answered).status(), path).toBe(200)
    await expect(on.getByRole('heading', { level: 1 }).first(), path).toBeVisible()
    expect(on.url(), path).toContain(id)
  }
  const of = (screen: string) => `/exam/${screen}/${id}`
  for (const path of ['/exam', `/exam/result/${attemptId}`]) await expectLinked(page, path)
  for (const path of ['/exam/marking', '/exam/invigilation', '/admin/exams']) await expectLinked(desk, path)
  const managed = ['', '/registrations', '/results'].map((part) => `/admin/exams/${id}${part}`)
  const staffed = ['preview', 'marking', 'appeals', 'fixing', 'invigilation'].map(of)
  for (const path of [...managed, ...staffed, `${of('marking')}/settings`]) await expectCalled(desk, path)
  await expectCalled(page, of('detail'))
  await page.getByRole('button', { name: cn.entry.start }).click()
  await expect(page.locator('.ex-save')).toHaveAttribute('data-state', 'saved')
  expect(page.url()).toContain(id)
})
