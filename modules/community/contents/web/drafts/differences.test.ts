import '#test/web/browser.ts'
import { describe, expect, it } from 'vitest'
import { minutesToRead, textOfHtml, withHeadings } from '../parts/headings.ts'
import { headingAt, readShare } from '../share-index/reading-place.ts'
import { msOf } from '../share-output/FileFields.tsx'
import { blocksOf, differencesOf } from './differences.ts'

describe('differences', () => {
  it('cut a text into blocks, with pictures by their description', () => {
    const html = '<h2>标题</h2><p>第一段<br>换行</p><ul><li>甲</li><li>乙</li></ul><img src="/x" alt="流程图"><p></p>'
    expect(blocksOf(html)).toEqual(['标题', '第一段', '换行', '甲', '乙', '[流程图]'])
  })

  it('are of blocks, and of words inside of a changed one', () => {
    const found = differencesOf(
      '<p>甲</p><p>我们每天巡检</p><p>丙</p>',
      '<p>甲</p><p>我们每周巡检</p><p>丁</p><p>戊</p>',
      'zh',
    )
    expect(found.map(({ kind }) => kind)).toEqual(['same', 'changed', 'changed', 'added'])
    const words = (kind: string) =>
      found[1]?.pieces
        .filter((piece) => piece.kind === kind)
        .map(({ text }) => text)
        .join('')
    expect([words('same'), words('removed'), words('added')]).toEqual([
      expect.stringContaining('巡检'),
      expect.stringContaining('天'),
      expect.stringContaining('周'),
    ])
    const rebuilt = (without: 'added' | 'removed') =>
      found
        .map(({ pieces }) =>
          pieces
            .filter(({ kind }) => kind !== without)
            .map(({ text }) => text)
            .join(''),
        )
        .filter(Boolean)
    expect(rebuilt('added')).toEqual(['甲', '我们每天巡检', '丙'])
    expect(rebuilt('removed')).toEqual(['甲', '我们每周巡检', '丁', '戊'])
  })

  it('are none between a text and itself', () => {
    expect(differencesOf('<p>甲</p>', '<p>甲</p>', 'zh').every(({ kind }) => kind === 'same')).toBe(true)
  })
})

describe('an outline', () => {
  it('gives each heading with words an anchor of its own, whatever id it had', () => {
    const { html, headings } = withHeadings('<h2 id="x">一 &amp; <b>二</b></h2><p>正文</p><h3></h3><h3>三</h3>')
    expect(headings).toEqual([
      { id: 'part-1', level: 2, text: '一 & 二' },
      { id: 'part-2', level: 3, text: '三' },
    ])
    expect(html).toContain('<h2 id="part-1" tabindex="-1">一 &amp; <b>二</b></h2>')
    expect(html).not.toContain('id="x"')
  })

  it('reads text, not markup', () => {
    expect(textOfHtml('<p>&lt;script&gt; &#39;a&#39;</p>')).toBe("<script> 'a'")
  })

  it('counts minutes by Han characters and words', () => {
    expect(minutesToRead('字'.repeat(1200))).toBe(3)
    expect(minutesToRead('word '.repeat(440))).toBe(2)
    expect(minutesToRead('')).toBe(1)
  })
})

describe('a reader', () => {
  it('is as far as the foot of the window, and under the last heading above its head', () => {
    expect(readShare({ top: 100, height: 1000 }, 600)).toBe(0.5)
    expect([readShare({ top: 900, height: 10 }, 600), readShare({ top: -500, height: 600 }, 600)]).toEqual([0, 1])
    expect(readShare({ top: 0, height: 0 }, 600)).toBe(0)
    const tops = [-300, 80, 400].map((top, at) => ({ id: `part-${at + 1}`, top }))
    expect([headingAt(tops), headingAt([]), headingAt([{ id: 'part-1', top: 500 }])]).toEqual([
      'part-2',
      undefined,
      undefined,
    ])
  })
})

describe('the beginning of a chapter', () => {
  it('is typed in minutes and seconds, with hours where there are any', () => {
    expect(['0:00', '1:05', '90:00', '1:02:03'].map(msOf)).toEqual([0, 65_000, 5_400_000, 3_723_000])
    expect(['5', '1:5', '1:60', 'a:00', ''].map(msOf)).toEqual(Array<undefined>(5).fill(undefined))
  })
})
