/**
 * A menu never leads to a refusal: each role, with a grant on the whole company and with one on a department, opens every
 * entry of its menus and every kind of link on the screens behind them. No call of theirs may be refused, no screen moves
 * by itself while it comes, and no table hides its actions behind its edge.
 */
import type { Page } from '@playwright/test'
import { buildFile } from '#modules/platform/files/server/files.fixture.ts'
import type { Role } from '#modules/platform/identity/contract/shapes.ts'
import { buildMember } from '#modules/platform/identity/server/members.fixture.ts'
import { finishTask, startTask } from '#modules/platform/operations/server/tasks/progress.ts'
import { buildSampleCompany, type SampleCompany } from '#test/rules/companies.ts'
import { expect, test } from './fixtures.ts'
import { shiftMax, takeShift, watchShift } from './layout-shift.ts'
import type { Account } from './platform.ts'

// Some fifty screens in a row.
test.describe.configure({ timeout: 240_000 })

interface Person {
  readonly title: string
  readonly role: Role | 'learner'
  /** The grant, and the member, belong to a department; to the whole company where nothing is said. */
  readonly ofDepartment?: true
}

const short: readonly Person[] = [
  { title: 'an administrator of a department', role: 'super-admin', ofDepartment: true },
  { title: 'a teacher of a class', role: 'class-teacher', ofDepartment: true },
  { title: 'a lecturer', role: 'lecturer' },
  { title: 'a learner', role: 'learner' },
]

const long: readonly Person[] = [
  ...short,
  { title: 'an administrator of the company', role: 'super-admin' },
  { title: 'a manager of the company', role: 'admin' },
  { title: 'a manager of a department', role: 'admin', ofDepartment: true },
  { title: 'staff of a class', role: 'class-staff', ofDepartment: true },
  { title: 'the manager of a branch', role: 'branch-manager', ofDepartment: true },
  { title: 'an approver', role: 'approver' },
]

const people = process.env.JOURNEYS === 'all' ? long : short

async function buildPerson(
  db: Parameters<typeof buildMember>[0],
  company: SampleCompany,
  { role, ofDepartment }: Person,
): Promise<Account> {
  const { companyId } = company
  const organizationId = ofDepartment ? company.organizationId : companyId
  const roles = role === 'learner' ? [] : [role]
  const { id, name } = await buildMember(db, { companyId, organizationId, fullName: '试用者', roles, now: Date.now() })
  return { id, companyId, name, fullName: '试用者' }
}

/** A finished conversion for each of these members: its result is their own file. */
async function buildResults(
  db: Parameters<typeof buildMember>[0],
  memberIds: readonly string[],
  companyId: string,
): Promise<void> {
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

/** Opens an address of the client, and answers the calls that were refused meanwhile. */
async function refusedAt(page: Page, path: string): Promise<string[]> {
  const refused: string[] = []
  const pending = new Set<unknown>()
  page.on('request', (request) => {
    if (request.resourceType() === 'fetch' && !request.url().includes('/event')) pending.add(request)
  })
  page.on('requestfailed', (request) => pending.delete(request))
  page.on('response', (response) => {
    pending.delete(response.request())
    if ([401, 403, 404, 500].includes(response.status())) refused.push(`${response.status()} ${response.url()}`)
  })
  await page.evaluate((to) => {
    location.hash = to
  }, path)
  await page.locator('main h1').first().waitFor()
  await expect.poll(() => pending.size).toBe(0)
  await expect(page.locator('main .sy-loading, main .ant-spin-spinning')).toHaveCount(0)
  page.removeAllListeners('request')
  page.removeAllListeners('requestfailed')
  page.removeAllListeners('response')
  return refused
}

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

async function menusOf(page: Page): Promise<string[]> {
  await page.goto('/#/home-v')
  await page.locator('.sy-user-menu').first().waitFor()
  await page.locator('.sy-user-menu').first().click()
  const own = await hrefsOf(page, '[role=menu]')
  await page.keyboard.press('Escape')
  const main = await hrefsOf(page, 'header')
  await page.goto('/#/center')
  await page.locator('main h1').first().waitFor()
  const center = [...(await hrefsOf(page, '.sy-center-side')), ...(await hrefsOf(page, 'main nav'))]
  await page.goto('/#/manage')
  await page.locator('main h1').first().waitFor()
  const side = await hrefsOf(page, 'aside')
  return [...new Set([...main, ...own, ...center, ...side])]
}

for (const [index, person] of people.entries()) {
  test(`what the menus show to ${person.title} opens without a refusal`, async ({ open, platform }) => {
    const company = await buildSampleCompany(platform.db, `sample${index}${platform.companyId.slice(-6)}`, Date.now())
    const account = await buildPerson(platform.db, company, person)
    await buildResults(platform.db, [account.id, company.chief.id], company.companyId)
    const page = await open('cn', account)
    await watchShift(page)
    const entries = await menusOf(page)
    expect(entries.length).toBeGreaterThan(5)
    const seen = new Set<string>()
    const refused: Record<string, readonly string[]> = {}
    const shifted: Record<string, object> = {}
    const cutOff: Record<string, readonly unknown[]> = {}
    const visit = async (path: string, from: string) => {
      seen.add(kindOf(path))
      await takeShift(page)
      const calls = await refusedAt(page, path)
      const shift = await takeShift(page)
      if (shift.sum > shiftMax) shifted[path] = shift
      const hidden = await cutOffAt(page)
      if (hidden.length > 0) cutOff[path] = hidden
      if (calls.length > 0) refused[`${from} → ${path}`] = calls
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
