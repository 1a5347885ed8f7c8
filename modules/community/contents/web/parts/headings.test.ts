import '#test/web/browser.ts'
import { describe, expect, it } from 'vitest'
import { headingAt, readShare } from '../share-index/reading-place.ts'
import { msOf } from '../share-output/FileFields.tsx'
import { headingCount, minutesToRead, textOfHtml } from './headings.ts'

describe('an outline', () => {
  it('has the headings with words', () => {
    expect(headingCount('<h2 id="x">一 &amp; <b>二</b></h2><p>正文</p><h3></h3><h3>三</h3>')).toBe(2)
  })

  it('reads text, not markup', () => {
    expect(textOfHtml('<p>&lt;script&gt; &#39;a&#39;</p>')).toBe("<script> 'a'")
    expect(textOfHtml('<p>甲</p><p>乙<br>丙</p>')).toBe('甲\n乙\n丙')
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
