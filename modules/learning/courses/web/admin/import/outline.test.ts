import { describe, expect, it } from 'vitest'
import type { FoundFile } from './gather.ts'
import { editedOutline, type OutlineRules, outlineOf } from './outline.ts'

const rules: OutlineRules = {
  room: { chapters: 100, sections: 1000 },
  kinds: ['video', 'audio', 'pdf', 'package'],
  looseTitle: 'Loose',
}
const file = (path: string, part: Partial<FoundFile> = {}): FoundFile => ({
  path,
  sizeBytes: 10,
  source: { name: path, size: 10, open: () => Promise.reject(new Error('not opened by an outline')) },
  ...part,
})
const outline = (paths: readonly (string | FoundFile)[], part: Partial<OutlineRules> = {}) =>
  outlineOf(
    { files: paths.map((one) => (typeof one === 'string' ? file(one) : one)), isCut: false },
    { ...rules, ...part },
  )
const inShort = (found: ReturnType<typeof outline>) =>
  found.chapters.map(({ title, sections }) => [title, ...sections.map((section) => section.title)])
const reasons = (found: ReturnType<typeof outline>) =>
  Object.fromEntries(found.skipped.map(({ path, reason }) => [path, reason]))

describe('the outline of a folder', () => {
  it('has a chapter for each subfolder in the order of its number, after one of the files at the top', () => {
    const found = outline([
      '安全/第十章 总结/结束.mp4',
      '安全/第二章 消防/2. 灭火.mp4',
      '安全/第二章 消防/10. 疏散.pdf',
      '安全/导学.mp4',
      '安全/第一章 用电/电.m4a',
    ])
    expect(found.title).toBe('安全')
    expect(inShort(found)).toEqual([
      ['安全', '导学'],
      ['用电', '电'],
      ['消防', '灭火', '疏散'],
      ['总结', '结束'],
    ])
  })

  it('joins deeper folders to their chapter, in their place and with the way to them', () => {
    expect(
      inShort(
        outline(['C/01 A/2 b/1 x.mp4', 'C/01 A/2 b/2 c/y.pdf', 'C/01 A/1 a.mp4', 'C/01 A/3 z.mp4', 'C/02 B/q.mp4']),
      ),
    ).toEqual([
      ['A', 'a', 'b · x', 'b · c · y', 'z'],
      ['B', 'q'],
    ])
  })

  it('looks into what was packed around it', () => {
    const nested = outline(['pack/C/01 A/a.mp4', 'pack/C/02 B/b.mp4', 'pack/__MACOSX/C/._a.mp4'])
    expect([nested.title, ...inShort(nested)]).toEqual(['pack', ['A', 'a'], ['B', 'b']])
    expect(inShort(outline(['C/01 A/a.mp4']))).toEqual([['A', 'a']])
    expect(inShort(outline(['a.mp4', 'b.mp4']))).toEqual([['Loose', 'a', 'b']])
    expect(inShort(outline(['A/a.mp4', 'B/b.mp4']))).toEqual([
      ['A', 'a'],
      ['B', 'b'],
    ])
  })

  it('says why something is left out', () => {
    const found = outline([
      'C/.DS_Store',
      'C/Thumbs.db',
      'C/~$plan.docx',
      'C/.git/a.mp4',
      'C/__MACOSX/a.mp4',
      'C/readme.txt',
      'C/old.avi',
      file('C/empty.mp4', { sizeBytes: 0 }),
      file('C/large.pdf', { sizeBytes: 101 * 1024 * 1024 }),
      `C/${'长'.repeat(98)}.mp4`,
      file('C/inner.zip', { problem: 'archive' }),
      file('C/locked.mp4', { problem: 'encrypted' }),
      file('C/.hidden.mp4', { problem: 'encrypted' }),
      file('C/../out.mp4', { problem: 'unsafe-path' }),
      'C/scorm/imsmanifest.xml',
      'C/scorm/pages/page.mp4',
      'C/plan.docx',
    ])
    expect(inShort(found)).toEqual([['C', 'plan']])
    expect(reasons(found)).toEqual({
      'C/.DS_Store': 'hidden',
      'C/Thumbs.db': 'hidden',
      'C/~$plan.docx': 'hidden',
      'C/.git/a.mp4': 'hidden',
      'C/__MACOSX/a.mp4': 'hidden',
      'C/readme.txt': 'kind',
      'C/old.avi': 'kind',
      'C/empty.mp4': 'empty',
      'C/large.pdf': 'too-large',
      [`C/${'长'.repeat(98)}.mp4`]: 'long-name',
      'C/inner.zip': 'archive',
      'C/locked.mp4': 'encrypted',
      'C/.hidden.mp4': 'hidden',
      'C/../out.mp4': 'unsafe-path',
      'C/scorm/': 'unpacked-package',
    })
  })

  it('makes one section of a package, where the course can have one', () => {
    const archive = file('安全生产.zip', { isPackage: true })
    expect(outline([archive])).toMatchObject({
      title: '安全生产',
      chapters: [{ title: 'Loose', sections: [{ title: '安全生产', kind: 'package' }] }],
    })
    expect(reasons(outline([archive], { kinds: ['video'] }))).toEqual({ '安全生产.zip': 'kind' })
  })

  it('keeps to the room that the course has left', () => {
    const paths = ['C/1/a.mp4', 'C/1/b.mp4', 'C/2/c.mp4', 'C/3/d.mp4']
    const few = outline(paths, { room: { chapters: 2, sections: 100 } })
    expect([inShort(few), reasons(few)]).toEqual([
      [
        ['1', 'a', 'b'],
        ['2', 'c'],
      ],
      { 'C/3/d.mp4': 'too-many-chapters' },
    ])
    const short = outline(paths, { room: { chapters: 9, sections: 1 } })
    expect([inShort(short), reasons(short)]).toEqual([
      [['1', 'a']],
      { 'C/1/b.mp4': 'too-many-sections', 'C/2/c.mp4': 'too-many-sections', 'C/3/d.mp4': 'too-many-sections' },
    ])
  })
})

it('what is left out is not made, what is renamed has its new title, and an emptied title is the old one', () => {
  const found = outline(['C/1 A/a.mp4', 'C/1 A/b.mp4', 'C/2 B/c.mp4'])
  const edited = editedOutline(found, {
    titles: new Map([
      ['chapter:1 A', 'New'],
      ['C/1 A/a.mp4', ' '],
    ]),
    off: new Set(['C/1 A/b.mp4', 'C/2 B/c.mp4']),
  })
  expect(edited.map(({ title, sections }) => [title, sections.map((section) => section.title)])).toEqual([
    ['New', ['a']],
  ])
})
