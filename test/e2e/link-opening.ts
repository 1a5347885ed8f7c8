/** How links are opened, cold or in the page that is loaded, and what is seen then. */
import type { Page } from '@playwright/test'
import { hasTurn } from '#test/sampled.ts'
import cn from '#web/messages/cn.json' with { type: 'json' }
import { expect } from './fixtures.ts'
import type { Link, Refusal } from './link-table.ts'

export const headingOf = (page: Page) => page.getByRole('heading', { level: 1 })

/** Leaving the site first makes the address a page load, not a change of its hash. */
export async function openCold(page: Page, link: Link): Promise<void> {
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
export function opener(page: Page): (link: Link, route: string) => Promise<void> {
  let isLoaded = false
  return async (link, route) => {
    const isCold = hasTurn(route, coldShare)
    const isOfApp = link.to.startsWith('/#')
    await (isLoaded && isOfApp && !isCold ? openWarm : openCold)(page, link)
    isLoaded = isOfApp
  }
}

/** The calls that failed and what the browser complained of, since it was last asked. */
export function watchFailures(page: Page): () => string[] {
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

export async function expectOpened(page: Page, { to, heading, leadsTo = to }: Link): Promise<void> {
  await expect(headingOf(page)).toHaveText(heading)
  expect(page.url()).toContain(leadsTo)
}

export async function expectRefused(page: Page, { heading }: Link, refusal: Refusal): Promise<void> {
  await expect(headingOf(page)).toHaveText(refusal.heading)
  if (refusal.leaves) expect(page.url()).toMatch(/#\/home\/error-page\/900005$/)
  if (refusal.says)
    await expect(page.getByRole('alert').filter({ hasText: refusal.heading })).toContainText(refusal.says)
  await expect(page.getByRole('heading', { name: heading })).toHaveCount(0)
}
