/** Lists in which nothing may stand twice. */
import { INVALID_INPUT, refuse } from '#kit/errors.ts'

/** Refuses the first value that stands there already. `pathOf` leads from its place to its field; undefined values are left out. */
export function assertOnce(
  values: readonly (string | undefined)[],
  pathOf: (at: number) => string,
  message: string,
): void {
  const again = values.findIndex((value, at) => value !== undefined && values.indexOf(value) < at)
  if (again >= 0) throw refuse(INVALID_INPUT, { fields: [{ path: pathOf(again), rule: 'once', message }] })
}
