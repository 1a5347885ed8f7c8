/** Names that users give to files. */
import { expect, it } from 'vitest'
import { cleanName } from './file-names.ts'

it('a name loses folders, invisible signs, and dots and spaces around it', () => {
  const names = ['a/b/ 报告.pdf .', 'C:\\x\\报告.pdf', '报告\u202e.pdf', '...', 'a:b?.pdf']
  expect(names.map(cleanName)).toEqual(['报告.pdf', '报告.pdf', '报告.pdf', '', 'a_b_.pdf'])
})

it('a name of dots holds nobody up', () => {
  const before = process.threadCpuUsage()
  const name = cleanName(`a${'.'.repeat(100_000)}b`)
  expect(process.threadCpuUsage(before).user).toBeLessThan(500_000)
  expect(cleanName(`${'a'.repeat(900)}${'.'.repeat(100_000)}b`)).toHaveLength(900)
  expect(name).toBe('a')
})
