/**
 * A menu never leads to a refusal: each role, with a grant on the whole company and with one on a department, opens every
 * entry of its menus and every kind of link on the screens behind them. No call of theirs may be refused, no part may say that
 * it could not be loaded, no screen moves by itself while it
 * comes, and no table hides its actions behind its edge. The screens that one comes to from outside are opened
 * by a page load as well, on a desktop and on a phone.
 */
import type { Page } from '@playwright/test'
import { buildCourse } from '#modules/learning/courses/server/courses.fixture.ts'
import { buildFile } from '#modules/platform/files/server/files.fixture.ts'
import { finishTask, startTask } from '#modules/platform/operations/server/tasks/progress.ts'
import { buildSampleCompany } from '#test/rules/companies.ts'
import { expect, test } from './fixtures.ts'
import { type Shift, shiftMax, takeShift, watchShift } from './layout-shift.ts'
import { buildPerson, menuPeople, type Person } from './menu-people.ts'
import { type Opening, watchOpening } from './opening.ts'
import type { Platform } from './platform.ts'

/** A finished conversion for each of these members: its result is their own file. */
async function buildResults(db: Platform['db'], memberIds: readonly string[], companyId: string): Promise<void> {
  for (const memberId of memberIds) {
    const file = await buildFile(db, { companyId, ownerId: memberId, kind: 'video' })
    const now = Date.now()
    const title = file.name
    const id = await startTask(db, { companyId, memberId, kind: 'file-conversion', title, now })
    await finishTask(db, id, { link: `/file-preview/${file.id}` }, now)
  }
}

const hrefsOf = (page: Page, within: string) =>
  page
    .locator(`${within} a[href^="#/"]`)
    .evaluateAll((links) => [...new Set(links.map((link) => (link.getAttribute('href') ?? '').slice(1)))])

/** The kind of a link: its address without ids and parameters. */
const kindOf = (path: string) => path.replace(/\?.*$/, '').replace(/[0-9a-f]{8}-[0-9a-f-]{27}/g, '{id}')

/** The tables of the screen whose column of actions lies beyond the window or the table's own edge. */
const cutOffAt = (page: Page) =>
  page.locator('main .sy-table th').evaluateAll((heads) =>
    heads.flatMap((head) => {
      const table = head.closest('.sy-table')
      if (!table || head.textContent !== '操作') return []
      const edge = Math.min(innerWidth, table.getBoundingClientRect().right)
      return head.getBoundingClientRect().right <= edge ? [] : [table.getAttribute('aria-label')]
    }),
  )

/** The entries of the menus that a learner has, and of that of the administration. */
async function menusOf(page: Page, { isAdministrationOnly }: Person): Promise<string[]> {
  const entries: string[] = []
  if (!isAdministrationOnly) {
    await page.goto('/#/home-v')
    // On a phone the areas stand in the bar at the foot, and in a sheet.
    const sheet = page.getByRole('button', { name: '菜单', exact: true })
    await page.locator('.sy-user-menu').first().waitFor()
    entries.push(...(await hrefsOf(page, 'header')), ...(await hrefsOf(page, '.sy-foot')))
    if (await sheet.isVisible()) {
      await sheet.click()
      await page.getByRole('dialog').waitFor()
      entries.push(...(await hrefsOf(page, '[role=dialog]')))
      await page.keyboard.press('Escape')
    }
    await page.locator('.sy-user-menu').first().click()
    entries.push(...(await hrefsOf(page, '[role=menu]')))
    await page.keyboard.press('Escape')
    await page.goto('/#/center')
    await page.locator('main h1').first().waitFor()
    entries.push(...(await hrefsOf(page, '.sy-center-side')), ...(await hrefsOf(page, 'main nav')))
  }
  await page.goto('/#/manage')
  await page.locator('main h1').first().waitFor()
  entries.push(...(await hrefsOf(page, 'aside')))
  return [...new Set(entries)]
}

const home = '/home-v'
const phone = { width: 390, height: 844 }

/** By a page load: the home of each role; what learners get links to, on a desktop and on a phone, as a learner. */
async function openColdly(page: Page, person: Person, linked: readonly string[], { opening, note }: Found) {
  const desktop = page.viewportSize()
  const isThorough = person.role === undefined && person.copyOf === undefined
  const sizes = person.width === undefined && isThorough ? [desktop, phone] : [desktop]
  for (const size of sizes) {
    if (size) await page.setViewportSize(size)
    for (const path of isThorough || process.env.JOURNEYS === 'all' ? [home, ...linked] : [home]) {
      const failures = await opening.goCold(path)
      note(`a page load, ${size?.width} px`, path, failures, await takeShift(page))
    }
  }
  if (desktop) await page.setViewportSize(desktop)
}

interface Found {
  readonly opening: Opening
  note(from: string, path: string, failures: readonly string[], shift: Shift): void
}

for (const [index, person] of menuPeople.entries()) {
  test(`what the menus show to ${person.title} opens without a refusal`, async ({ open, platform }) => {
    const company = await buildSampleCompany(platform.db, `sample${index}${platform.companyId.slice(-6)}`, Date.now())
    const account = await buildPerson(platform, company, person)
    await buildResults(platform.db, [account.id, company.chief.id], company.companyId)
    const author = { ...company.chief, organizationId: company.companyId }
    const course = await buildCourse(platform.db, { author, name: '开放课程' })
    const page = await open('cn', account, { width: person.width })
    await watchShift(page)
    const opening = watchOpening(page)
    const refused: Record<string, readonly string[]> = {}
    const shifted: Record<string, object> = {}
    const cutOff: Record<string, readonly unknown[]> = {}
    const note: Found['note'] = (from, path, failures, shift) => {
      if (failures.length > 0) refused[`${from} → ${path}`] = failures
      if (shift.sum > shiftMax) shifted[`${from} → ${path}`] = shift
    }
    if (!person.isAdministrationOnly) {
      const linked = ['/live/index', '/study-v', '/study/course', `/study/course/detail/${course.id}`]
      await openColdly(page, person, linked, { opening, note })
    }
    const entries = await menusOf(page, person)
    if (!person.isAdministrationOnly) expect(entries.length).toBeGreaterThan(5)
    const seen = new Set<string>()
    const visit = async (path: string, from: string) => {
      seen.add(kindOf(path))
      await takeShift(page)
      const failures = await opening.go(path)
      // The sample file has no content to play; whether it may be opened is what counts.
      const counted = path.startsWith('/file-preview/')
        ? failures.filter((text) => !text.startsWith('shown:'))
        : failures
      note(from, path, counted, await takeShift(page))
      const hidden = await cutOffAt(page)
      if (hidden.length > 0) cutOff[path] = hidden
    }
    const links: { readonly link: string; readonly entry: string }[] = []
    for (const entry of entries) {
      await visit(entry, 'menu')
      for (const link of await hrefsOf(page, 'main')) links.push({ link, entry })
    }
    // Whose file a result is decides who may open it, so each link of a task is opened, however many of its kind were.
    const isResult = (entry: string) => entry.endsWith('/tasks')
    for (const { link, entry } of links) if (isResult(entry) || !seen.has(kindOf(link))) await visit(link, entry)
    expect(refused).toEqual({})
    expect(cutOff, 'tables that hide their actions').toEqual({})
    expect(shifted, 'screens that moved by themselves').toEqual({})
  })
}
