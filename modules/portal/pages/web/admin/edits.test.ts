import { describe, expect, it } from 'vitest'
import { emptyDocument, modulesMax, type PageDocument } from '../../contract/document.ts'
import { differencesOf } from './differences.ts'
import {
  changedModule,
  copiedModule,
  modulesOf,
  movedModule,
  movedSection,
  newModule,
  placeOf,
  withColumns,
  withModule,
  withNewSection,
  withoutModule,
  withoutSection,
  withTheme,
} from './edits.ts'
import { beginHistory, redone, undone, withChange } from './history.ts'

const ids = (document: PageDocument) => document.sections.map(({ modules }) => modules.map(({ id }) => id))

/** Two sections: news and courses in two columns, notices below. */
function example(): PageDocument {
  let document = withColumns(withNewSection(emptyDocument, 'one'), 0, 'two')
  document = withModule(document, { ...newModule(document, 'news'), id: 'news' }, { section: 0, index: -1 })
  document = withModule(
    document,
    { ...newModule(document, 'courses'), id: 'courses', column: 1 },
    { section: 0, index: 0 },
  )
  return withModule(document, { ...newModule(document, 'notices'), id: 'notices' })
}

describe('the document of a page', () => {
  it('keeps what did not change as it was, so that nothing else is drawn again', () => {
    const before = example()
    const after = changedModule(before, 'news', (one) => ({ ...one, count: 9 }))
    expect(after.sections[1]).toBe(before.sections[1])
    expect(after.sections[0]?.modules[1]).toBe(before.sections[0]?.modules[1])
    expect(changedModule(before, 'nobody', (one) => ({ ...one, count: 9 }))).toBe(before)
  })

  it('moves modules inside a section, and beyond its end into the next one', () => {
    const before = example()
    expect(ids(movedModule(before, 0, 0, 1))).toEqual([['courses', 'news'], ['notices']])
    expect(ids(movedModule(before, 0, 1, 2))).toEqual([['news'], ['courses', 'notices']])
    expect(ids(movedModule(before, 1, 0, -1))).toEqual([['news', 'courses', 'notices'], []])
    expect(modulesOf(movedModule(before, 1, 0, -1)).at(-1)?.column).toBe(1)
    expect(movedModule(before, 0, 0, -1)).toBe(before)
    expect(ids(movedSection(before, 1, 0))).toEqual([['notices'], ['news', 'courses']])
    expect(movedSection(before, 1, 2)).toBe(before)
  })

  it('gives copies a key of their own, and ends at the largest number of modules', () => {
    let document = copiedModule(example(), 'news')
    expect(placeOf(document, 'news')).toEqual({ section: 0, index: 0 })
    expect(new Set(modulesOf(document).map(({ id }) => id)).size).toBe(4)
    for (let count = 0; count < modulesMax; count += 1) document = copiedModule(document, 'news')
    expect(modulesOf(document)).toHaveLength(modulesMax)
    expect(withModule(document, newModule(document, 'news'))).toBe(document)
  })

  it('takes modules of a column that is no more into the last one', () => {
    const document = withColumns(example(), 0, 'one')
    expect(modulesOf(document).map(({ column }) => column)).toEqual([0, 0, 0])
    expect(ids(withoutModule(document, 'news'))).toEqual([['courses'], ['notices']])
    expect(ids(withoutSection(document, 0))).toEqual([['notices']])
  })
})

describe('undo and redo', () => {
  it('take typing in one field as one step, and lose nothing', () => {
    let history = beginHistory('')
    for (const text of ['学', '学习', '学习中']) history = withChange(history, text, 'title of m1')
    history = withChange(history, '学习中心', 'title of m2')
    history = undone(history)
    expect(history.present).toBe('学习中')
    history = undone(history)
    expect(history.present).toBe('')
    expect(undone(history)).toBe(history)
    history = redone(redone(history))
    expect(history.present).toBe('学习中心')
    expect(redone(history)).toBe(history)
    expect(redone(withChange(undone(history), '别的')).present).toBe('别的')
  })
})

describe('a comparison of versions', () => {
  it('says what was added, removed, changed and moved, and whether the look is another', () => {
    const version = example()
    expect(differencesOf(version, version)).toEqual([])
    let draft = changedModule(version, 'courses', (one) => ({ ...one, count: 8 }))
    draft = withoutModule(draft, 'notices')
    draft = withModule(draft, { ...newModule(draft, 'figures'), id: 'figures' })
    draft = withTheme(draft, { primary: '#1f5c85' })
    const found = differencesOf(version, movedModule(draft, 0, 0, 1)).map(({ kind, key }) => `${kind} ${key}`)
    expect(found).toEqual([
      ...['theme theme', 'added figures', 'removed notices'],
      ...['changed courses', 'moved courses', 'moved news'],
    ])
  })
})
