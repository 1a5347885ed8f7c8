import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect } from 'react'
import { NOT_FOUND } from '#kit/errors.ts'
import { isRefusal } from '#web/api/call-error.ts'
import { q } from '#web/api/query.ts'
import { languages } from '#web/i18n/language.ts'
import { switchLanguage, useLanguage, useText } from '#web/i18n/texts.ts'
import { look, setLook } from '#web/theme/look.ts'
import { identity } from '../../contract.ts'
import { useCompanyOfSignIn } from './company-of-sign-in.ts'
import './sign-in.css'

/** The data of the company's sign-in page; its theme is stored for the rest of the product. */
export function useSignInOptions() {
  const { companyId, leave } = useCompanyOfSignIn()
  const { data, error } = useQuery(q(identity.signInOptions, { query: { companyId } }, { quiet: true }))
  useEffect(() => {
    if (isRefusal(error, NOT_FOUND)) leave()
  }, [error, leave])
  useEffect(() => {
    if (data) setLook({ logoPath: data.logoPath, primaryColor: data.primaryColor, platformName: data.platformName })
  }, [data])
  return data
}

type SignInOptions = NonNullable<ReturnType<typeof useSignInOptions>>

/** Whether an account of any company may sign in here. */
export const isOpen = (options: SignInOptions, companyId: string | undefined) =>
  options.severalCompanies && companyId === undefined

/** The company of the page, and the way to another one. `own`: the page does something for one company in any case. */
function CompanyLine({ options, own }: { options: SignInOptions; own: boolean }) {
  const t = useText('identity')
  const { companyId, leave } = useCompanyOfSignIn()
  if (isOpen(options, companyId) && !own) return <p className="sign-in-company">{t('signIn.anyCompany')}</p>
  return (
    <p className="sy-flow sign-in-company">
      {options.companyName}
      {options.severalCompanies && companyId !== undefined && (
        <button type="button" className="sign-in-other" onClick={leave}>
          {t('signIn.otherCompany')}
        </button>
      )}
    </p>
  )
}

function LanguageChoice() {
  const language = useLanguage()
  const t = useText('identity')
  return (
    <fieldset className="sign-in-language" aria-label={t('signIn.language')}>
      {languages.map((choice) => (
        <button
          key={choice}
          type="button"
          lang={choice === 'cn' ? 'zh-CN' : 'en'}
          aria-pressed={choice === language}
          onClick={() => void switchLanguage(choice)}
        >
          {choice === 'cn' ? '中文' : 'English'}
        </button>
      ))}
    </fieldset>
  )
}

/** The picture of the sign-in page: ink mountains and a moon. */
function Landscape() {
  return (
    <svg className="sign-in-landscape" viewBox="0 0 640 420" preserveAspectRatio="xMidYMax slice" aria-hidden="true">
      <circle cx="470" cy="120" r="54" className="moon" />
      <path
        className="ridge far"
        d="M0 300 C70 250 110 210 160 236 C210 262 240 170 300 190 C360 210 390 262 450 236 C520 206 570 236 640 270 V420 H0 Z"
      />
      <path
        className="ridge middle"
        d="M0 350 C60 320 120 290 190 316 C260 342 300 268 370 292 C440 316 500 330 560 306 C600 290 620 300 640 312 V420 H0 Z"
      />
      <path
        className="ridge near"
        d="M0 392 C80 366 150 380 220 386 C300 392 360 350 440 366 C520 382 580 372 640 358 V420 H0 Z"
      />
      <path className="roof" d="M118 352 q34 -4 52 -26 q18 22 52 26 l-10 6 h-84 Z M134 358 h72 v26 h-72 Z" />
    </svg>
  )
}

interface FrameProps {
  readonly title: string
  /** Without a company in the address, the page is for the first one of the installation. */
  readonly own?: boolean
  readonly children: ReactNode
}

/** The frame of every sign-in form: the picture on one side, the form on the other. */
export function SignInFrame({ title, own = false, children }: FrameProps) {
  const t = useText('identity')
  const options = useSignInOptions()
  const { logoPath, platformName } = look.use()
  const name = platformName || t('signIn.product')
  return (
    <div className="sign-in">
      <aside className="sy-column sign-in-brand">
        <div className="sy-row sign-in-mark">
          <img src={logoPath ? `/${logoPath}` : '/vue/logo.svg'} alt="" width={40} height={40} />
          <span>{name}</span>
        </div>
        <p className="sign-in-motto">{t('signIn.motto')}</p>
        <p className="sign-in-promise">{t('signIn.promise')}</p>
        <Landscape />
      </aside>
      <div className="sy-row sign-in-main">
        <LanguageChoice />
        <div className="sign-in-card">
          <h1>{title}</h1>
          {options && <CompanyLine options={options} own={own} />}
          {children}
        </div>
      </div>
    </div>
  )
}
