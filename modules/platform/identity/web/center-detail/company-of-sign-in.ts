/** Which company a visitor signs in to: the one that the address names, else that of this browser's last sign-in. */
import { useCallback } from 'react'
import { useSearchParams } from 'react-router'
import { createStore } from '#web/store.ts'
import { companyOfAddress, withCompany } from '../paths.ts'

const KEY = 'shuyuan.company'

const remembered = createStore<{ companyId: string | undefined }>({ companyId: localStorage.getItem(KEY) ?? undefined })

/** For the next sign-in in this browser. It stays after a sign-out, and says nothing of who signed in. */
export function rememberCompany(companyId: string | undefined): void {
  remembered.set({ companyId })
  if (companyId === undefined) localStorage.removeItem(KEY)
  else localStorage.setItem(KEY, companyId)
}

export interface CompanyOfSignIn {
  /** Undefined where the sign-in has to find it. */
  readonly companyId: string | undefined
  /** The address of another page before the sign-in, for the same company. */
  readonly to: (path: string) => string
  /** Goes on without a company. */
  readonly leave: () => void
}

export function useCompanyOfSignIn(): CompanyOfSignIn {
  const [query, setQuery] = useSearchParams()
  const { companyId: last } = remembered.use()
  const named = companyOfAddress(query)
  const leave = useCallback(() => {
    rememberCompany(undefined)
    setQuery(
      (before) => {
        before.delete('companyId')
        return before
      },
      { replace: true },
    )
  }, [setQuery])
  return { companyId: named ?? last, to: (path) => withCompany(path, named), leave }
}
