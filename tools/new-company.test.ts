import { expect, it } from 'vitest'
import { NEW_PASSWORD_NEEDED } from '#modules/platform/identity/contract/codes.ts'
import { identity } from '#modules/platform/identity/contract.ts'
import { refusal, testPlatform } from '#test/harness.ts'
import { createCompany } from '#tools/new-company.ts'

const platform = testPlatform()

it('a new company is entered by its administrator, who chooses a password first and may do everything', async () => {
  const given = { account: 'linzhiyuan', password: 'abcd-2345-efgh' }
  const company = { name: '云帆科技', administrator: given.account, password: given.password }
  const companyId = await createCompany(platform.db, company, platform.now)

  const signIn = platform.client(identity).createToken
  expect(await refusal(signIn({ body: { grantType: 'password', ...given } }))).toMatchObject({
    errorCode: NEW_PASSWORD_NEEDED.code,
  })
  const { access_token } = await signIn({ body: { grantType: 'password', ...given, newPassword: 'Sail-2026' } })
  const administrator = platform.client(identity, access_token)
  expect(await administrator.currentMember()).toMatchObject({ rootOrganization: { id: companyId } })
  expect(await administrator.listMembers({ query: { page: 1, pageSize: 10 } })).toMatchObject({ recordCount: 1 })
})
