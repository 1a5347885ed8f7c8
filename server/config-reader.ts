/** Reads single settings of the environment and collects their problems. */
import { isIP } from 'node:net'

/** The environment as read from the process and `.env`; an empty value counts as not set. */
export type Environment = Readonly<Record<string, string | undefined>>

export class Reader {
  readonly problems: string[] = []
  readonly #env: Environment

  constructor(env: Environment) {
    this.#env = env
  }

  text(name: string): string | undefined {
    return this.#env[name]?.trim() || undefined
  }

  /** Messages never contain secrets or passwords in addresses. */
  refuse(name: string, allowed: string): void {
    const value = this.text(name) ?? ''
    const shown = /SECRET|TOKEN|ACCESS_KEY|APP_KEY|ADMIN_KEY|API_KEY|PRIVATE_KEY|V3_KEY/.test(name)
      ? '(hidden)'
      : `"${value.replace(/(:\/\/[^:@/]*:)[^@]*@/, '$1***@')}"`
    this.problems.push(`${name} is ${shown}; allowed: ${allowed}`)
  }

  /** Refuses an incomplete group of settings. */
  require(names: readonly string[], because: string): void {
    const missing = names.filter((name) => this.text(name) === undefined)
    if (missing.length > 0) this.problems.push(`${missing.join(', ')} missing; needed because of ${because}`)
  }

  choice<const T extends string>(name: string, allowed: readonly T[], otherwise: NoInfer<T>): T {
    const value = this.text(name)
    if (value === undefined) return otherwise
    const found = allowed.find((candidate) => candidate === value)
    if (found === undefined) this.refuse(name, allowed.join(', '))
    return found ?? otherwise
  }

  integer(
    name: string,
    { lowest, highest, otherwise }: { lowest: number; highest: number; otherwise: number },
  ): number {
    const value = this.text(name)
    if (value === undefined) return otherwise
    const number = /^\d+$/.test(value) ? Number(value) : Number.NaN
    if (number >= lowest && number <= highest) return number
    this.refuse(name, `a whole number from ${lowest} to ${highest}`)
    return otherwise
  }

  host(name: string, otherwise: string): string {
    const value = this.text(name) ?? otherwise
    if (isIP(value) === 0 && !/^[a-z0-9]([a-z0-9.-]{0,251}[a-z0-9])?$/i.test(value)) {
      this.refuse(name, 'an IP address or a host name of this machine')
    }
    return value
  }

  address(name: string, otherwise: string): string {
    const value = this.text(name) ?? otherwise
    if (isIP(value) === 0) this.refuse(name, 'an IP address')
    return value
  }

  url(name: string, protocols: readonly string[]): string | undefined {
    const value = this.text(name)
    if (value === undefined) return undefined
    // A database address may name a Unix socket folder and then has an empty host, which URL does not accept.
    const parsed = URL.parse(value.replace('@/', '@localhost/'))
    if (parsed === null || !protocols.includes(parsed.protocol)) {
      this.refuse(name, `an address that begins with ${protocols.map((protocol) => `${protocol}//`).join(' or ')}`)
    }
    return value
  }

  origin(name: string): string | undefined {
    const value = this.url(name, ['https:', 'http:'])
    const parsed = value === undefined ? null : URL.parse(value)
    if (parsed === null) return undefined
    if (parsed.pathname !== '/' || parsed.search !== '' || parsed.hash !== '' || parsed.username !== '') {
      this.refuse(name, 'an address without a path, such as https://learn.example.com')
    }
    return parsed.origin
  }
}
