/** What an author does on the screens of bank, papers and exams until an exam is published, in either language. */
import type { Locator, Page } from '@playwright/test'
import type { Language } from '#kit/caller.ts'
import examsCn from '#modules/assessment/exams/messages/cn.json' with { type: 'json' }
import examsEn from '#modules/assessment/exams/messages/en.json' with { type: 'json' }
import papersCn from '#modules/assessment/papers/messages/cn.json' with { type: 'json' }
import papersEn from '#modules/assessment/papers/messages/en.json' with { type: 'json' }
import questionsCn from '#modules/assessment/questions/messages/cn.json' with { type: 'json' }
import questionsEn from '#modules/assessment/questions/messages/en.json' with { type: 'json' }
import catalogCn from '#modules/content/catalog/messages/cn.json' with { type: 'json' }
import catalogEn from '#modules/content/catalog/messages/en.json' with { type: 'json' }
import shellCn from '#web/messages/cn.json' with { type: 'json' }
import shellEn from '#web/messages/en.json' with { type: 'json' }
import { expect, expectAccessible } from './fixtures.ts'

export const words = {
  cn: { exams: examsCn, papers: papersCn, bank: questionsCn, catalog: catalogCn, shell: shellCn },
  en: { exams: examsEn, papers: papersEn, bank: questionsEn, catalog: catalogEn, shell: shellEn },
} as const

/** Ant Design puts a space between two Chinese characters on a button. */
const named = (name: string) => new RegExp(`^${[...name].join('\\s?')}$`)
const button = (place: Page | Locator, name: string) => place.getByRole('button', { name: named(name) })

const saveChanges = (page: Page, language: Language) =>
  button(page.getByRole('region', { name: words[language].shell.save.bar }), words[language].shell.save.save).click()

async function makeDirectory(page: Page, language: Language, name: string): Promise<void> {
  const { bank } = words[language]
  await button(page, bank.directory.add).first().click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox', { name: bank.directory.name, exact: true }).fill(name)
  await button(dialog, bank.editor.save).click()
  await expect(dialog).toHaveCount(0)
}

async function write(page: Page, field: string, text: string): Promise<void> {
  await page.getByRole('textbox', { name: field, exact: true }).click()
  await page.keyboard.type(text)
}

export interface WrittenQuestion {
  readonly stem: string
  /** Of a choice. */
  readonly options?: readonly string[]
  /** The place of the right option, or what belongs into the blank; without it a person decides. */
  readonly key?: number | string
}

async function writeQuestion(page: Page, language: Language, { stem, options, key }: WrittenQuestion): Promise<void> {
  const { kind, editor } = words[language].bank
  const type = options ? 'single-choice' : key === undefined ? 'short-answer' : 'fill-in'
  await page.getByText(kind[type], { exact: true }).first().click()
  await write(page, editor.stem, stem)
  for (const [at, text] of (options ?? []).entries())
    await write(page, editor.option.replace('{letter}', 'ABCD'.charAt(at)), text)
  if (options)
    for (const letter of 'DC'.slice(0, 4 - options.length))
      await page
        .getByRole('button', { name: new RegExp(`${editor.option.replace('{letter}', letter)}$`) })
        .last()
        .click()
  if (typeof key === 'number') await markRight(page, language, key)
  if (typeof key === 'string')
    await page.getByRole('textbox', { name: editor.answerOf.replace('{number}', '1') }).fill(key)
}

const markRight = (page: Page, language: Language, at: number) =>
  page.getByRole('radio', { name: words[language].bank.editor.rightOf.replace('{letter}', 'ABCD'.charAt(at)) }).check()

/** Fills a directory of the bank with questions of two points each. */
export async function writeQuestions(
  page: Page,
  language: Language,
  { directory, questions }: { readonly directory: string; readonly questions: readonly WrittenQuestion[] },
): Promise<void> {
  const { editor } = words[language].bank
  await page.goto('/#/manage/questions')
  await makeDirectory(page, language, directory)
  await button(page, editor.new).first().click()
  for (const [at, question] of questions.entries()) {
    await writeQuestion(page, language, question)
    if (at < questions.length - 1) {
      await button(page, editor.another).click()
      await expect(page.getByRole('textbox', { name: editor.stem, exact: true })).toHaveText('')
    } else {
      await saveChanges(page, language)
      await expect(page.getByRole('heading', { name: editor.edit })).toBeVisible()
    }
  }
}

/** Marks another option as right, which is a new version of the question. */
export async function changeKey(page: Page, language: Language, stem: string, at: number): Promise<void> {
  const { editor } = words[language].bank
  await page.goto('/#/manage/questions')
  await page.getByRole('link', { name: stem }).click()
  await markRight(page, language, at)
  await saveChanges(page, language)
  await expect(page.getByText(editor.saved, { exact: true }).first()).toBeVisible()
}

/** A paper of one section with the questions, declared ready. */
export async function makePaper(
  page: Page,
  language: Language,
  { name, stems }: { readonly name: string; readonly stems: readonly string[] },
): Promise<void> {
  const { papers, bank } = words[language]
  await page.goto('/#/manage/papers')
  await makeDirectory(page, language, '消防')
  await button(page, papers.action.new).first().click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox', { name: papers.field.name }).fill(name)
  await button(dialog, papers.action.create).click()
  await button(page, papers.section.add.fixed).click()
  await button(page, papers.item.add).click()
  const picker = page.getByRole('dialog')
  for (const stem of stems)
    await picker.getByRole('checkbox', { name: bank.list.choose.replace('{name}', stem) }).check()
  await picker.getByRole('button', { name: bank.picker.take.replace('{count}', String(stems.length)) }).click()
  await expect(page.locator('.pp-item')).toHaveCount(stems.length)
  await button(page, papers.action.ready).click()
  await expect(page.getByText(papers.editor.readyHint)).toBeVisible()
}

export interface MadeExam {
  readonly name: string
  readonly paper: string
  readonly password: string
  readonly pass: number
  readonly examinee: string
  readonly grader: string
}

async function choosePerson(page: Page, field: string, name: string): Promise<void> {
  const box = page.getByRole('combobox', { name: field, exact: true })
  await box.fill(name)
  await page.locator('.ant-select-item-option:visible', { hasText: name }).click()
  await page.keyboard.press('Escape')
}

/** A moment as the fields of exams write it, in the browser's zone. */
const moment = (page: Page, ms: number) =>
  page.evaluate((instant) => {
    const date = new Date(instant - new Date(instant).getTimezoneOffset() * 60_000)
    return date.toISOString().slice(0, 16).replace('T', ' ')
  }, ms)

/** An exam that is open for an hour, with a password, whose paper is shown after submission. Published; answers its id. */
export async function makeExam(page: Page, language: Language, exam: MadeExam): Promise<string> {
  const { exams, catalog } = words[language]
  const { form } = exams
  await page.goto('/#/admin/exams')
  await button(page, exams.authoring.create).first().click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox', { name: form.name }).fill(exam.name)
  await button(dialog, exams.authoring.createOk).click()
  await page.waitForURL(/admin\/exams\/[0-9a-f-]{36}$/)
  const id = page.url().slice(-36)

  await page.getByRole('combobox', { name: form.paper }).click()
  await page.locator('.ant-select-item-option', { hasText: exam.paper }).click()
  for (const [side, at] of [
    [form.from, Date.now() - 60_000],
    [form.until, Date.now() + 3_600_000],
  ] as const) {
    await page.getByPlaceholder(side).fill(await moment(page, at))
    await page.keyboard.press('Enter')
  }
  await page.getByLabel(form.duration, { exact: true }).fill('30')
  await expectAccessible(page)
  await page.getByRole('tab', { name: form.tab.rules }).click()
  await page.getByLabel(form.pass, { exact: true }).fill(String(exam.pass))
  await page.getByLabel(form.password, { exact: true }).fill(exam.password)
  await page.getByRole('combobox', { name: form.viewing }).click()
  await page.getByTitle(exams.rules.viewing['after-submission'], { exact: true }).click()
  await expectAccessible(page)
  await page.getByRole('tab', { name: form.tab.people }).click()
  await choosePerson(page, form.members, exam.examinee)
  await choosePerson(page, form.graders, exam.grader)
  await choosePerson(page, form.invigilators, exam.grader)
  await expectAccessible(page)
  await saveChanges(page, language)
  await button(page, `${catalog.do.publish} ${exam.name}`).click()
  await page.locator('.ant-popconfirm .ant-btn-primary').click()
  await expect(page.getByText(exams.maps['exam-publishing']['5'])).toBeVisible()
  return id
}
