/** Bounds from both sides: the last value that is taken, and the first that is refused. */
import { expect } from 'vitest'
import { refusal } from './harness.ts'

export interface BoundOptions {
  /** The error code of what lies beyond. */
  readonly refused: number
  /** The field that the refusal names. */
  readonly path?: string
  /** The first value beyond the bound; `n + 1` unless the bound is a lower one. */
  readonly beyond?: number
}

/** `n` is accepted and answered; the value beyond it is refused with the code. `make` calls with the number it gets. */
export async function bounds<T>(
  n: number,
  make: (count: number) => Promise<T>,
  { refused, path, beyond = n + 1 }: BoundOptions,
): Promise<T> {
  const answer = await make(n)
  const found = await refusal(make(beyond))
  expect({ value: beyond, errorCode: found.errorCode }).toEqual({ value: beyond, errorCode: refused })
  if (path !== undefined) expect(found.data?.fields).toMatchObject([{ path }])
  return answer
}
