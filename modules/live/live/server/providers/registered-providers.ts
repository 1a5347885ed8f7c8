/** The provider of a supplier's live sessions (LIVE-148). */
import type { Config } from '#server/config.ts'
import { isLegacy, type Supplier } from '../../contract/states.ts'
import { bigBlueButton } from './bigbluebutton.ts'
import { builtIn } from './built-in.ts'
import type { LiveProvider } from './provider.ts'

/** The preferred providers of the legacy family, and after them the built-in rooms, so that it always works. */
const legacy: readonly LiveProvider[] = [bigBlueButton]
const all: readonly LiveProvider[] = [...legacy, builtIn]

export function providerFor(supplier: Supplier, config: Config): LiveProvider {
  const preferred = isLegacy(supplier) ? legacy.find((one) => one.isConfigured(config)) : undefined
  return preferred ?? builtIn
}

/** The provider that created the live session. */
export function providerOf(row: { readonly provider: string }): LiveProvider {
  const provider = all.find((one) => one.key === row.provider)
  if (!provider) throw new Error(`there is no provider ${row.provider}`)
  return provider
}
