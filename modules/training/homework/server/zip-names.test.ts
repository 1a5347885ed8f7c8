import { describe, expect, it } from 'vitest'
import { entriesOf } from './collected-works.ts'
import { safeName, uniqueNames } from './zip-names.ts'

describe('names in an archive', () => {
  it.each([
    ['../../etc/passwd', '_.._etc_passwd'],
    ['C:\\Windows\\a.txt', 'C__Windows_a.txt'],
    ['报告\u202Efdp.exe', '报告_fdp.exe'],
    ['a\u0000b', 'a_b'],
    ['...', '_'],
    ['', '_'],
    [' 报告.pdf ', '报告.pdf'],
    ['CON', '_CON'],
    ['nul.txt', '_nul.txt'],
    ['Com1.tar.gz', '_Com1.tar.gz'],
    ['aux .txt', '_aux .txt'],
    ['console.txt', 'console.txt'],
  ])('%j becomes %j', (name, safe) => {
    expect(safeName(name)).toBe(safe)
  })

  it('are short, and keep their extension', () => {
    expect(safeName(`${'长'.repeat(200)}.pdf`)).toBe(`${'长'.repeat(76)}.pdf`)
    expect(safeName(`${'长'.repeat(79)}. ${'长'.repeat(9)}`)).toBe('长'.repeat(79))
  })

  it('are as many as there are files and texts', () => {
    const file = { id: '', name: 'a.txt', sizeBytes: 1 }
    const works = [
      { text: '', files: [file, file] },
      { text: '正文', files: [file] },
      { text: '正文', files: [] },
    ]
    expect(entriesOf(works)).toBe(5)
  })

  it('are given once, whatever the case of their letters', () => {
    const give = uniqueNames()
    expect(['a.txt', 'A.txt', 'a.txt', 'b'].map(give)).toEqual(['a.txt', 'A (2).txt', 'a (3).txt', 'b'])
  })
})
