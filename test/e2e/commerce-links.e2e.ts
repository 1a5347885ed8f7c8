/** The screens of buying and of lotteries that the specification's table has no row for, opened as its links are (links.e2e.ts). */
import { readTable } from '#test/spec/tables.ts'
import { expect, test } from './fixtures.ts'
import { buildCommerce, type CommerceObjects, commerceLinks, commerceRoutes } from './link-commerce.ts'
import { buildRoles } from './link-objects.ts'
import { expectOpened, expectRefused, headingOf, openCold, opener, watchFailures } from './link-opening.ts'

const nothing: CommerceObjects = { soldCourse: '', order: '', payment: '', goods: '', redeemBatch: '', lottery: '' }
/** Screens of rows of the table: links.e2e.ts opens them. */
const ofTable = ['/orders', '/mall', '/lottery/:id', '/invoice-management/:memberType', '/member-card-preview/:id']

test('each screen of buying and of lotteries has a link, and says who may not open it', () => {
  const links = commerceLinks(nothing)
  expect(commerceRoutes().length).toBeGreaterThan(30)
  expect(commerceRoutes().toSorted()).toEqual([...Object.keys(links), ...ofTable].toSorted())
  const rows = readTable('screens', ['domain', 'kind']).filter(({ domain }) => domain === 'commerce')
  expect(rows.filter(({ kind }) => kind === 'page')).toHaveLength(ofTable.length)
  const refusesNobody = Object.values(links).filter(
    ({ isPublic, ofEveryMember, colleague, outsider }) => !(isPublic ?? ofEveryMember ?? colleague ?? outsider),
  )
  expect(refusesNobody).toEqual([])
})

test('each of them opens cold', async ({ platform, open }) => {
  const { chief } = await buildRoles(platform)
  const page = await open('cn', chief)
  const failures = watchFailures(page)
  for (const [route, link] of Object.entries(commerceLinks(await buildCommerce(platform, chief)))) {
    await test.step(route, async () => {
      await openCold(page, link)
      await expectOpened(page, link)
      expect(failures(), route).toEqual([])
    })
  }
})

test('each of them is refused to who may not open it, and who is not signed in signs in first', async ({
  platform,
  open,
}) => {
  const roles = await buildRoles(platform)
  const links = Object.entries(commerceLinks(await buildCommerce(platform, roles.chief)))
  for (const role of ['colleague', 'outsider'] as const) {
    const page = await open('cn', roles[role])
    const openLink = opener(page)
    for (const [route, link] of links) {
      const refusal = link[role]
      if (!refusal) continue
      await test.step(`${role}: ${route}`, async () => {
        await openLink(link, route)
        await expectRefused(page, link, refusal)
      })
    }
  }
  const page = await open('cn')
  const openLink = opener(page)
  for (const [route, link] of links) {
    await test.step(`nobody: ${route}`, async () => {
      await openLink(link, route)
      if (link.isPublic) await expectOpened(page, link)
      else await expect(headingOf(page)).toHaveText('登录')
    })
  }
})
