import { readFromCache, storeInCache } from '../api/storage-cache.ts'
import { createStore } from '../store.ts'

/** A company's own look (rule ADMIN_LOGO). Empty text means ours. */
export interface Look {
  readonly logoPath: string
  readonly primaryColor: string
  readonly platformName: string
}

const KEY = 'look'
const MONTH_SECONDS = 30 * 24 * 3600

export const look = createStore<Look>(readFromCache<Look>(KEY) ?? { logoPath: '', primaryColor: '', platformName: '' })

/** Keeps the look, so that the next page opens in it at once. */
export function setLook(next: Look): void {
  look.set(next)
  storeInCache(KEY, next, MONTH_SECONDS)
}
