import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { isRefusal } from '#web/api/call-error.ts'
import { useText } from '#web/i18n/texts.ts'
import type { PlainValues } from '#web/ui/PlainForm.tsx'
import { type Submission, useSubmission } from '#web/ui/use-submission.ts'
import { COMPANY_CHOICE_NEEDED } from '../../contract/codes.ts'
import { useCompanyOfSignIn } from './company-of-sign-in.ts'

interface NamedCompany {
  readonly id: string
  readonly name: string
}

interface ChoiceProps {
  readonly companies: readonly NamedCompany[]
  readonly busy: boolean
  readonly onChoose: (companyId: string) => void
  readonly onBack: () => void
}

/** The companies in which the visitor has an account. */
function CompanyChoice({ companies, busy, onChoose, onBack }: ChoiceProps) {
  const t = useText('identity')
  const id = useId()
  const first = useRef<HTMLButtonElement>(null)
  useEffect(() => first.current?.focus(), [])
  return (
    <section className="sy-column sy-gap-3" aria-labelledby={id}>
      <h2 id={id} className="sign-in-choice">
        {t('signIn.chooseCompany')}
      </h2>
      {companies.map((company, index) => (
        <button
          key={company.id}
          ref={index === 0 ? first : undefined}
          type="button"
          className="sy-button sy-button-plain sy-button-large"
          disabled={busy}
          onClick={() => onChoose(company.id)}
        >
          {company.name}
        </button>
      ))}
      <p className="sign-in-links">
        <button type="button" className="sign-in-other" onClick={onBack}>
          {t('signIn.back')}
        </button>
      </p>
    </section>
  )
}

interface CompanyForm {
  readonly busy: boolean
  readonly failure: string | undefined
  readonly error: Submission['error']
  readonly finish: (values: PlainValues) => void
  /** Another account was typed: the company that was chosen is not the one of this. */
  readonly changed: () => void
  /** Around the fields: the choice stands in their place while it is open. */
  readonly orChoice: (fields: ReactNode) => ReactNode
}

/**
 * Sends a form for the company of the page. Where that is not known and the server finds several accounts, the visitor
 * chooses, and the same values are sent again.
 */
export function useCompanyForm(
  send: (values: PlainValues, companyId: string | undefined) => Promise<unknown>,
): CompanyForm {
  const { companyId } = useCompanyOfSignIn()
  const { busy, failure, error, submit } = useSubmission()
  const [chosen, setChosen] = useState<string>()
  const [back, setBack] = useState(false)
  const given = useRef<PlainValues>({})
  const sendFor = (values: PlainValues, company: string | undefined) => {
    given.current = values
    setBack(false)
    setChosen(company)
    void submit(() => send(values, company ?? companyId))
  }
  const open = isRefusal(error, COMPANY_CHOICE_NEEDED) && !back
  return {
    busy,
    failure: isRefusal(error, COMPANY_CHOICE_NEEDED) ? undefined : failure,
    error,
    finish: (values) => sendFor(values, chosen),
    changed: () => setChosen(undefined),
    orChoice: (fields) => (
      <>
        <div className="sy-form" hidden={open}>
          {fields}
        </div>
        {open && (
          <CompanyChoice
            companies={error.data.companies as readonly NamedCompany[]}
            busy={busy}
            onChoose={(id) => sendFor(given.current, id)}
            onBack={() => setBack(true)}
          />
        )}
      </>
    ),
  }
}
