/** The axe: no violation of WCAG 2.2 AA that it can find on what is shown. A screen in a state is looked at once a run. */
import { closeSync, openSync } from 'node:fs'
import { join } from 'node:path'
import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page, test } from '@playwright/test'
import axe from 'axe-core'
import { hasTurn } from '#test/sampled.ts'
import { shapeOf } from './shape.ts'
import { sharedByJourneys } from './shared.ts'

const standards = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']

/** No violation on what is shown now; nothing to do where a journey of this run has seen the very same. */
export async function expectAccessible(page: Page): Promise<void> {
  let violations: unknown[] = []
  // An answer that arrives while the axe looks fades in with colors that are not its own yet: then it looks again. What has
  // been scrolled half under the head of the page is not hidden by it: it looks again from the top.
  for (let look = 0; look < 3; look += 1) {
    if (look > 0) await page.evaluate(() => window.scrollTo({ top: 0, behavior: 'instant' }))
    await animationsEnd(page)
    if (look === 0 && !(await isFirstLook(page))) return
    violations = await violationsOf(page)
    if (violations.length === 0) return
  }
  expect(violations, `accessibility of ${page.url()}`).toEqual([])
}

/** What is still fading in has no colors of its own yet. */
async function animationsEnd(page: Page): Promise<void> {
  await page.evaluate(() =>
    Promise.all(
      document
        .getAnimations()
        .filter((animation) => animation.effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY)
        .map((animation) => animation.finished.catch(() => undefined)),
    ),
  )
}

/**
 * Whether no journey of this run has looked at a screen of just this shape; a whole run looks at half of the shapes. A
 * journey that is tried again looks at everything again: what it found the first time has left its mark. Pages with frames
 * are always looked at.
 */
async function isFirstLook(page: Page): Promise<boolean> {
  if (test.info().retry > 0 || page.frames().length > 1) return true
  const shape = await page.evaluate(shapeOf)
  if (!hasTurn(shape, 2)) return false
  const mark = join(sharedByJourneys().directory, 'looked-at', shape)
  try {
    closeSync(openSync(mark, 'wx'))
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  }
}

interface Violation {
  readonly id: string
  readonly help: string
  readonly nodes: readonly { readonly target: unknown; readonly failureSummary?: string }[]
}

async function violationsOf(page: Page): Promise<unknown[]> {
  const violations = page.frames().length > 1 ? await inAllFrames(page) : await inPage(page)
  return violations.map(({ id, help, nodes }) => ({
    id,
    help,
    nodes: nodes.slice(0, 5).map((node) => `${String(node.target)}: ${node.failureSummary ?? ''}`),
  }))
}

async function inAllFrames(page: Page): Promise<readonly Violation[]> {
  const { violations } = await new AxeBuilder({ page }).withTags(standards).analyze()
  return violations
}

/** The same without a second page and without what passed, which is most of what the axe would hand over. */
async function inPage(page: Page): Promise<readonly Violation[]> {
  const isThere = await page.evaluate(() => 'axe' in window)
  if (!isThere) await page.evaluate(axe.source)
  return page.evaluate(async (values) => {
    const { run } = (window as unknown as { axe: typeof axe }).axe
    const { violations } = await run(document, { runOnly: { type: 'tag', values }, resultTypes: ['violations'] })
    return violations.map(({ id, help, nodes }) => ({
      id,
      help,
      nodes: nodes.map(({ target, failureSummary }) => ({
        target: String(target),
        failureSummary: failureSummary ?? '',
      })),
    }))
  }, standards)
}
