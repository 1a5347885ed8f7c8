import { describe, expect, it } from 'vitest'
import { piecesOf } from './links.tsx'

const links = (text: string) => piecesOf(text).flatMap(({ href }) => href ?? [])

describe('web addresses in a comment', () => {
  it.each([
    ['见 https://example.com/a?b=1。谢谢', ['https://example.com/a?b=1']],
    ['(https://example.com/x), http://a.cn!', ['https://example.com/x', 'http://a.cn/']],
    ['没有链接 example.com', []],
    ['https://', []],
    ['javascript:alert(1) data:text/html,x vbscript:x', []],
    ['https://good.example@evil.example/', []],
    ['https://a.example/"onmouseover="alert(1)', ['https://a.example/']],
    ['https://a.example/<script>alert(1)</script>', ['https://a.example/']],
    ["https://a.example/'><img src=x onerror=alert(1)>", ['https://a.example/']],
  ])('%s', (text, expected) => expect(links(text)).toEqual(expected))

  it('leave every character of the text in its place', () => {
    const text = '看 https://a.cn/1，再看 https://b.cn/2…完 <b>'
    expect(
      piecesOf(text)
        .map((piece) => piece.text)
        .join(''),
    ).toBe(text)
  })
})
