/**
 * The links of the specification (docs/spec/screens.tsv), each opened cold, as from an e-mail: a page load of its own by
 * somebody who may. Those who may not, and who is not signed in, open a part of them so, another one for each commit, and the
 * others in the page that is loaded; in the long run a page load each.
 */
import type { Page } from '@playwright/test'
import { hasTurn } from '#test/sampled.ts'
import { inStep, outOfStep, readTable } from '#test/spec/tables.ts'
import cn from '#web/messages/cn.json' with { type: 'json' }
import { expect, test } from './fixtures.ts'
import { buildObjects, buildRoles, type Objects } from './link-objects.ts'
import { type Link, linksTo, type Refusal } from './link-table.ts'
import { password } from './platform.ts'
import { proves } from './proves.ts'

const nothing: Objects = {
  ...{ live: '', draft: '', course: '', subject: '', path: '', point: '', progress: '' },
  ...{
    exam: '',
    survey: '',
    wrongRun: '',
    push: '',
    team: '',
    circle: '',
    content: '',
    topic: '',
    question: '',
    chief: '',
    department: '',
    memberCard: '',
  },
  ...{ lottery: '', trainingClass: '', contest: '' },
}

const headingOf = (page: Page) => page.getByRole('heading', { level: 1 })

/** Leaving the site first makes the address a page load, not a change of its hash. */
async function openCold(page: Page, link: Link): Promise<void> {
  await page.goto('about:blank')
  await page.goto(link.to)
}

const neutral = { address: '#/error-page-v/not-found', heading: cn.errorPage.notFound } as const

/** In the page that is loaded, from a screen whose heading no link has: what is seen afterwards is the link's. */
async function openWarm(page: Page, { to }: Link): Promise<void> {
  await page.evaluate((address) => {
    location.hash = address
  }, neutral.address)
  await expect(headingOf(page)).toHaveText(neutral.heading)
  await page.evaluate((address) => {
    location.hash = address
  }, to.slice(1))
}

const coldShare = 4

/** Opens one link after the other; those of other pages than the app's, and the first, by a page load. */
function opener(page: Page): (link: Link, route: string) => Promise<void> {
  let isLoaded = false
  return async (link, route) => {
    const isCold = hasTurn(route, coldShare)
    const isOfApp = link.to.startsWith('/#')
    await (isLoaded && isOfApp && !isCold ? openWarm : openCold)(page, link)
    isLoaded = isOfApp
  }
}

/** The calls that failed and what the browser complained of, since it was last asked. */
function watchFailures(page: Page): () => string[] {
  let failures: string[] = []
  page.on('response', (response) => {
    const isCall = response.request().resourceType() === 'fetch'
    if (response.status() >= (isCall ? 400 : 500)) failures.push(`${response.status()} ${response.url()}`)
  })
  page.on('console', (message) => {
    // The check uses the status of failed requests.
    if (message.type() === 'error' && !message.text().startsWith('Failed to load resource'))
      failures.push(message.text())
  })
  page.on('pageerror', (error) => failures.push(error.message))
  return () => {
    const since = failures
    failures = []
    return since
  }
}

async function expectOpened(page: Page, { to, heading, leadsTo = to }: Link): Promise<void> {
  await expect(headingOf(page)).toHaveText(heading)
  expect(page.url()).toContain(leadsTo)
}

async function expectRefused(page: Page, { heading }: Link, refusal: Refusal): Promise<void> {
  await expect(headingOf(page)).toHaveText(refusal.heading)
  if (refusal.leaves) expect(page.url()).toMatch(/#\/home\/error-page\/900005$/)
  if (refusal.says)
    await expect(page.getByRole('alert').filter({ hasText: refusal.heading })).toContainText(refusal.says)
  await expect(page.getByRole('heading', { name: heading })).toHaveCount(0)
}

function pageRoutes(): string[] {
  const pages = readTable('screens', ['route', 'kind']).filter(({ kind }) => kind === 'page')
  return pages.map(({ route }) => route)
}

test('each link of the table is built or pending, and says who may not open it', () => {
  const routes = pageRoutes()
  const built = linksTo(nothing)
  expect(routes.length).toBeGreaterThan(100)
  expect(Object.keys(built).filter((route) => !routes.includes(route))).toEqual([])
  expect(outOfStep('screens', routes, (route) => route in built)).toEqual(inStep)
  const saying = ({ isPublic, ofEveryMember, colleague, outsider }: Link) =>
    [isPublic, ofEveryMember, colleague ?? outsider].filter((one) => one !== undefined).length
  expect(Object.keys(built).filter((route) => saying(built[route] as Link) !== 1)).toEqual([])
})

test('each built link opens cold', async ({ platform, open }) => {
  const { chief } = await buildRoles(platform)
  const links = linksTo(await buildObjects(platform, chief))
  const page = await open('cn', chief)
  const failures = watchFailures(page)
  const openAll = async () => {
    for (const [route, link] of Object.entries(links)) {
      await test.step(route, async () => {
        await openCold(page, link)
        await expectOpened(page, link)
        expect(failures(), route).toEqual([])
      })
    }
  }
  // The requirement speaks of every link: it is proven once none of them is pending.
  if (Object.keys(links).length === pageRoutes().length) await proves('SHELL-024', openAll)
  else await openAll()
})

for (const role of ['colleague', 'outsider'] as const) {
  test(`a link is refused without a permission: a member of ${role === 'colleague' ? 'the' : 'another'} company`, async ({
    platform,
    open,
  }) => {
    const roles = await buildRoles(platform)
    const links = linksTo(await buildObjects(platform, roles.chief))
    const page = await open('cn', roles[role])
    const openLink = opener(page)
    for (const [route, link] of Object.entries(links)) {
      const refusal = link[role]
      if (!refusal) continue
      await test.step(route, async () => {
        await openLink(link, route)
        await expectRefused(page, link, refusal)
      })
    }
  })
}

test('who is not signed in signs in first, and comes to where the link leads; public links open', async ({
  platform,
  open,
}) => {
  const { chief } = await buildRoles(platform)
  const links = linksTo(await buildObjects(platform, chief))
  const page = await open('cn')
  const openLink = opener(page)
  for (const [route, link] of Object.entries(links)) {
    await test.step(route, async () => {
      await openLink(link, route)
      if (link.isPublic) return expectOpened(page, link)
      await expect(headingOf(page)).toHaveText('登录')
      const asked = new URL(page.url()).hash
      expect(asked).toMatch(/^#\/login/)
      const returnTo = new URLSearchParams(asked.split('?')[1]).get('returnTo') ?? '/home-v'
      if (link.to.startsWith('/#')) expect(returnTo).toBe(link.to.slice(2))
      else expect(returnTo).toMatch(/^\/share\//)
    })
  }
  const link = links['/pc/share'] as Link
  await openCold(page, link)
  await page.locator('input[autocomplete=username]').fill(chief.name)
  await page.locator('input[autocomplete=current-password]').fill(password)
  await page.keyboard.press('Enter')
  await expectOpened(page, link)
})
