import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import { describe, expect, it } from 'vitest'
import { type BuiltMember, buildMember } from '#modules/platform/identity/server/members.fixture.ts'
import { bounds } from '#test/bounds.ts'
import { refusal, testPlatform } from '#test/harness.ts'
import { proves } from '#test/proves.ts'
import { race } from '#test/race.ts'
import { expectRoles, testRoles } from '#test/roles.ts'
import { INFOS_FULL, TAX_ID_REQUIRED, TAXPAYER_ID_WRONG } from '../contract/codes.ts'
import { remarkLengthMax, titleLengthMax } from '../contract/infos.ts'
import { infosMax } from '../contract/states.ts'
import { invoices } from '../contract.ts'
import { buildInfo, companyInfo, personalInfo } from './invoices.fixture.ts'

const platform = testPlatform({ poolSize: 8 })
const roles = testRoles(platform, { administrator: ['super-admin'], otherCompany: ['super-admin'] })
const as = (member: BuiltMember | undefined) => platform.client(invoices, member)
const newMember = () => buildMember(platform.db, { companyId: roles.companyId })
const listOf = async (of: BuiltMember) => (await as(of).ownInfos()).items

describe('invoice infos', () => {
  it('[COMMERCE-058] have a title, taxpayer id, registered address and phone, bank, account and remark', async () => {
    const own = await newMember()
    const body = companyInfo({ remark: '财务部收' })
    const { id } = await as(own).addInfo({ body })
    expect(await listOf(own)).toEqual([{ ...body, id, isDefault: true }])
    await as(own).changeInfo({ params: { id }, body: personalInfo({ remark: ' 个人 ' }) })
    expect(await listOf(own)).toEqual([{ ...personalInfo({ remark: '个人' }), id, isDefault: true }])
  })

  it('are at most ten for a member', async () => {
    const own = await newMember()
    const add = () => as(own).addInfo({ body: companyInfo() })
    for (let count = 1; count < infosMax; count += 1) await add()
    await proves('COMMERCE-061', async () => {
      await add()
      const refused = await refusal(add())
      expect(refused).toMatchObject({ status: 422, errorCode: INFOS_FULL.code })
      expect(refused.errorCode).toBe(2000210)
      expect(await listOf(own)).toHaveLength(10)
    })
  })

  it('are ten after twenty additions at once beside nine', async () => {
    const own = await newMember()
    const begin = async () => {
      for (let count = 0; count < 9; count += 1) await buildInfo(platform.db, own)
    }
    const locked = () => sql`select pg_advisory_xact_lock(hashtextextended(${`invoices.infos:${own.id}`}, 0))`
    const create = () => as(own).addInfo({ body: companyInfo({ isDefault: true }) })
    expect(await race(platform, 20, create, { begin, locked })).toMatchObject({
      accepted: 1,
      refused: { [INFOS_FULL.code]: 19 },
    })
    expect((await listOf(own)).filter(({ isDefault }) => isDefault)).toHaveLength(1)
  })

  it('have one default: the first, the chosen one, and the newest where it is deleted', async () => {
    const own = await newMember()
    const first = await buildInfo(platform.db, own)
    const second = await buildInfo(platform.db, own, companyInfo({ isDefault: true }))
    const third = await buildInfo(platform.db, own)
    const order = async () => (await listOf(own)).map(({ id }) => id)
    expect(await order()).toEqual([second, third, first])
    await as(own).changeInfo({ params: { id: first }, body: companyInfo({ isDefault: true }) })
    expect(await order()).toEqual([first, third, second])
    await as(own).deleteInfo({ params: { id: first } })
    expect((await listOf(own)).map(({ id, isDefault }) => [id, isDefault])).toEqual([
      [third, true],
      [second, false],
    ])
    await as(own).deleteInfo({ params: { id: second } })
    await as(own).deleteInfo({ params: { id: third } })
    expect(await listOf(own)).toEqual([])
  })

  it('of a company need a taxpayer id, which is right', async () => {
    const own = await newMember()
    const add = (taxpayerId: string) => as(own).addInfo({ body: companyInfo({ taxpayerId }) })
    expect((await refusal(add(' '.repeat(0)))).errorCode).toBe(TAX_ID_REQUIRED.code)
    for (const wrong of ['91350100M000100Y44', '123', '9135010OM000100Y43'])
      expect((await refusal(add(wrong))).errorCode).toBe(TAXPAYER_ID_WRONG.code)
    const { id } = await add('91350100 m000100y43')
    expect((await listOf(own))[0]?.taxpayerId).toBe('91350100M000100Y43')
    const change = (taxpayerId: string) => as(own).changeInfo({ params: { id }, body: companyInfo({ taxpayerId }) })
    expect((await refusal(change(''))).errorCode).toBe(TAX_ID_REQUIRED.code)
    expect((await refusal(change('91350100M000100Y40'))).errorCode).toBe(TAXPAYER_ID_WRONG.code)
    await as(own).addInfo({ body: personalInfo() })
  })

  it('keep to the lengths of their fields', async () => {
    const own = await newMember()
    const { id } = await as(own).addInfo({ body: companyInfo() })
    const change = (fields: object) => as(own).changeInfo({ params: { id }, body: companyInfo(fields) })
    await bounds(titleLengthMax, (length) => change({ title: '云'.repeat(length) }), { refused: 900001, path: 'title' })
    await bounds(remarkLengthMax, (length) => change({ remark: '云'.repeat(length) }), {
      refused: 900001,
      path: 'remark',
    })
    expect((await refusal(change({ bankAccount: 'DE89 3704' }))).errorCode).toBe(900001)
  })

  it('are their owner’s alone', async () => {
    const refused = 900005
    const others = { administrator: refused, member: refused, colleague: refused, stranger: refused }
    const ownerAlone = { owner: 'accepted', ...others, otherCompany: refused, nobody: 401 } as const
    const id = await buildInfo(platform.db, roles.owner)
    const state = () => listOf(roles.owner)
    await expectRoles(roles, {
      changeInfo: {
        ...ownerAlone,
        state,
        call: (caller) => as(caller).changeInfo({ params: { id }, body: companyInfo({ remark: '改' }) }),
      },
      deleteInfo: { ...ownerAlone, state, call: (caller) => as(caller).deleteInfo({ params: { id } }) },
    })
    expect((await refusal(as(roles.owner).deleteInfo({ params: { id: uuid() } }))).errorCode).toBe(refused)
  })
})
