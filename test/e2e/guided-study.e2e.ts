/** A video with segments, captions and an exercise, made by its author and studied by a learner who takes notes. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Locator, Page } from '@playwright/test'
import { sql } from 'kysely'
import exercisesCn from '#modules/assessment/exercises/messages/cn.json' with { type: 'json' }
import exercisesEn from '#modules/assessment/exercises/messages/en.json' with { type: 'json' }
import questionsCn from '#modules/assessment/questions/messages/cn.json' with { type: 'json' }
import questionsEn from '#modules/assessment/questions/messages/en.json' with { type: 'json' }
import playerCn from '#modules/content/playback/messages/cn.json' with { type: 'json' }
import playerEn from '#modules/content/playback/messages/en.json' with { type: 'json' }
import cn from '#modules/learning/courses/messages/cn.json' with { type: 'json' }
import en from '#modules/learning/courses/messages/en.json' with { type: 'json' }
import { expect, expectAccessible, languagesOf, test } from './fixtures.ts'
import { proves } from './proves.ts'
import { leavePublished } from './published.ts'

const video = join(import.meta.dirname, 'video.mp4')
const words = { cn, en } as const
const exerciseWords = { cn: exercisesCn, en: exercisesEn } as const
const questionWords = { cn: questionsCn, en: questionsEn } as const
const playerWords = { cn: playerCn, en: playerEn } as const
const captions = `WEBVTT

00:00.000 --> 00:04.000
A good password is long.

00:04.000 --> 00:20.000
<b>Never</b> use it twice.
`

let folder: string
test.beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'shuyuan-captions-'))
  await writeFile(join(folder, 'en.vtt'), captions)
})
test.afterAll(() => rm(folder, { recursive: true, force: true }))

const playedSeconds = (page: Page) => page.locator('video').evaluate((element: HTMLVideoElement) => element.currentTime)
/** Into a field of rich text. */
const write = (within: Locator, label: string, text: string) =>
  within.getByRole('textbox', { name: label, exact: true }).fill(text)
const isPaused = (page: Page) => page.locator('video').evaluate((element: HTMLVideoElement) => element.paused)
const playSilently = (page: Page) =>
  page.locator('video').evaluate(async (element: HTMLVideoElement) => {
    element.muted = true
    await element.play()
  })
const seekTo = (page: Page, seconds: number) =>
  page.locator('video').evaluate((element: HTMLVideoElement, to) => {
    element.currentTime = to
  }, seconds)

for (const language of languagesOf('en')) {
  const text = words[language]

  test(`a video is studied with captions, exercises, notes and questions (${language})`, async ({ open, platform }) => {
    const lecturer = await platform.createAccount(`guide-${language}`, '江讲师', ['lecturer'])
    const learner = await platform.createAccount(`guided-${language}`, '薛学员')
    const desk = await open(language, lecturer)
    await desk.goto('/#/admin/courses')
    await desk.getByRole('button', { name: text.authoring.create, exact: true }).first().click()
    await desk.getByRole('dialog').getByRole('textbox').first().fill('口令')
    await desk.getByRole('dialog').getByRole('button', { name: text.authoring.createGo }).click()
    await expect(desk.getByRole('heading', { level: 1, name: '口令' })).toBeVisible()
    await desk.getByRole('button', { name: text.kind.video, exact: true }).click()
    const drawer = desk.getByRole('dialog')
    await drawer.locator('input[type=file]').setInputFiles(video)
    const title = drawer.getByRole('textbox', { name: text.authoring.sectionTitle })
    await expect(title).not.toHaveValue('')
    await title.fill('A')
    await drawer.getByRole('button', { name: text.authoring.save, exact: true }).click()
    await expect(drawer).toBeHidden()

    // What hangs on the video.
    await desk.getByRole('button', { name: text.authoring.editOf.replace('{title}', 'A') }).click()
    await drawer.getByRole('button', { name: text.timedContent.addSegment }).click()
    await drawer.getByRole('textbox', { name: text.timedContent.segmentTitle }).fill('开头')
    await drawer.getByRole('button', { name: text.timedContent.addSegment }).click()
    await drawer.getByRole('textbox', { name: text.timedContent.segmentTitle }).nth(1).fill('口令管理器')
    await drawer.getByRole('textbox', { name: text.timedContent.at }).nth(1).fill('0:03')
    await expectAccessible(desk)
    await drawer.getByRole('button', { name: text.timedContent.saveSegments }).click()
    await expect(desk.getByText(text.timedContent.saved).first()).toBeVisible()
    await drawer.getByRole('tab', { name: new RegExp(text.timedContent.captions.replace(' {count}', '')) }).click()
    await drawer.getByRole('combobox', { name: playerWords[language].captionFiles.language }).fill('en')
    await drawer.locator('.co-timed input[type=file]').setInputFiles(join(folder, 'en.vtt'))
    await expect(drawer.getByText('English').first()).toBeVisible()
    await drawer.getByRole('tab', { name: new RegExp(text.timedContent.exercises.replace(' {count}', '')) }).click()
    await drawer.getByRole('button', { name: text.timedContent.addExercise }).click()
    await drawer.getByRole('textbox', { name: text.timedContent.at }).last().fill('0:05')
    const fields = questionWords[language].editor
    const letter = (of: string, value: string) => of.replace('{letter}', value)
    await write(drawer, fields.stem, '好口令？')
    await write(drawer, letter(fields.option, 'A'), '长')
    await write(drawer, letter(fields.option, 'B'), '短')
    for (const spare of ['D', 'C'])
      await drawer.getByRole('button', { name: new RegExp(`^(移除|Remove).*${letter(fields.option, spare)}$`) }).click()
    await drawer.getByRole('radio', { name: letter(fields.rightOf, 'A') }).check()
    await expectAccessible(desk)
    await drawer.getByRole('button', { name: text.timedContent.saveExercises }).click()
    await expect(drawer.getByRole('tab', { name: text.timedContent.exercises.replace('{count}', '1') })).toBeVisible()
    await desk.keyboard.press('Escape')
    await desk.getByRole('button', { name: text.authoring.do.publish, exact: true }).click()
    await desk.getByRole('dialog').getByRole('button', { name: text.authoring.do.publish, exact: true }).click()
    await leavePublished(desk, language)
    const id = desk.url().split('/').at(-1) ?? ''
    await sql`update courses.course set no_forward_seeking = true, presence_check_minutes = 10 where id = ${id}`.execute(
      platform.db,
    )

    const page = await open(language, learner)
    await page.goto(`/#/study/course/detail/${id}`)
    await page.getByRole('button', { name: text.detail.register }).first().click()
    await expect(page.locator('video')).toBeVisible()
    await playSilently(page)
    await page.getByRole('combobox', { name: playerWords[language].player.captions }).selectOption('en')
    await expect(page.locator('.pb-captions')).toContainText('password is long')

    // Nobody seeks forward the first time.
    await seekTo(page, 25)
    await expect(page.getByRole('status').filter({ hasText: text.player.seekLimited })).toBeVisible()
    expect(await playedSeconds(page)).toBeLessThan(10)

    // The video stops for the exercise; the second attempt is right.
    const said = exerciseWords[language]
    const { verdict } = questionWords[language]
    const exercise = page.getByRole('region', { name: said.card.title }).filter({ hasText: '好口令' })
    await expect(exercise).toBeVisible()
    expect(await isPaused(page)).toBe(true)
    await exercise.getByRole('radio', { name: /短/ }).check()
    await expectAccessible(page)
    await exercise.getByRole('button', { name: said.card.submit }).click()
    await expect(exercise.getByText(verdict.wrong, { exact: true })).toBeVisible()
    await exercise.getByRole('radio', { name: /长/ }).check()
    await proves('EXAM-060', async () => {
      await exercise.getByRole('button', { name: said.card.again }).click()
      await expect(exercise.getByText(verdict.right, { exact: true })).toBeVisible()
    })
    await expectAccessible(page)
    await exercise.getByRole('button', { name: said.card.goOn }).click()
    await expect(exercise).toBeHidden()

    // A note keeps its moment, and leads back to it.
    await page.getByRole('tab', { name: text.panels.notes }).click()
    await page.getByRole('textbox', { name: text.notes.write }).fill('长一些')
    await page.getByRole('checkbox', { name: text.notes.makePublic }).check()
    await page.getByRole('button', { name: text.notes.save }).click()
    const note = page.locator('.co-note').filter({ hasText: '长一些' })
    await proves('COURSE-015', () => expect(note).toBeVisible())
    await expectAccessible(page)
    const noted = Number((await note.locator('.co-note-jump b').textContent())?.split(':').at(-1))
    await expect.poll(() => playedSeconds(page)).toBeGreaterThan(noted + 3)
    await page.locator('video').evaluate((element: HTMLVideoElement) => element.pause())
    await note.locator('.co-note-jump').click()
    await expect.poll(() => playedSeconds(page)).toBeLessThan(noted + 3)
    const file = page.waitForEvent('download')
    await page.getByRole('button', { name: text.notes.export }).click()
    expect((await file).suggestedFilename()).toContain('口令')

    // A question passes by; the video in words leads to its places.
    await page.getByRole('tab', { name: text.panels.guide }).click()
    await page.getByRole('textbox', { name: text.barrage.label }).fill('多长才算长？')
    await page.getByRole('button', { name: text.barrage.send }).click()
    await proves(['COURSE-016', 'COURSE-091'], async () => {
      await expect(page.locator('.co-question')).toContainText('多长才算长？')
      await expect(page.locator('.co-barrage')).toContainText('多长才算长？')
    })
    await expectAccessible(page)

    await page.getByRole('tab', { name: text.panels.video }).click()
    await expect(page.locator('.co-transcript')).toContainText('Never use it twice.')
    await proves('COURSE-093', async () => {
      await expect(page.locator('.co-segments').getByRole('button')).toHaveText([/开头/, /口令管理器/])
      await page.locator('.co-segments').getByRole('button', { name: /开头/ }).click()
      await expect.poll(() => playedSeconds(page)).toBeLessThan(4)
    })
    await expectAccessible(page)

    // It is asked whether somebody is there; the video waits for the answer.
    await sql`update courses.presence set confirmed_at = 0 where member_id = ${learner.id}`.execute(platform.db)
    const presence = page.getByRole('dialog', { name: text.presence.title })
    await expect(presence).toBeVisible()
    expect(await isPaused(page)).toBe(true)
    await expectAccessible(page)
    await page.keyboard.press('Enter')
    await expect(presence).toBeHidden()
    await expect.poll(() => isPaused(page)).toBe(false)

    await proves('COURSE-001', async () => {
      await page.goto('/#/study-v')
      await expect(page.getByRole('heading', { level: 1, name: text.study.title })).toBeVisible()
      await expect(page.getByRole('link', { name: /口令/ }).first()).toBeVisible()
    })
    await expectAccessible(page)

    // The lecturer finds the question among the to-dos and answers; the learner reads the answer below it.
    await desk.goto('/#/center/student-todo-menu/all')
    await desk.getByRole('link', { name: '口令' }).first().click()
    await expect(desk.getByRole('heading', { name: '多长才算长？' })).toBeVisible()
    await expectAccessible(desk)
    await desk.getByRole('textbox').fill('至少十二个字符')
    await desk.keyboard.press('Control+Enter')
    await expect(desk.getByText(text.questions.none.waiting)).toBeVisible()
    await desk.getByRole('tab', { name: text.questions.answered }).click()
    await expect(desk.getByRole('blockquote')).toContainText('至少十二个字符')
    await expectAccessible(desk)
    await page.goto(`/#/study/course/detail/${id}`)
    await page.getByRole('tab', { name: text.panels.guide }).click()
    await expect(page.locator('.co-question blockquote')).toContainText('至少十二个字符')
    await expectAccessible(page)

    // Others read the public note.
    const other = await open(language, lecturer, { width: 390, dark: true })
    await other.goto(`/#/study/course/detail/${id}`)
    await other.getByRole('tab', { name: text.panels.notes }).click()
    await other.getByRole('tab', { name: text.notes.public.replace('{count}', '1') }).click()
    await expect(other.getByText('长一些')).toBeVisible()
    await expectAccessible(other)
  })
}
