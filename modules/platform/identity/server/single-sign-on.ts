/**
 * Single sign-on with an OpenID Connect provider: authorization code with PKCE. The server stores the state, the nonce
 * and the code verifier. The returning browser gets a ticket, and only the tab that started knows the secret. The token
 * needs both, so that a link cannot sign a member in to another account.
 *
 * No transaction is open during requests to the provider, because both calls are GETs, which open none.
 */

import { timingSafeEqual } from 'node:crypto'
import * as client from 'openid-client'
import { refuse } from '#kit/errors.ts'
import type { Config, OpenIdConnectConfig } from '#server/config.ts'
import { inTransaction } from '#server/db/transaction.ts'
import type { Outside } from '#server/outside.ts'
import { ONE_TIME_CODE_EXPIRED, SINGLE_SIGN_ON_OFF } from '../contract/codes.ts'
import { getCompany, openIdConnectOf } from './companies.ts'
import type { IdentityDb } from './db.ts'
import { type ExternalPerson, memberOfExternalAccount } from './external-accounts.ts'
import { createToken, hashToken } from './tokens.ts'

const roundTripMs = 10 * 60_000
const ticketMs = 60_000

const discovered = new WeakMap<OpenIdConnectConfig, Promise<client.Configuration>>()

/** The provider's metadata, fetched once, and again after a failure. */
function discover(provider: OpenIdConnectConfig): Promise<client.Configuration> {
  const known = discovered.get(provider)
  if (known) return known
  const issuer = new URL(provider.issuer)
  const options = issuer.protocol === 'http:' ? { execute: [client.allowInsecureRequests] } : undefined
  const fresh = client.discovery(issuer, provider.clientId, provider.clientSecret, undefined, options)
  discovered.set(provider, fresh)
  fresh.catch(() => discovered.delete(provider))
  return fresh
}

const redirectUri = (config: Config) => `${config.publicUrl}/api/v1/oauth/oidc/callback`

/** The address for the browser, and the secret of its tab. */
export async function startSingleSignOn(db: IdentityDb, companyId: string | undefined, outside: Outside, now: number) {
  if (!outside.config.openIdConnect) throw refuse(SINGLE_SIGN_ON_OFF)
  const company = await getCompany(db, companyId)
  const provider = await openIdConnectOf(db, company.id, outside.config)
  if (!provider) throw refuse(SINGLE_SIGN_ON_OFF)
  const configuration = await discover(provider).catch(() => {
    throw refuse(SINGLE_SIGN_ON_OFF)
  })
  const secret = createToken()
  const state = client.randomState()
  const nonce = client.randomNonce()
  const codeVerifier = client.randomPKCECodeVerifier()
  const authorizationUrl = client.buildAuthorizationUrl(configuration, {
    redirect_uri: redirectUri(outside.config),
    scope: 'openid profile email',
    state,
    nonce,
    code_challenge: await client.calculatePKCECodeChallenge(codeVerifier),
    code_challenge_method: 'S256',
  })
  await db
    .insertInto('identity.single_sign_on')
    .values({
      state_hash: hashToken(state),
      company_id: company.id,
      secret_hash: hashToken(secret),
      nonce,
      code_verifier: codeVerifier,
      expires_at: now + roundTripMs,
    })
    .execute()
  return { authorizationUrl: authorizationUrl.href, secret }
}

export interface ProviderAnswer {
  readonly code?: string
  readonly state?: string
  readonly iss?: string
  readonly error?: string
}

export type SingleSignOnError = 'refused' | 'expired' | 'unknown-member' | 'disabled' | 'unreachable'

/** Turns the provider's answer into a ticket for the browser, or into the reason of a failure. */
export async function finishSingleSignOn(
  db: IdentityDb,
  answer: ProviderAnswer,
  outside: Outside,
  now: number,
): Promise<{ ticket: string } | { error: SingleSignOnError }> {
  if (!outside.config.openIdConnect || answer.state === undefined) return { error: 'refused' }
  const stateHash = hashToken(answer.state)
  const flow = await db
    .selectFrom('identity.single_sign_on')
    .selectAll()
    .where('state_hash', '=', stateHash)
    .where('ticket_hash', 'is', null)
    .executeTakeFirst()
  if (!flow || flow.expires_at <= now) return { error: 'expired' }
  // The companies may be others since the sign-on began.
  const provider = await openIdConnectOf(db, flow.company_id, outside.config)
  if (!provider || answer.error !== undefined || answer.code === undefined) return { error: 'refused' }
  const configuration = await discover(provider).catch(() => undefined)
  if (!configuration) return { error: 'unreachable' }
  const person = await askProvider(configuration, answer, flow, outside.config).catch(() => undefined)
  if (!person) return { error: 'refused' }
  return inTransaction(db, async (transaction) => {
    const member = await memberOfExternalAccount(transaction, flow.company_id, person, now)
    if (!member.enabled) return { error: 'disabled' as const }
    const ticket = createToken()
    const { numUpdatedRows } = await transaction
      .updateTable('identity.single_sign_on')
      .set({ ticket_hash: hashToken(ticket), member_id: member.id, expires_at: now + ticketMs })
      .where('state_hash', '=', stateHash)
      .where('ticket_hash', 'is', null)
      .executeTakeFirstOrThrow()
    return numUpdatedRows === 1n ? { ticket } : { error: 'expired' as const }
  })
}

async function askProvider(
  configuration: client.Configuration,
  answer: ProviderAnswer,
  flow: { nonce: string; code_verifier: string },
  config: Config,
): Promise<ExternalPerson | undefined> {
  const currentUrl = new URL(redirectUri(config))
  for (const [name, value] of Object.entries(answer)) if (value !== undefined) currentUrl.searchParams.set(name, value)
  const tokens = await client.authorizationCodeGrant(configuration, currentUrl, {
    pkceCodeVerifier: flow.code_verifier,
    expectedState: answer.state,
    expectedNonce: flow.nonce,
  })
  const claims = tokens.claims()
  if (!claims) return undefined
  const hasUserInfo = configuration.serverMetadata().userinfo_endpoint !== undefined
  const more = hasUserInfo ? await client.fetchUserInfo(configuration, tokens.access_token, claims.sub) : {}
  return personOf(claims.iss, claims.sub, { ...more, ...claims })
}

function personOf(issuer: string, subject: string, claims: Readonly<Record<string, unknown>>): ExternalPerson {
  const text = (name: string) => (typeof claims[name] === 'string' ? claims[name].trim() : undefined)
  const email = claims.email_verified === true ? text('email') : undefined
  return {
    issuer,
    subject,
    verifiedEmail: email?.toLowerCase(),
    staffNumber: text('staff_number') ?? text('employee_number'),
    userName: text('preferred_username'),
    fullName: text('name'),
  }
}

/** Answers the member of a ticket, once, to the tab that knows the secret. */
export async function memberOfTicket(db: IdentityDb, ticket: string, secret: string, now: number): Promise<string> {
  const flow = await db
    .deleteFrom('identity.single_sign_on')
    .where('ticket_hash', '=', hashToken(ticket))
    .returning(['member_id', 'secret_hash', 'expires_at'])
    .executeTakeFirst()
  const known = flow !== undefined && timingSafeEqual(flow.secret_hash, hashToken(secret))
  if (!known || flow.expires_at <= now || flow.member_id === null) throw refuse(ONE_TIME_CODE_EXPIRED)
  return flow.member_id
}
