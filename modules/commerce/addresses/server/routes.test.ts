import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import { beforeAll, describe, expect, it } from 'vitest'
import { type BuiltMember, buildMember } from '#modules/platform/identity/server/members.fixture.ts'
import { bounds } from '#test/bounds.ts'
import { refusal, testPlatform } from '#test/harness.ts'
import { race } from '#test/race.ts'
import { expectRoles, testRoles } from '#test/roles.ts'
import { ADDRESS_NOT_OWN, ADDRESSES_FULL, DIVISION_UNKNOWN } from '../contract/codes.ts'
import { addresses, addressesMax, receiverLengthMax, streetLengthMax } from '../contract.ts'
import { addressOf } from '../server.ts'
import { addressInput, buildAddresses } from './addresses.fixture.ts'

const platform = testPlatform({ poolSize: 8 })
const roles = testRoles(platform, { administrator: ['super-admin'], otherCompany: ['super-admin'] })
const as = (member: BuiltMember | undefined) => platform.client(addresses, member)
let member: BuiltMember

beforeAll(async () => {
  member = await buildMember(platform.db, { companyId: roles.companyId })
})

const newMember = () => buildMember(platform.db, { companyId: roles.companyId })
const defaultsOf = async (of: BuiltMember) =>
  (await as(of).ownAddresses()).items.filter(({ isDefault }) => isDefault).map(({ id }) => id)

describe('own addresses', () => {
  it('are listed with the whole text, the default one first', async () => {
    const [first, second] = await buildAddresses(platform.db, member, [
      addressInput(),
      addressInput({ countyCode: '110101', street: '东长安街1号', isDefault: true }),
    ])
    await buildAddresses(platform.db, member, [addressInput({ countyCode: '419001', street: '学苑路2号' })])
    const { items } = await as(member).ownAddresses()
    expect(items.map(({ text }) => text)).toEqual([
      '北京市东城区东长安街1号',
      '河南省济源市学苑路2号',
      '广东省深圳市南山区科技园路1号',
    ])
    expect(items[0]).toEqual({
      ...{ id: second, receiver: '林知远', phone: '13800138000', countyCode: '110101', street: '东长安街1号' },
      ...{ postalCode: '518057', isDefault: true, text: '北京市东城区东长安街1号' },
    })
    expect(items[2]?.id).toBe(first)
  })

  it('have one default: the first, the chosen one, and the newest where the default is deleted', async () => {
    const own = await newMember()
    const [first = '', second = '', third = ''] = await buildAddresses(platform.db, own, [
      addressInput(),
      addressInput(),
      addressInput(),
    ])
    expect(await defaultsOf(own)).toEqual([first])
    await as(own).setDefaultAddress({ params: { id: second } })
    expect(await defaultsOf(own)).toEqual([second])
    await as(own).changeAddress({ params: { id: second }, body: addressInput() })
    expect(await defaultsOf(own)).toEqual([second])
    await as(own).changeAddress({ params: { id: first }, body: addressInput({ isDefault: true }) })
    expect(await defaultsOf(own)).toEqual([first])
    await as(own).deleteAddress({ params: { id: first } })
    expect(await defaultsOf(own)).toEqual([third])
    await as(own).deleteAddress({ params: { id: second } })
    await as(own).deleteAddress({ params: { id: third } })
    expect((await as(own).ownAddresses()).items).toEqual([])
  })

  it('[COMMERCE-093] are at most ten: the eleventh answers 21901', async () => {
    const own = await newMember()
    await buildAddresses(
      platform.db,
      own,
      Array.from({ length: addressesMax - 1 }, () => addressInput()),
    )
    await as(own).addAddress({ body: addressInput() })
    const refused = await refusal(as(own).addAddress({ body: addressInput() }))
    expect(refused).toMatchObject({ status: 422, errorCode: ADDRESSES_FULL.code })
    expect((await as(own).ownAddresses()).items).toHaveLength(10)
  })

  it('are ten after twenty creations at once beside nine', async () => {
    const own = await newMember()
    const nine = Array.from({ length: 9 }, () => addressInput())
    const begin = () => buildAddresses(platform.db, own, nine)
    const create = () => as(own).addAddress({ body: addressInput({ isDefault: true }) })
    const locked = () => sql`select pg_advisory_xact_lock(hashtextextended(${`addresses.member:${own.id}`}, 0))`
    const found = await race(platform, 20, create, { begin, locked })
    expect(found).toMatchObject({ accepted: 1, refused: { [ADDRESSES_FULL.code]: 19 } })
    expect((await as(own).ownAddresses()).items).toHaveLength(10)
    expect(await defaultsOf(own)).toHaveLength(1)
  })

  it('are written within the bounds of their fields', async () => {
    const own = await newMember()
    const add = (change: object) => as(own).addAddress({ body: addressInput(change) })
    await bounds(receiverLengthMax, (length) => add({ receiver: '林'.repeat(length) }), {
      refused: 900001,
      path: 'receiver',
    })
    await bounds(streetLengthMax, (length) => add({ street: '路'.repeat(length) }), { refused: 900001, path: 'street' })
    await bounds(6, (length) => add({ postalCode: '5'.repeat(length) }), { refused: 900001, path: 'postalCode' })
    for (const phone of ['13800138000', '+86 13800138000', '010-66668888', '0755-26731234-801']) await add({ phone })
    for (const phone of ['', '123', 'call me at home', '1380013800o', '138001380001380013800138001380013'])
      expect(await refusal(add({ phone }))).toMatchObject({ errorCode: 900001 })
  })

  it('lie in a county of the list of divisions', async () => {
    const own = await newMember()
    await as(own).addAddress({ body: addressInput({ countyCode: '653228', street: '团结路1号' }) })
    expect((await as(own).ownAddresses()).items[0]?.text).toMatch(/^新疆维吾尔自治区和田地区/)
    for (const countyCode of ['999999', '440300', '440000', '000000']) {
      const body = addressInput({ countyCode })
      expect(await refusal(as(own).addAddress({ body }))).toMatchObject({ errorCode: DIVISION_UNKNOWN.code })
    }
    const [{ id = '' } = {}] = (await as(own).ownAddresses()).items
    const refused = await refusal(
      as(own).changeAddress({ params: { id }, body: addressInput({ countyCode: '999999' }) }),
    )
    expect(refused.errorCode).toBe(DIVISION_UNKNOWN.code)
  })
})

describe("another member's address", () => {
  const refused = ADDRESS_NOT_OWN.code
  const others = { administrator: refused, member: refused, colleague: refused, stranger: refused }
  const ownerAlone = { owner: 'accepted', ...others, otherCompany: refused, nobody: 401 } as const

  it('[COMMERCE-064] is neither changed nor deleted: 21902, for administrators too', async () => {
    const ids = await buildAddresses(platform.db, roles.owner, [addressInput(), addressInput()])
    const [id = ''] = ids
    const state = () => as(roles.owner).ownAddresses()
    const params = { id }
    await expectRoles(roles, {
      changeAddress: { ...ownerAlone, state, call: (c) => as(c).changeAddress({ params, body: addressInput() }) },
      setDefaultAddress: { ...ownerAlone, state, call: (c) => as(c).setDefaultAddress({ params }) },
      deleteAddress: { ...ownerAlone, state, call: (c) => as(c).deleteAddress({ params }) },
    })
    expect((await state()).items.map((one) => one.id)).toEqual([ids[1]])
  })

  it('[COMMERCE-094] is answered as one that does not exist', async () => {
    const refused = await refusal(as(roles.member).deleteAddress({ params: { id: uuid() } }))
    expect(refused).toMatchObject({ status: 422, errorCode: ADDRESS_NOT_OWN.code })
  })

  it('is no address of an order or invoice either', async () => {
    const [id = ''] = await buildAddresses(platform.db, member, [addressInput()])
    const { companyId } = roles
    await expect(addressOf(platform.db, companyId, roles.stranger.id, id)).rejects.toMatchObject({
      error: ADDRESS_NOT_OWN,
    })
    await expect(addressOf(platform.db, roles.otherCompany.companyId, member.id, id)).rejects.toMatchObject({
      error: ADDRESS_NOT_OWN,
    })
  })
})

describe('the copy of an address', () => {
  it('has the names of the divisions and stays when the address is changed and deleted', async () => {
    const own = await newMember()
    const [id = ''] = await buildAddresses(platform.db, own, [addressInput()])
    const copy = await addressOf(platform.db, own.companyId, own.id, id)
    await as(own).changeAddress({ params: { id }, body: addressInput({ street: '新街2号', countyCode: '110101' }) })
    await as(own).deleteAddress({ params: { id } })
    expect(copy).toEqual({
      ...{
        receiver: '林知远',
        phone: '13800138000',
        countyCode: '440305',
        street: '科技园路1号',
        postalCode: '518057',
      },
      ...{ province: '广东省', city: '深圳市', county: '南山区', text: '广东省深圳市南山区科技园路1号' },
    })
  })

  it('is refused where the county is gone from the list, whose address can still be read and changed', async () => {
    const own = await newMember()
    const [id = ''] = await buildAddresses(platform.db, own, [addressInput()])
    await sql`update addresses.address set county_code = '330103' where id = ${id}`.execute(platform.root)
    expect((await as(own).ownAddresses()).items[0]?.text).toBe('330103 科技园路1号')
    await expect(addressOf(platform.db, own.companyId, own.id, id)).rejects.toMatchObject({ error: DIVISION_UNKNOWN })
    await as(own).changeAddress({ params: { id }, body: addressInput() })
    expect(await addressOf(platform.db, own.companyId, own.id, id)).toMatchObject({ county: '南山区' })
  })
})
