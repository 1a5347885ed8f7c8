/** What a scanner knows without the network: whose a code is, and who is there already. */
import '#test/web/browser.ts'
import { expect, it } from 'vitest'
import { hashOf, localResult, type ScanData, whereabouts, whoIs } from './scan-session.ts'

const member = (memberId: string, rest: Partial<ScanData['members'][number]> = {}) => ({
  ...{ memberId, fullName: memberId, organizationName: '研发中心', avatarPath: '', codeHash: `hash-${memberId}` },
  ...{ badgeHash: `badge-${memberId}`, short: `AB-${memberId}`, isInside: false, at: null, ...rest },
})

const data: ScanData = {
  ...{
    className: '训练营',
    title: '上午',
    kind: 'in-out',
    opensAt: 0,
    closesAt: 9,
    startsAt: 1,
    endsAt: 8,
    serverTime: 2,
  },
  members: [member('1'), member('2', { isInside: true, at: 5 }), member('3', { at: 4 })],
}

it('finds a member by the hash of the code, or by the short code however it is typed', async () => {
  expect(whoIs(data, { hash: 'hash-2' })?.memberId).toBe('2')
  expect(whoIs(data, { hash: 'badge-2' })?.memberId).toBe('2')
  expect(whoIs(data, { short: ' ab 3 ' })?.memberId).toBe('3')
  expect(whoIs(data, { short: '' })).toBeUndefined()
  expect(whoIs(data, { short: '--' })).toBeUndefined()
  expect(whoIs(data, { hash: undefined })).toBeUndefined()
  expect(whoIs(data, { hash: 'hash-9' })).toBeUndefined()
  expect(await hashOf('abc')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad')
})

it('knows who is there, as loaded and as scanned since', () => {
  const where = whereabouts(data, [
    { memberId: '1', direction: 'in', at: 6 },
    { memberId: '2', direction: 'out', at: 7 },
  ])
  expect(where.get('1')).toEqual({ isInside: true, at: 6 })
  expect(where.get('2')).toEqual({ isInside: false, at: 5 })
  expect(localResult('in-out', 'in', where.get('1'))).toBe('already')
  expect(localResult('in-out', 'out', where.get('1'))).toBe('ok')
  expect(localResult('in-out', 'out', where.get('2'))).toBe('already')
  // Whoever went out may come in again; whoever checked in once has done so.
  expect(localResult('in-out', 'in', where.get('3'))).toBe('ok')
  expect(localResult('in', 'in', where.get('3'))).toBe('already')
  expect(localResult('in-out', 'out', whereabouts(data, []).get('1'))).toBe('not-inside')
  expect(localResult('in', 'in', where.get('9'))).toBe('unknown')
})
