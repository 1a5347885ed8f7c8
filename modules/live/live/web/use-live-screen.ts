import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { q } from '#web/api/query.ts'
import { live } from '../contract.ts'
import { enterLiveScreen, liveState } from './live-state.ts'
import { supplierOf } from './supplier.ts'

/** Called by each live page: keeps the shared state, and loads the company's supplier. */
export function useLiveScreen() {
  useEffect(() => enterLiveScreen(), [])
  const supplier = useQuery(q(live.supplier, {}, { quiet: true }))
  const known = supplier.data
  useEffect(() => {
    if (known) liveState.set({ supplier: supplierOf(known.liveSupply), approvalSwitch: known.approvalSwitch })
  }, [known])
  return supplier
}
