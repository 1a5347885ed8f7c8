import { useSearchParams } from 'react-router'
import { currentPath } from './paths.ts'

/** What the query of an address becomes. */
type AddressChange = (address: URLSearchParams) => URLSearchParams | Record<string, string>

/**
 * The query of the current address, and how to change it in its place in the history. A change starts from the last one,
 * also where that is not drawn yet: of a tab and a search right after it, both count.
 */
export function useAddress(): readonly [address: URLSearchParams, change: (change: AddressChange) => void] {
  const [address, setAddress] = useSearchParams()
  const latest = () => new URLSearchParams(currentPath().split('?')[1])
  return [address, (change) => setAddress(change(latest()), { replace: true })]
}
