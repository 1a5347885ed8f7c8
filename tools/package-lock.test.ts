import { expect, it } from 'vitest'
import { findMissing, readLock } from '#tools/complete-lock.ts'

it('package-lock.json holds the optional packages of every system, without which npm ci refuses it', async () => {
  expect(findMissing(await readLock())).toEqual([])
})
