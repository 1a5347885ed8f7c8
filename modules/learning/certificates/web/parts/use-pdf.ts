import { call } from '#web/api/query.ts'
import { useAction } from '#web/ui/use-action.ts'
import { certificates } from '../../contract.ts'

/** Loads the PDF of a certificate; the first time it is made, which takes a moment. */
export function usePdf(): { readonly making: string | undefined; readonly load: (id: string) => Promise<void> } {
  const { busyWith: making, run } = useAction()
  const load = (id: string) =>
    run(
      async () => {
        const { url, name } = await call(certificates.certificatePdf, { params: { id } })
        const link = document.createElement('a')
        link.href = `${url}${url.includes('?') ? '&' : '?'}download=1`
        link.download = name
        link.click()
      },
      { name: id },
    )
  return { making, load }
}
