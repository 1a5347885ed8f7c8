/** What a phone makes of a scanned code, and of what the server answers. */
import '#test/web/browser.ts'
import { expect, it } from 'vitest'
import { NO_PARTICIPANT } from '#modules/training/classes/contract.ts'
import { CallError } from '#web/api/call-error.ts'
import {
  ALREADY_CHECKED_IN,
  CHECK_IN_CLOSED,
  CHECK_IN_MISSING,
  CHECK_IN_NOT_OPEN,
  CODE_WORD_WRONG,
  DEVICE_USED,
  QR_EXPIRED,
} from '../../contract/codes.ts'
import { codeOf, pathIn, refusalOf } from './outcome.ts'

const refused = ({ code }: { readonly code: number }, data = {}) =>
  new CallError({ kind: 'refused', status: 422, errorCode: code, data })

it('tells the refusals apart, and the network from a refusal', () => {
  expect(refusalOf(refused(QR_EXPIRED))).toEqual({ kind: 'expired' })
  expect(refusalOf(refused(ALREADY_CHECKED_IN, { at: 7 }))).toEqual({ kind: 'already', at: 7 })
  expect(refusalOf(refused(CHECK_IN_NOT_OPEN, { opensAt: 8 }))).toEqual({ kind: 'not-open', at: 8 })
  expect(refusalOf(refused(CHECK_IN_CLOSED, { closesAt: 9 }))).toEqual({ kind: 'closed', at: 9 })
  expect(refusalOf(refused(NO_PARTICIPANT))).toEqual({ kind: 'stranger' })
  expect(refusalOf(refused(CODE_WORD_WRONG, { left: 0 }))).toEqual({ kind: 'no-tries' })
  expect(refusalOf(refused(DEVICE_USED))).toEqual({ kind: 'device' })
  expect(refusalOf(refused(CHECK_IN_MISSING)).kind).toBe('other')
  expect(refusalOf(new CallError({ kind: 'offline' }))).toEqual({ kind: 'offline' })
  expect(refusalOf(new CallError({ kind: 'timeout' }))).toEqual({ kind: 'offline' })
})

it('reads the address of a code, and nothing that is none', () => {
  expect(codeOf(new URLSearchParams('t=1700000000000&m=ab_-9'))).toEqual({ timeStamp: 1_700_000_000_000, mac: 'ab_-9' })
  for (const query of ['', 't=1', 'm=ab', 't=x&m=ab', 't=-1&m=ab', 't=1&m=a%2Fb', `t=1&m=${'a'.repeat(65)}`])
    expect(codeOf(new URLSearchParams(query)), query).toBeUndefined()
})

it('follows the path of a scanned code alone, whatever its host', () => {
  expect(pathIn('https://shuyuan.example/#/check-in/01ab-cd?t=1&m=x_y')).toBe('/check-in/01ab-cd?t=1&m=x_y')
  expect(pathIn('https://evil.example/#/check-in/01ab-cd?t=1&m=x_y')).toBe('/check-in/01ab-cd?t=1&m=x_y')
  for (const text of [
    'https://shuyuan.example/#/manage?t=1',
    'https://shuyuan.example/#/check-in/..%2Fmanage?t=1',
    'https://shuyuan.example/#/check-in/a?t=1&returnTo=https://evil.example',
    'WIFI:T:WPA;S:room;;',
    '',
  ])
    expect(pathIn(text), text).toBeUndefined()
})
