/**
 * What web code needs of a browser, in Node: storage, address, network. Import this before any module of web/. Not a
 * test file: vitest gives each test file its own copy.
 */
import { vi } from 'vitest'

class FakeStorage {
  #entries = new Map<string, string>()

  getItem(key: string): string | null {
    return this.#entries.get(key) ?? null
  }

  setItem(key: string, value: string): void {
    this.#entries.set(key, value)
    Object.defineProperty(this, key, { value, enumerable: true, configurable: true })
  }

  removeItem(key: string): void {
    this.#entries.delete(key)
    Reflect.deleteProperty(this, key)
  }

  clear(): void {
    for (const key of [...this.#entries.keys()]) this.removeItem(key)
  }
}

/** Where the page is; `replaced` are the addresses that took the place of another. */
export const address = {
  hash: '',
  replaced: [] as string[],
  replace(url: string): void {
    address.hash = url
    address.replaced.push(url)
  },
}

export const pageHistory = { length: 1, back: vi.fn() }

const element = { lang: '', dataset: {}, style: { setProperty: () => undefined } }

vi.stubGlobal('localStorage', new FakeStorage())
vi.stubGlobal('location', address)
vi.stubGlobal('history', pageHistory)
vi.stubGlobal('document', { documentElement: element, querySelector: () => null, title: '' })
vi.stubGlobal('navigator', { onLine: true, locks: { request: (_name: string, work: () => unknown) => work() } })
