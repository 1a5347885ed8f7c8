import { describe, expect, it } from 'vitest'
import { cardCodeProblem, cardSymbols, checkSymbol, formatCardCode, normalizeCardCode } from './card-codes.ts'

const body = '7KQ2M9XWB4TR8CV'
const code = body + checkSymbol(body)

describe('the code of a card', () => {
  it('has 31 symbols to choose from, and none that looks like another', () => {
    expect(new Set(cardSymbols).size).toBe(31)
    expect(cardSymbols).not.toMatch(/[01ILO]/)
    expect(cardCodeProblem(code)).toBeUndefined()
  })

  it('is the same however it is typed', () => {
    const full = code.replace(/./g, (symbol) => String.fromCharCode(symbol.charCodeAt(0) + 0xfee0))
    const typed = [
      ...[code, code.toLowerCase(), ` ${code}\n`, formatCardCode(code), formatCardCode(code).replaceAll('-', ' ')],
      ...[formatCardCode(code).replaceAll('-', '—'), formatCardCode(code).replaceAll('-', '–'), full],
      ...[`\u200B${code}\uFEFF`, formatCardCode(code).replaceAll('-', '\u3000'), [...code].join('.')],
    ]
    expect([...new Set(typed.map(normalizeCardCode))]).toEqual([code])
    expect(typed.map(cardCodeProblem)).toEqual(typed.map(() => undefined))
    expect(formatCardCode(code.toLowerCase())).toMatch(/^\w{4}-\w{4}-\w{4}-\w{4}$/)
  })

  it('shows every wrong symbol and every swap of neighbors', () => {
    const unseen: string[] = []
    for (let place = 0; place < code.length; place += 1) {
      for (const other of cardSymbols) {
        const wrong = code.slice(0, place) + other + code.slice(place + 1)
        if (wrong !== code && cardCodeProblem(wrong) !== 'check') unseen.push(wrong)
      }
      const [one = '', two = ''] = [code[place], code[place + 1]]
      const swapped = code.slice(0, place) + two + one + code.slice(place + 2)
      if (two !== '' && one !== two && cardCodeProblem(swapped) !== 'check') unseen.push(swapped)
    }
    expect(unseen).toEqual([])
  })

  it.each([
    ['', 'short'],
    [code.slice(0, 15), 'short'],
    [`${code}2`, 'long'],
    [`0${code.slice(1)}`, 'symbol'],
    ['兑换卡', 'symbol'],
    ['💳'.repeat(16), 'symbol'],
    [`${code.slice(0, 15)}'`, 'symbol'],
  ])('says what is wrong with %j', (typed, problem) => {
    expect(cardCodeProblem(typed)).toBe(problem)
  })
})
