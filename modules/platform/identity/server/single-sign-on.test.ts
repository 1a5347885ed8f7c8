import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import Provider, { type AccountClaims } from 'oidc-provider'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { identity } from '#modules/platform/identity/contract.ts'
import { refusal, testPlatform } from '#test/harness.ts'
import { identityTables } from './db.ts'
import { buildCompany, buildMember } from './members.fixture.ts'

const issuer = 'http://127.0.0.1:8132'
const publicUrl = 'http://127.0.0.1:8133'
const platform = testPlatform({
  environment: {
    OIDC_ISSUER: issuer,
    OIDC_CLIENT_ID: 'shuyuan',
    OIDC_CLIENT_SECRET: 'a-secret-of-the-client-of-32-bytes',
    OIDC_LABEL: '企业账号登录',
    PUBLIC_URL: publicUrl,
  },
})

/** The person at the provider's sign-in page, with the provider's data. */
let person: AccountClaims = { sub: 'nobody' }
let refuses = false
let server: Server
let companyId: string

const provider = new Provider(issuer, {
  clients: [
    {
      client_id: 'shuyuan',
      client_secret: 'a-secret-of-the-client-of-32-bytes',
      redirect_uris: [`${publicUrl}/api/v1/oauth/oidc/callback`],
    },
  ],
  claims: {
    openid: ['sub'],
    email: ['email', 'email_verified'],
    profile: ['name', 'preferred_username', 'staff_number'],
  },
  cookies: { keys: ['a key of the test'] },
  features: { devInteractions: { enabled: false } },
  interactions: { url: (_context, interaction) => `/interaction/${interaction.uid}` },
  findAccount: (_context, sub) => ({ accountId: sub, claims: () => person }),
  ttl: { Interaction: 600, Session: 600, Grant: 600, AccessToken: 600, IdToken: 600 },
})

/** The provider's pages: the person signs in and agrees, or refuses. */
async function interact(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const details = await provider.interactionDetails(request, response)
  if (refuses) {
    await provider.interactionFinished(request, response, { error: 'access_denied' })
  } else if (details.prompt.name === 'login') {
    await provider.interactionFinished(request, response, { login: { accountId: person.sub } })
  } else {
    const grant = new provider.Grant({ accountId: person.sub, clientId: 'shuyuan' })
    grant.addOIDCScope('openid profile email')
    await provider.interactionFinished(request, response, { consent: { grantId: await grant.save() } })
  }
}

beforeAll(async () => {
  const serve = provider.callback()
  server = createServer((request, response) => {
    void (request.url?.startsWith('/interaction/') ? interact(request, response) : serve(request, response))
  }).listen(8132, '127.0.0.1')
  await once(server, 'listening')
  companyId = await buildCompany(platform.db)
})
afterAll(() => {
  server.close()
})
beforeEach(() => {
  refuses = false
})

const nobody = () => platform.client(identity)

/** A browser that follows the provider's redirects with its cookies, up to the address of our server. */
async function visitProvider(authorizationUrl: string): Promise<URL> {
  const cookies = new Map<string, string>()
  let url = new URL(authorizationUrl)
  for (let step = 0; step < 10 && url.origin === issuer; step++) {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const answer = await fetch(url, { redirect: 'manual', headers: { cookie } })
    for (const line of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      cookies.set(name, value)
    }
    url = new URL(answer.headers.get('location') ?? publicUrl, url)
  }
  return url
}

/** The answer to the returning browser: the part of the address after `/#/login?`. */
async function comeBack(url: URL): Promise<URLSearchParams> {
  const answer = await platform.app.inject({ method: 'GET', url: `${url.pathname}${url.search}` })
  expect(answer.statusCode).toBe(302)
  const location = String(answer.headers.location)
  expect(location.startsWith(`${publicUrl}/#/login?`)).toBe(true)
  return new URLSearchParams(location.split('?')[1])
}

async function signIn(claims: AccountClaims, forCompany?: string) {
  person = claims
  const { authorizationUrl, secret } = await nobody().startSingleSignOn(
    forCompany ? { query: { companyId: forCompany } } : {},
  )
  const ticket = (await comeBack(await visitProvider(authorizationUrl))).get('ticket') ?? ''
  return nobody().createToken({ body: { grantType: 'oidc', ticket, secret } })
}
const current = async (tokens: { access_token: string }) =>
  platform.client(identity, tokens.access_token).currentMember()

describe('single sign-on', () => {
  it('the sign-in page offers it by its label', async () => {
    expect((await nobody().signInOptions()).openIdConnect).toEqual({ label: '企业账号登录' })
  })

  it('uses PKCE, state and nonce, and requests only the needed scopes', async () => {
    const { authorizationUrl, secret } = await nobody().startSingleSignOn()
    const query = Object.fromEntries(new URL(authorizationUrl).searchParams)
    expect(query).toMatchObject({
      client_id: 'shuyuan',
      response_type: 'code',
      scope: 'openid profile email',
      code_challenge_method: 'S256',
      redirect_uri: `${publicUrl}/api/v1/oauth/oidc/callback`,
    })
    expect(query.state?.length).toBeGreaterThan(20)
    expect(query.nonce?.length).toBeGreaterThan(20)
    expect(authorizationUrl).not.toContain(secret)
  })

  it('signs in the member with the verified e-mail address, and later always the same one', async () => {
    const member = await buildMember(platform.db, { companyId })
    const values = { email: 'sso@yunfan.example' }
    await identityTables(platform.db).updateTable('identity.member').set(values).where('id', '=', member.id).execute()
    const first = await signIn({ sub: 'p-1', email: 'SSO@yunfan.example', email_verified: true })
    expect((await current(first)).id).toBe(member.id)
    const later = await signIn({ sub: 'p-1', email: 'changed@yunfan.example', email_verified: true })
    expect((await current(later)).id).toBe(member.id)
  })

  it('an address that the provider has not verified matches no member: a new one is created', async () => {
    const member = await buildMember(platform.db, { companyId })
    const values = { email: 'victim@yunfan.example' }
    await identityTables(platform.db).updateTable('identity.member').set(values).where('id', '=', member.id).execute()
    const tokens = await signIn({ sub: 'p-2', email: 'victim@yunfan.example', email_verified: false, name: '冒名' })
    expect(await current(tokens)).toMatchObject({ fullName: '冒名', roles: ['learner'] })
    expect((await current(tokens)).id).not.toBe(member.id)
  })

  it('signs in the member with the staff number', async () => {
    const member = await buildMember(platform.db, { companyId })
    const values = { staff_number: 'YF-42' }
    await identityTables(platform.db).updateTable('identity.member').set(values).where('id', '=', member.id).execute()
    expect((await current(await signIn({ sub: 'p-3', staff_number: 'YF-42' }))).id).toBe(member.id)
  })

  it('creates a member with the provider’s names, as far as the rules accept them', async () => {
    const claims = { email: 'qin@other.example', email_verified: true, name: '秦无衣' }
    const first = await current(await signIn({ sub: 'p-4', ...claims, preferred_username: 'qin.wuyi' }))
    expect(first).toMatchObject({ memberName: 'qin.wuyi', fullName: '秦无衣', rootOrganization: { id: companyId } })
    const second = await current(await signIn({ sub: 'p-5', preferred_username: 'QIN.wuyi', name: '另一个' }))
    expect(second.memberName).toMatch(/^u\d{10}$/)
    const third = await current(await signIn({ sub: 'p-6', preferred_username: 'administrator' }))
    expect(third.memberName).toMatch(/^u\d{10}$/)
  })

  it('serves the companies that are named, the first one where none is: not those of another provider', async () => {
    const claims = { email: 'both@yunfan.example', email_verified: true, staff_number: 'YF-77' }
    const second = await buildCompany(platform.db, '远洋集团', platform.now + 3_600_000)
    const victim = await buildMember(platform.db, { companyId: second })
    const values = { email: claims.email, staff_number: claims.staff_number }
    await identityTables(platform.db).updateTable('identity.member').set(values).where('id', '=', victim.id).execute()
    const start = (query: { companyId?: string }) => nobody().startSingleSignOn({ query })
    const offered = async (query: { companyId?: string }) => (await nobody().signInOptions({ query })).openIdConnect
    expect(await refusal(start({ companyId: second }))).toMatchObject({ status: 422, errorCode: 20206 })
    expect([await offered({ companyId: second }), await offered({})]).toEqual([null, { label: '企业账号登录' }])
    const companyIds = platform.outside.config.openIdConnect?.companyIds
    companyIds?.push(second)
    expect(await refusal(start({}))).toMatchObject({ errorCode: 20206 })
    expect([await offered({ companyId: second }), await offered({})]).toEqual([{ label: '企业账号登录' }, null])
    person = { sub: 'p-8', ...claims }
    const started = await visitProvider((await start({ companyId: second })).authorizationUrl)
    companyIds?.splice(0)
    expect((await comeBack(started)).get('ssoError')).toBe('refused')
  })

  it('signs in to the company of the page, with a name and an address that another company has', async () => {
    const claims = { email: 'both@yunfan.example', email_verified: true, preferred_username: 'both.ways' }
    const first = await current(await signIn({ sub: 'p-8', ...claims }))
    const second = await buildCompany(platform.db, '远洋集团', platform.now + 3_600_000)
    const companyIds = platform.outside.config.openIdConnect?.companyIds
    companyIds?.push(companyId, second)
    const there = await current(await signIn({ sub: 'p-8', ...claims }, second))
    expect(there).toMatchObject({ memberName: 'both.ways', rootOrganization: { id: second } })
    expect(await current(await signIn({ sub: 'p-8', ...claims }))).toMatchObject({
      id: first.id,
      memberName: 'both.ways',
    })
    expect((await current(await signIn({ sub: 'p-8', ...claims }, second))).id).toBe(there.id)
    companyIds?.splice(0)
  })

  it('a ticket is valid once, for a minute, in the tab that started', async () => {
    person = { sub: 'p-1' }
    const begin = async () => {
      const { authorizationUrl, secret } = await nobody().startSingleSignOn()
      const ticket = (await comeBack(await visitProvider(authorizationUrl))).get('ticket') ?? ''
      return { ticket, secret }
    }
    const token = (ticket: string, secret: string) =>
      nobody().createToken({ body: { grantType: 'oidc', ticket, secret } })
    const one = await begin()
    const two = await begin()
    expect(await refusal(token(one.ticket, two.secret))).toMatchObject({ status: 422, errorCode: 20138 })
    expect((await token(two.ticket, two.secret)).token_type).toBe('Bearer')
    expect(await refusal(token(two.ticket, two.secret))).toMatchObject({ errorCode: 20138 })
    const late = await begin()
    platform.now += 60_000
    expect(await refusal(token(late.ticket, late.secret))).toMatchObject({ errorCode: 20138 })
  })

  it('answers the reason of a failure', async () => {
    person = { sub: 'p-1' }
    const back = async () => visitProvider((await nobody().startSingleSignOn()).authorizationUrl)
    const error = async (url: URL) => (await comeBack(url)).get('ssoError')
    refuses = true
    expect(await error(await back())).toBe('refused')
    refuses = false
    const forged = await back()
    forged.searchParams.set('code', 'a-forged-code')
    expect(await error(forged)).toBe('refused')
    const foreign = await back()
    foreign.searchParams.set('state', 'a-state-that-was-never-given')
    expect(await error(foreign)).toBe('expired')
    expect(await error(new URL(`${publicUrl}/api/v1/oauth/oidc/callback`))).toBe('refused')
    const used = await back()
    expect((await comeBack(used)).get('ticket')).not.toBe(null)
    expect(await error(used)).toBe('expired')
    const late = await back()
    platform.now += 600_000
    expect(await error(late)).toBe('expired')
  })

  it('refuses a disabled member', async () => {
    const { id } = await current(await signIn({ sub: 'p-7', preferred_username: 'leaver' }))
    const values = { enabled: false }
    await identityTables(platform.db).updateTable('identity.member').set(values).where('id', '=', id).execute()
    const { authorizationUrl } = await nobody().startSingleSignOn()
    expect((await comeBack(await visitProvider(authorizationUrl))).get('ssoError')).toBe('disabled')
  })

  it('is recorded in the sign-in log', async () => {
    const chief = await buildMember(platform.db, { companyId, roles: ['super-admin'], now: platform.now })
    const log = await platform.client(identity, chief).signInLog({ query: { method: 'oidc', succeeded: true } })
    expect(log.recordCount).toBeGreaterThan(5)
  })
})
