/** Access tokens of WeCom and DingTalk: fetched by id and secret, kept until shortly before they end. */
import { SendRefused } from '../outside.ts'

const timeoutMs = 15_000
/** A token is renewed so long before its end, so that none ends on its way. */
const renewBeforeMs = 300_000

export interface ProviderAnswer {
  readonly errcode: number
  readonly errmsg?: string
  readonly [field: string]: unknown
}

/** The JSON of a provider's answer. Throws where it can't be reached or answers something else. */
async function askProvider(url: string, body?: object): Promise<ProviderAnswer> {
  const answer = await fetch(url, {
    signal: AbortSignal.timeout(timeoutMs),
    redirect: 'error',
    ...(body && { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
  })
  const reply = (await answer.json().catch(() => undefined)) as ProviderAnswer | undefined
  if (typeof reply?.errcode !== 'number') throw new Error(`provider answered ${answer.status}`)
  return reply
}

function refusalText({ errcode, errmsg = '' }: ProviderAnswer): string {
  return `${errcode} ${errmsg}`.trim().slice(0, 300)
}

export interface TokenSource {
  /** The token of now; a fresh one where the provider did not take the last. */
  token(fresh?: boolean): Promise<string>
}

/** `url` answers `{ errcode, access_token, expires_in }`. Calls at the same time share one request. */
export function createTokenSource(url: string): TokenSource {
  let known: { readonly token: string; readonly until: number } | undefined
  let asking: Promise<string> | undefined
  const ask = async () => {
    const answer = await askProvider(url)
    if (answer.errcode !== 0 || typeof answer.access_token !== 'string')
      throw new Error(`no access token: ${refusalText(answer)}`)
    const lifeMs = Number(answer.expires_in ?? 7200) * 1000
    known = { token: answer.access_token, until: performance.now() + Math.max(0, lifeMs - renewBeforeMs) }
    return answer.access_token
  }
  return {
    async token(fresh = false) {
      if (!fresh && known && known.until > performance.now()) return known.token
      asking ??= ask().finally(() => {
        asking = undefined
      })
      return asking
    },
  }
}

/** Codes of both providers for a token that is wrong or has ended. */
const tokenCodes = new Set([40014, 42001, 41001])

/** Calls with the token; once more with a fresh one where the provider does not take it. */
export async function askWithToken(
  tokens: TokenSource,
  url: (token: string) => string,
  body: object,
): Promise<ProviderAnswer> {
  const answer = await askProvider(url(await tokens.token()), body)
  return tokenCodes.has(answer.errcode) ? askProvider(url(await tokens.token(true)), body) : answer
}

/** Throws what the answer means: `SendRefused` for codes that no repetition would change. */
export function assertAccepted(answer: ProviderAnswer, finalCodes: ReadonlySet<number>): void {
  if (answer.errcode === 0) return
  if (finalCodes.has(answer.errcode)) throw new SendRefused(refusalText(answer))
  throw new Error(refusalText(answer))
}
