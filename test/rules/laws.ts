/** How a law's check is seen to fail: a violation is planted into a copy of the tree, and `npm run check` reports it. */
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { hasTurn } from '#test/sampled.ts'
import { copyTree, type PlantedTree, recordTypes } from './planted.ts'

interface Plant {
  readonly law: string
  readonly plant: (tree: PlantedTree) => void
  /** Stands in the report. */
  readonly reported: RegExp
}

/** By the part of `npm run check` that has to see them. */
type Plants = Readonly<Record<string, readonly Plant[]>>

export const file =
  (path: string, ...lines: string[]) =>
  (tree: PlantedTree) =>
    tree.write(path, `${lines.join('\n')}\n`)

/** One report that says all of these, in their order. */
export const all = (...patterns: readonly RegExp[]) => new RegExp(patterns.map(({ source }) => source).join('[^]*'))

interface Options {
  readonly folder?: string
  /** A whole run sees the laws in one commit of so many: its programs take long, and are changed seldom. */
  readonly share?: number
}

/** The parts are seen in one copy, by one run of the checks: what is planted for one must not hide another's. */
export function describeLaws(plants: Plants, { folder, share = 1 }: Options = {}): void {
  const parts = Object.keys(plants)
  describe.runIf(hasTurn(parts.join(), share))(parts.join(', '), () => {
    const planted = Object.values(plants).flat()
    let tree: PlantedTree
    let report: { code: number; output: string }

    beforeAll(async () => {
      if (parts.includes('server types')) await recordTypes()
      tree = copyTree()
      for (const { plant } of planted) plant(tree)
      // Its migrations differ from those of the run's template.
      const environment = { TEST_DATABASE_URL: inject('databaseServerUrl'), TEST_DATABASE_TEMPLATE: '' }
      const args = ['tools/check.ts', '--only', parts.join(','), ...(folder ? ['--in', folder] : [])]
      report = await tree.run(args, environment)
    }, 400_000)
    afterAll(() => tree.remove())

    it.each(planted.map(({ law, reported }) => [law, reported] as const))(
      'reports a violation of: %s',
      (_, reported) => {
        expect(report.output).toMatch(reported)
        expect(report.code).toBe(1)
      },
    )
  })
}
