/** Counts, and says what failed or was left out, and why. */
export class Report {
  #passed = 0
  readonly #failures: string[] = []
  readonly #skipped = new Map<string, string[]>()

  pass(count = 1): void {
    this.#passed += count
  }

  fail(what: string): void {
    this.#failures.push(what)
  }

  skip(reason: string, what: string): void {
    this.#skipped.set(reason, [...(this.#skipped.get(reason) ?? []), what])
  }

  check(what: string, actual: unknown, expected: unknown): void {
    const [is, should] = [JSON.stringify(actual), JSON.stringify(expected)]
    if (is === should) this.pass()
    else this.fail(`${what}: ${is} instead of ${should}`)
  }

  /** Whether nothing failed, and something passed. */
  print(): boolean {
    for (const failure of this.#failures) console.error(`failed: ${failure}`)
    for (const [reason, all] of this.#skipped) console.log(`skipped: ${reason}\n  ${all.join('\n  ')}`)
    const skipped = [...this.#skipped.values()].flat().length
    console.log(`${this.#passed} passed, ${this.#failures.length} failed, ${skipped} skipped`)
    return this.#failures.length === 0 && this.#passed > 0
  }
}
