/** An exam and those who watch over it, in two browsers: a picture, an announcement, an answer file, an attempt opened again. */
import kitCn from '#kit/messages/cn.json' with { type: 'json' }
import kitEn from '#kit/messages/en.json' with { type: 'json' }
import cn from '#modules/assessment/exams/messages/cn.json' with { type: 'json' }
import en from '#modules/assessment/exams/messages/en.json' with { type: 'json' }
import filesCn from '#modules/platform/files/messages/cn.json' with { type: 'json' }
import filesEn from '#modules/platform/files/messages/en.json' with { type: 'json' }
import { buildFireExam } from './fire-exam.ts'
import { expect, expectAccessible, languagesOf, test } from './fixtures.ts'
import { proves } from './proves.ts'

const words = { cn, en } as const
const filesText = { cn: filesCn, en: filesEn } as const
const codes = { cn: kitCn.errors, en: kitEn.errors } as const

for (const language of languagesOf('en')) {
  const text = words[language]

  test(`proctors see, say and put right what happens in an exam (${language})`, async ({
    platform,
    open,
  }, testInfo) => {
    const author = await platform.createAccount('exam-author', '江讲师', ['super-admin'])
    const examinee = await platform.createAccount('examinee', '林小满')
    const photoCheck = { consent: '照片只用于核对身份。', keepDays: 7 }
    const examId = await buildFireExam(platform, author, examinee, { photoCheck })
    const page = await open(language, examinee, { width: 390 })
    const desk = await open(language, author)

    // The picture: nothing starts before it is taken.
    await page.goto(`/#/exam/detail/${examId}`)
    const start = page.getByRole('button', { name: text.entry.start })
    await expect(page.getByText(photoCheck.consent)).toBeVisible()
    await expect(start).toBeDisabled()
    await page.getByRole('checkbox', { name: text.photo.agree }).check()
    await page.getByRole('button', { name: filesText[language].camera.take, exact: true }).click()
    await expect(page.getByAltText(filesText[language].camera.yours)).toBeVisible()
    await expectAccessible(page)
    await start.click()
    await page.waitForURL(/answer-paper/)
    await expect(page.locator('.ex-save')).toHaveAttribute('data-state', 'saved')

    await desk.goto(`/#/exam/invigilation/${examId}`)
    await desk.getByRole('button', { name: text.invigilation.openOf.replace('{name}', '林小满') }).click()
    const drawer = desk.getByRole('dialog')
    await expect(drawer.getByAltText(text.photo.of.replace('{name}', '林小满'))).toBeVisible()
    await drawer.getByRole('button', { name: text.photo.verdict.match, exact: true }).click()
    await expect(drawer.getByText(text.photo.state.match)).toBeVisible()
    await expectAccessible(desk)
    await desk.keyboard.press('Escape')

    // An announcement comes with the next save, and who has read it is counted.
    await desk.getByRole('button', { name: text.announcement.announce, exact: true }).click()
    await desk.getByLabel(text.announcement.text).fill('第 3 题可以写要点')
    await desk.getByRole('button', { name: text.announcement.send, exact: true }).click()
    await expect(desk.getByText(text.announcement.sent, { exact: true })).toBeVisible()
    await page.getByText('绿色').click()
    await expect(page.getByText('第 3 题可以写要点')).toBeVisible()
    await expectAccessible(page)
    await desk.getByRole('tab', { name: text.announcement.tab }).click()
    const waiting = language === 'cn' ? '1 人未确认' : '1 has not acknowledged it'
    await expect(desk.getByText(waiting)).toBeVisible()
    await page.getByRole('button', { name: text.announcement.acknowledge }).click()
    await expect(page.getByText('第 3 题可以写要点')).toHaveCount(0)
    await expect(desk.getByText(waiting)).toHaveCount(0, { timeout: 20_000 })

    // The network goes for good: what is not sent is saved as a file, and handed in.
    await page.context().setOffline(true)
    await page.locator('#question-2').getByRole('textbox').fill('119')
    await expect(page.locator('.ex-save')).toHaveAttribute('data-state', 'offline')
    const saving = page.waitForEvent('download')
    await page.getByRole('button', { name: text.answerFile.save }).click()
    const path = testInfo.outputPath('answers')
    await (await saving).saveAs(path)
    await page.goto('about:blank')
    await desk.getByLabel(text.answerFile.handIn, { exact: true }).last().setInputFiles(path)
    const asked = desk.getByRole('dialog', { name: text.answerFile.question })
    await expect(asked.getByText(text.answerFile.of.replace('{name}', '林小满').replace('{count}', '1'))).toBeVisible()
    await asked.getByRole('button', { name: text.answerFile.confirm, exact: true }).click()
    await expect(desk.getByText(text.answerFile.stored)).toBeVisible()

    // The attempt is submitted, opened again with a reason, and goes on with what is known.
    await desk.getByRole('tab', { name: text.invigilation.examinees }).click()
    await desk.getByRole('button', { name: text.invigilation.openOf.replace('{name}', '林小满') }).click()
    await drawer.getByRole('button', { name: text.invigilation.submit }).click()
    await desk.locator('.ant-popconfirm .ant-btn-primary').click()
    await drawer.getByRole('button', { name: text.reopen.title }).click()
    const reopening = desk.getByRole('dialog', { name: text.reopen.title })
    await reopening.getByLabel(text.invigilation.reason).fill('网络中断')
    await reopening.getByRole('button').last().click()
    await expect(desk.getByText(text.reopen.done)).toBeVisible()
    await expect(drawer.getByText(text.incident.kind.reopened.replace('{text}', '网络中断'))).toBeVisible()
    await page.context().setOffline(false)
    await page.goto(`/#/exam/exam/answer-paper/${examId}`)
    await expect(page.locator('#question-2').getByRole('textbox')).toHaveValue('119')
    await expect(page.getByRole('radio', { name: /绿色/ })).toBeChecked()

    // A reset ends the attempt, which the next call of its screen says.
    await drawer.getByRole('button', { name: text.invigilation.reset }).click()
    const resetting = desk.getByRole('dialog', { name: text.invigilation.reset })
    await resetting.getByLabel(text.invigilation.reason).fill('重新考试')
    await resetting.getByRole('button').last().click()
    await expect(desk.getByText(text.invigilation.done)).toBeVisible()
    await proves('EXAM-051', async () => {
      await page.getByText('红色').click()
      await expect(page.getByRole('alertdialog')).toContainText(codes[language]['34008'])
    })
    await desk.keyboard.press('Escape')
    await desk.getByRole('tab', { name: text.incident.tab }).click()
    await expect(desk.getByText('林小满').last()).toBeVisible()
    await expectAccessible(desk)
  })
}
