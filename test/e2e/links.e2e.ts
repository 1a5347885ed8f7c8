/**
 * The links of the specification (docs/spec/screens.tsv), each opened cold, as from an e-mail: a page load of its own by
 * somebody who may. Those who may not, and who is not signed in, open a part of them so, another one for each commit, and the
 * others in the page that is loaded; in the long run a page load each.
 */
import { inStep, outOfStep, readTable } from '#test/spec/tables.ts'
import { expect, test } from './fixtures.ts'
import { buildObjects, buildRoles, type Objects } from './link-objects.ts'
import { expectOpened, expectRefused, headingOf, openCold, opener, watchFailures } from './link-opening.ts'
import { type Link, linksTo } from './link-table.ts'
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
    branch: '',
    homePage: '',
  },
  ...{ lottery: '', trainingClass: '', contest: '' },
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
