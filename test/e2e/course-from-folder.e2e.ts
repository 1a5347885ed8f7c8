/** A course of a real folder and of a real ZIP file: the outline first, then the uploads, and what they become. */
import { cpSync, mkdirSync, writeFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page, TestInfo } from '@playwright/test'
import { strToU8, zipSync } from 'fflate'
import cn from '#modules/learning/courses/messages/cn.json' with { type: 'json' }
import en from '#modules/learning/courses/messages/en.json' with { type: 'json' }
import { buildCourse } from '#modules/learning/courses/server/courses.fixture.ts'
import { scormManifest } from '#modules/learning/packages/server/archives.fixture.ts'
import { expect, expectAccessible, test } from './fixtures.ts'

const media = join(import.meta.dirname, '../../demo/media')
const video = join(import.meta.dirname, 'video.mp4')
const handbook = join(media, 'security-handbook.pdf')
const texts = { cn, en } as const
type Texts = (typeof cn)['authoring']['import']

const fill = (text: string, values: Record<string, string | number>) =>
  Object.entries(values).reduce((filled, [name, value]) => filled.replaceAll(`{${name}}`, `${value}`), text)
/** Of a text in two numbers. */
function counted(text: Texts, name: 'go' | 'createGo' | 'skipped', count: number): string {
  const key = `${name}_${count === 1 ? 'one' : 'other'}` as const
  return fill(text[key], { count })
}

/** A folder as people keep them. */
function courseFolder(info: TestInfo): string {
  const folder = info.outputPath('消防安全')
  for (const name of ['第十章 总结', '第二章 灭火/1. 器材']) mkdirSync(join(folder, name), { recursive: true })
  cpSync(video, join(folder, '导学.mp4'))
  cpSync(handbook, join(folder, '第十章 总结/手册.pdf'))
  cpSync(video, join(folder, '第二章 灭火/2. 演练.mp4'))
  cpSync(handbook, join(folder, '第二章 灭火/1. 器材/说明.pdf'))
  writeFileSync(join(folder, 'notes.txt'), 'not a section')
  writeFileSync(join(folder, '.DS_Store'), 'clutter')
  return folder
}

/** The outline of the dialog: titles of chapters and sections. */
const plannedTitles = (page: Page) =>
  page
    .getByRole('dialog')
    .locator('.co-import-name')
    .evaluateAll((fields) => fields.map((field) => (field as HTMLInputElement).value))

/** The outline of the course, chapter by chapter. */
const madeTitles = (page: Page) =>
  page
    .locator('.co-edit-chapter')
    .evaluateAll((chapters) =>
      chapters.map((chapter) =>
        [...chapter.querySelectorAll<HTMLInputElement>('.co-inline-name')].map(({ value }) => value),
      ),
    )

for (const language of ['cn', 'en'] as const) {
  const text = texts[language].authoring
  const words = text.import

  test(`a folder becomes a new course, without what was left out (${language})`, async ({ open, platform }, info) => {
    const lecturer = await platform.createAccount(`folder-${language}`, '夹讲师', ['lecturer'])
    const desk = await open(language, lecturer, language === 'en' ? { width: 390 } : {})
    await desk.goto('/#/admin/courses')
    await desk.getByRole('button', { name: words.create, exact: true }).click()
    const dialog = desk.getByRole('dialog')
    await expectAccessible(desk)
    await dialog.locator('input[webkitdirectory]').setInputFiles(courseFolder(info))
    await expect(dialog.getByRole('textbox', { name: text.name })).toHaveValue('消防安全')
    await expect
      .poll(() => plannedTitles(desk))
      .toEqual(['消防安全', '导学', '灭火', '器材 · 说明', '演练', '总结', '手册'])
    await dialog.getByText(counted(words, 'skipped', 2)).click()
    await expect(dialog.getByText(words.reason.kind)).toBeVisible()
    await expect(dialog.getByText(words.reason.hidden)).toBeVisible()
    await expectAccessible(desk)

    await dialog.getByRole('textbox', { name: text.sectionTitle }).first().fill('先看这里')
    const last = dialog.getByRole('checkbox', { name: fill(words.take, { title: '总结' }) })
    await last.focus()
    await desk.keyboard.press('Space')
    await expect(last).not.toBeChecked()
    await dialog.getByRole('button', { name: counted(words, 'createGo', 3) }).click()

    await expect(desk.locator('.co-edit-section')).toHaveCount(3)
    expect(await madeTitles(desk)).toEqual([
      ['消防安全', '先看这里'],
      ['灭火', '器材 · 说明', '演练'],
    ])
    const run = desk.getByRole('region', { name: fill(words.running, { title: '消防安全' }) })
    await expectAccessible(desk)
    await run.getByRole('button', { name: text.files.close, exact: true }).click()
    await expect(run).toHaveCount(0)
    await expect(desk.getByRole('button', { name: words.button, exact: true })).toBeVisible()
  })

  test(`an archive is added to a course, and a package stays a package (${language})`, async ({ open, platform }) => {
    const lecturer = await platform.createAccount(`zip-${language}`, '包讲师', ['lecturer'])
    const author = { ...lecturer, companyId: platform.companyId, organizationId: platform.companyId }
    const chapters = [{ title: 'A', sections: [{ title: 'A1' }] }]
    const course = await buildCourse(platform.db, { author, status: 'draft', chapters })
    const desk = await open(language, lecturer)
    await desk.goto(`/#/admin/courses/${course.id}`)
    const dialog = desk.getByRole('dialog')
    const choose = async (name: string, files: Record<string, Uint8Array>) => {
      await desk.getByRole('button', { name: words.button, exact: true }).click()
      const buffer = Buffer.from(zipSync(files))
      await dialog.locator('input[accept]').setInputFiles({ name, mimeType: 'application/zip', buffer })
    }
    await choose('资料.zip', {
      '资料/01 Intro/b.mp4': await readFile(video),
      '资料/02 More/c.pdf': await readFile(handbook),
      '__MACOSX/资料/._b.mp4': strToU8('x'),
      '../out.mp4': strToU8('x'),
    })
    await expect.poll(() => plannedTitles(desk)).toEqual(['Intro', 'b', 'More', 'c'])
    await dialog.getByText(counted(words, 'skipped', 2)).click()
    await expect(dialog.getByText(words.reason['unsafe-path'])).toBeVisible()
    await dialog.getByRole('button', { name: counted(words, 'go', 2) }).click()
    const run = desk.getByRole('region', { name: fill(words.running, { title: '资料' }) })
    await expect(desk.locator('.co-edit-section')).toHaveCount(3)
    expect(await madeTitles(desk)).toEqual([
      ['A', 'A1'],
      ['Intro', 'b'],
      ['More', 'c'],
    ])
    await run.getByRole('button', { name: text.files.close, exact: true }).click()

    const items = [{ identifier: 'L', title: '第一课', href: 'lesson.html' }]
    await choose('安全生产.zip', {
      'imsmanifest.xml': strToU8(scormManifest('1.2', '安全生产', items)),
      'lesson.html': strToU8('<!doctype html><title>第一课</title>'),
    })
    await expect.poll(() => plannedTitles(desk)).toEqual([words.loose, '安全生产'])
    await expect(dialog.getByRole('img', { name: texts[language].kind.package })).toBeVisible()
    await dialog.getByRole('button', { name: counted(words, 'go', 1) }).click()
    await expect(desk.locator('.co-edit-section')).toHaveCount(4)
    await expect(desk.locator('.co-edit-section').last().locator('[data-kind=package]')).toBeVisible()
  })
}
