import { useState } from 'react'
import { call } from '#web/api/query.ts'
import { certificates } from '../../contract.ts'

/** Loads the PDF of a certificate; the first time it is made, which takes a moment. */
export function usePdf(): { readonly making: string | undefined; readonly load: (id: string) => Promise<void> } {
  const [making, setMaking] = useState<string>()
  const load = async (id: string) => {
    setMaking(id)
    try {
      const { url, name } = await call(certificates.certificatePdf, { params: { id } })
      const link = document.createElement('a')
      link.href = `${url}${url.includes('?') ? '&' : '?'}download=1`
      link.download = name
      link.click()
    } catch {
      // The call has said why not.
    } finally {
      setMaking(undefined)
    }
  }
  return { making, load }
}
