import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, it } from 'vitest'
import { findMissing } from '#tools/complete-lock.mjs'

it('package-lock.json holds the optional packages of every system, without which npm ci refuses it', async () => {
  const lock = JSON.parse(await readFile(path.resolve(import.meta.dirname, '../package-lock.json'), 'utf8'))
  expect(findMissing(lock).map(([name]) => name)).toEqual([])
})
