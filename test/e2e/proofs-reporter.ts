/**
 * Notes which requirements the journeys prove: the expectations that ran inside a requirement's step (proves.ts) or inside
 * a test whose title names one id. Only tests that passed at once count. Writes a JSON file to PROOF_RECORD.
 */
import { writeFileSync } from 'node:fs'
import type { FullResult, Reporter, TestCase, TestResult, TestStep } from '@playwright/test/reporter'
import { requirementsInTitle, soleRequirement } from '../requirement-ids.ts'

interface JourneyProof {
  readonly file: string
  readonly test: string
  readonly proofs: Record<string, number>
}

/** How many expectations ran in a step and in the steps inside it. */
function expectations(steps: readonly TestStep[]): number {
  return steps.reduce((sum, step) => sum + (step.category === 'expect' ? 1 : expectations(step.steps)), 0)
}

export default class ProofsReporter implements Reporter {
  readonly #proofs: JourneyProof[] = []

  onTestEnd(test: TestCase, result: TestResult): void {
    if (result.status !== 'passed' || result.retry > 0) return
    const proofs: Record<string, number> = {}
    const note = (id: string, count: number): void => {
      if (count > 0) proofs[id] = (proofs[id] ?? 0) + count
    }
    const id = soleRequirement(test.title)
    if (id) note(id, expectations(result.steps))
    const visit = (steps: readonly TestStep[]): void => {
      for (const step of steps) {
        if (step.category === 'test.step') {
          for (const own of requirementsInTitle(step.title)) note(own, expectations(step.steps))
        }
        visit(step.steps)
      }
    }
    visit(result.steps)
    const file = test.location.file.replace(/^.*\/test\/e2e\//, 'test/e2e/')
    this.#proofs.push({ file, test: test.title, proofs })
  }

  onEnd(_: FullResult): void {
    const file = process.env.PROOF_RECORD
    if (file) writeFileSync(file, JSON.stringify(this.#proofs))
  }
}
