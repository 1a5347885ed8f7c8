/** The calls of live in the path family of a supplier (LIVE-148, LIVE-149): both answer the same. */
import { type Contract, contract, type Endpoint } from '#kit/contract.ts'
import { isLegacy, type Supplier } from '../contract/states.ts'
import { live } from '../contract.ts'

const onLegacyPath = (entry: Endpoint): Endpoint => ({ ...entry, path: entry.aliases?.[0] ?? entry.path })
const legacy = contract(
  Object.fromEntries(Object.entries(live as Contract).map(([name, entry]) => [name, onLegacyPath(entry)])),
) as unknown as typeof live

export function liveCalls(supplier: Supplier): typeof live {
  return isLegacy(supplier) ? legacy : live
}

/** For writing calls: they outdate the answers of both families. */
export const bothFamiliesAreOld = { outdates: [live.list, legacy.list] } as const
