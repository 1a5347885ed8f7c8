import { describe, expect, it } from 'vitest'
import { canDo, type InvoiceAction, invoiceStates, transitions } from './states.ts'

describe('the transitions of invoices', () => {
  it('lead where the table says, and from nowhere else', () => {
    const found = Object.keys(transitions).map((action) => [
      action,
      invoiceStates.filter((state) => canDo(action as InvoiceAction, state)),
      transitions[action as InvoiceAction].to,
    ])
    expect(found).toEqual([
      ['agree', [0], 1],
      ['reject', [0], 3],
      ['applyAgain', [3], 0],
      ['issue', [1], 2],
      ['cancel', [0, 1], 5],
      ['refund', [2, 5], 4],
      ['reverse', [4], 5],
    ])
  })
})
